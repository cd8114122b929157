"""Frames of the gateway that have their own schema."""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from tests.support.discord.basics import Id, Locale, Nothing, Time, UserPIIResponse, UserResponse
from tests.support.discord.messages import MessageAttachmentResponse, MessageResponse, Owners
from tests.support.discord.places import (
    AnyChannel,
    Guild,
    GuildChannelResponse,
    GuildMemberResponse,
    GuildRoleResponse,
    ResolvedMember,
    ThreadMetadataResponse,
    ThreadResponse,
)

Shard = Annotated[list[int], Field(min_length=2, max_length=2)]


class HelloData(TypedDict):
    heartbeat_interval: float


class Hello(TypedDict):
    op: Literal[10]
    d: HelloData
    s: None
    t: None


class Properties(TypedDict):
    os: str
    browser: str
    device: str


class IdentifyData(TypedDict):
    token: str
    properties: Properties
    intents: int
    compress: NotRequired[bool]
    large_threshold: NotRequired[int]
    shard: NotRequired[Shard]
    presence: NotRequired[dict[str, Any]]


class Identify(TypedDict):
    op: Literal[2]
    d: IdentifyData


class ResumeData(TypedDict):
    token: str
    session_id: str
    seq: int


class Resume(TypedDict):
    op: Literal[6]
    d: ResumeData


class Event(TypedDict):
    op: Literal[0]
    s: int


class UnavailableGuild(TypedDict):
    id: Id
    unavailable: bool


class ReadyApplication(TypedDict):
    id: Id
    flags: int
    flags_new: str


class ReadyData(TypedDict):
    v: Literal[10]
    user: UserPIIResponse
    guilds: list[UnavailableGuild]
    session_id: str
    resume_gateway_url: str
    application: ReadyApplication
    shard: NotRequired[Shard]


class Ready(Event):
    t: Literal["READY"]
    d: ReadyData


class GuildCreateData(Guild):
    hub_type: int | None
    joined_at: Time
    large: bool
    member_count: int
    members: list[GuildMemberResponse]
    channels: list[GuildChannelResponse]
    threads: list[ThreadResponse]
    voice_states: Nothing
    presences: Nothing
    stage_instances: Nothing
    guild_scheduled_events: Nothing
    soundboard_sounds: Nothing
    unavailable: NotRequired[bool]


class GuildCreate(Event):
    t: Literal["GUILD_CREATE"]
    d: GuildCreateData


# Interactions


class InteractionMember(GuildMemberResponse):
    permissions: str


class ResolvedMemberHere(ResolvedMember):
    permissions: str


class ResolvedChannel(TypedDict):
    id: Id
    name: str | None
    type: Literal[0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16]
    permissions: str
    parent_id: NotRequired[Id | None]
    thread_metadata: NotRequired[ThreadMetadataResponse]


class Resolved(TypedDict):
    attachments: NotRequired[dict[str, MessageAttachmentResponse]]
    channels: NotRequired[dict[str, ResolvedChannel]]
    members: NotRequired[dict[str, ResolvedMemberHere]]
    messages: NotRequired[dict[str, MessageResponse]]
    roles: NotRequired[dict[str, GuildRoleResponse]]
    users: NotRequired[dict[str, UserResponse]]


class InteractionGuild(TypedDict):
    id: Id
    locale: Locale
    features: list[str]


class Interaction(TypedDict):
    id: Id
    application_id: Id
    version: Literal[1]
    token: str
    locale: Locale
    app_permissions: str
    attachment_size_limit: int
    entitlements: Nothing
    authorizing_integration_owners: Owners
    context: Literal[0, 1, 2]
    channel_id: Id
    channel: AnyChannel
    guild_id: NotRequired[Id]
    guild: NotRequired[InteractionGuild]
    guild_locale: NotRequired[Locale]
    member: NotRequired[InteractionMember]
    user: NotRequired[UserResponse]


class TextValue(TypedDict):
    name: str
    type: Literal[3]
    value: str
    focused: NotRequired[bool]


class IntegerValue(TypedDict):
    name: str
    type: Literal[4]
    value: int | str
    focused: NotRequired[bool]


class NumberValue(TypedDict):
    name: str
    type: Literal[10]
    value: float | str
    focused: NotRequired[bool]


class YesOrNo(TypedDict):
    name: str
    type: Literal[5]
    value: bool


class Chosen(TypedDict):
    """The value of a user, channel, role, mentionable or attachment option."""

    name: str
    type: Literal[6, 7, 8, 9, 11]
    value: Id


Value = TextValue | IntegerValue | NumberValue | YesOrNo | Chosen


class Subcommand(TypedDict):
    name: str
    type: Literal[1]
    options: NotRequired[list[Value]]


class Command(TypedDict):
    id: Id
    name: str
    guild_id: NotRequired[Id]


class TypedCommand(Command):
    type: Literal[1]
    options: NotRequired[list[Value | Subcommand]]
    resolved: NotRequired[Resolved]


class ResolvedPerson(TypedDict):
    users: dict[str, UserResponse]
    members: NotRequired[dict[str, ResolvedMemberHere]]


class ResolvedMessage(TypedDict):
    messages: dict[str, MessageResponse]


class PersonCommand(Command):
    type: Literal[2]
    target_id: Id
    resolved: ResolvedPerson


class MessageCommand(Command):
    type: Literal[3]
    target_id: Id
    resolved: ResolvedMessage


class CommandInteraction(Interaction):
    type: Literal[2]
    data: TypedCommand | PersonCommand | MessageCommand


class Autocomplete(Interaction):
    type: Literal[4]
    data: TypedCommand


class PressedButton(TypedDict):
    component_type: Literal[2]
    custom_id: str


class UsedMenu(TypedDict):
    component_type: Literal[3, 5, 6, 7, 8]
    custom_id: str
    values: list[str]
    resolved: NotRequired[Resolved]


class Press(Interaction):
    type: Literal[3]
    data: PressedButton | UsedMenu
    message: MessageResponse


class FilledInput(TypedDict):
    type: Literal[4]
    id: int
    custom_id: str
    value: str


class FilledMenu(TypedDict):
    type: Literal[3, 5, 6, 7, 8, 19]
    id: int
    custom_id: str
    values: list[str]


class FilledLabel(TypedDict):
    type: Literal[18]
    id: int
    component: FilledInput | FilledMenu


class ReadText(TypedDict):
    type: Literal[10]
    id: int


class Form(TypedDict):
    custom_id: str
    components: list[FilledLabel | ReadText]
    resolved: NotRequired[Resolved]


class Submission(Interaction):
    type: Literal[5]
    data: Form
    message: NotRequired[MessageResponse]


class InteractionCreate(Event):
    t: Literal["INTERACTION_CREATE"]
    d: CommandInteraction | Press | Autocomplete | Submission
