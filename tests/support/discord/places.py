"""Servers, channels, threads, roles and members."""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from tests.support.discord.basics import Id, Locale, Nothing, Time, UserResponse

Name = Annotated[str, Field(min_length=1, max_length=100)]
Slowmode = Annotated[int, Field(ge=0, le=21600)]
Archiving = Literal[60, 1440, 4320, 10080]


class GuildRoleColorsResponse(TypedDict):
    primary_color: int
    secondary_color: int | None
    tertiary_color: int | None


class GuildRoleTagsResponse(TypedDict):
    bot_id: NotRequired[Id]


class GuildRoleResponse(TypedDict):
    id: Id
    name: str
    permissions: str
    position: int
    color: int
    colors: GuildRoleColorsResponse
    hoist: bool
    managed: bool
    mentionable: bool
    icon: str | None
    unicode_emoji: str | None
    flags: int
    tags: NotRequired[GuildRoleTagsResponse]


class ResolvedMember(TypedDict):
    nick: str | None
    avatar: str | None
    banner: str | None
    roles: set[Id]
    joined_at: Time
    premium_since: Time | None
    flags: int
    pending: bool
    communication_disabled_until: Time | None


class GuildMemberResponse(ResolvedMember):
    user: UserResponse
    deaf: bool
    mute: bool


class Guild(TypedDict):
    """The fields of a server that the HTTP API and the gateway share."""

    id: Id
    name: str
    icon: str | None
    description: str | None
    splash: str | None
    discovery_splash: str | None
    banner: str | None
    features: set[str]
    owner_id: Id
    application_id: Id | None
    region: str
    afk_channel_id: Id | None
    afk_timeout: Literal[60, 300, 900, 1800, 3600]
    system_channel_id: Id | None
    system_channel_flags: int
    widget_enabled: bool
    widget_channel_id: Id | None
    verification_level: Literal[0, 1, 2, 3, 4]
    roles: list[GuildRoleResponse]
    default_message_notifications: Literal[0, 1]
    mfa_level: Literal[0, 1]
    explicit_content_filter: Literal[0, 1, 2]
    max_presences: int | None
    max_members: int
    max_stage_video_channel_users: int
    max_video_channel_users: int
    vanity_url_code: str | None
    premium_tier: Literal[0, 1, 2, 3]
    premium_subscription_count: int
    preferred_locale: Locale
    rules_channel_id: Id | None
    safety_alerts_channel_id: Id | None
    public_updates_channel_id: Id | None
    premium_progress_bar_enabled: bool
    nsfw_level: Literal[0, 1, 2, 3]
    emojis: Nothing
    stickers: Nothing
    incidents_data: dict[str, Any] | None
    approximate_member_count: NotRequired[int | None]
    approximate_presence_count: NotRequired[int | None]


class GuildWithCountsResponse(Guild):
    home_header: str | None
    nsfw: bool


class ChannelPermissionOverwriteResponse(TypedDict):
    id: Id
    type: Literal[0, 1]
    allow: str
    deny: str


class GuildChannelResponse(TypedDict):
    id: Id
    type: Literal[0, 2, 4, 5, 13, 14, 15]
    flags: int
    guild_id: Id
    name: str
    position: int
    last_message_id: NotRequired[Id | None]
    last_pin_timestamp: NotRequired[Time | None]
    parent_id: NotRequired[Id | None]
    rate_limit_per_user: NotRequired[int]
    topic: NotRequired[str | None]
    permission_overwrites: NotRequired[list[ChannelPermissionOverwriteResponse]]
    nsfw: NotRequired[bool]


class PrivateChannelResponse(TypedDict):
    id: Id
    type: Literal[1]
    flags: int
    recipients: list[UserResponse]
    last_message_id: NotRequired[Id | None]


class ThreadMetadataResponse(TypedDict):
    archived: bool
    archive_timestamp: Time | None
    auto_archive_duration: Archiving
    locked: bool
    create_timestamp: NotRequired[Time]


class ThreadResponse(TypedDict):
    id: Id
    type: Literal[10, 11, 12]
    flags: int
    guild_id: Id
    name: str
    owner_id: Id
    thread_metadata: ThreadMetadataResponse
    message_count: int
    member_count: int
    total_message_sent: int
    parent_id: NotRequired[Id | None]
    last_message_id: NotRequired[Id | None]
    last_pin_timestamp: NotRequired[Time | None]
    rate_limit_per_user: NotRequired[int]


class ThreadsResponse(TypedDict):
    threads: list[ThreadResponse]
    members: Nothing
    has_more: bool


AnyChannel = GuildChannelResponse | PrivateChannelResponse | ThreadResponse


class UpdateChannelRequest(TypedDict):
    name: NotRequired[Name | None]
    topic: NotRequired[Annotated[str, Field(max_length=4096)] | None]
    archived: NotRequired[bool | None]
    locked: NotRequired[bool | None]


class CreateTextThreadWithMessageRequest(TypedDict):
    name: Name
    auto_archive_duration: NotRequired[Archiving | None]
    rate_limit_per_user: NotRequired[Slowmode | None]


class CreateTextThreadWithoutMessageRequest(CreateTextThreadWithMessageRequest):
    type: NotRequired[Literal[10, 11, 12] | None]
    invitable: NotRequired[bool | None]
