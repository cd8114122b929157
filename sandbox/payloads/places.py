"""People, servers, roles, channels and the application as Discord's JSON.

Ids are strings, and all required fields are present.
"""

from datetime import UTC, datetime

from sandbox.model.permissions import Overwrite, Role
from sandbox.model.records import Channel, ChannelType, Guild, Json, User
from sandbox.model.snowflakes import created_at
from sandbox.model.state import State

APPLICATION_FLAGS = 1 << 23  # APPLICATION_COMMAND_BADGE: has registered commands
ARCHIVE_MINUTES = 1440
REQUIRE_TAG = 1 << 4
"""The flag of a forum whose posts need a tag."""


def user_json(user: User) -> Json:
    """The JSON of a user."""
    return {
        "id": str(user.id),
        "username": user.username,
        "discriminator": "0000" if user.bot else "0",
        "global_name": None if user.bot else user.name,
        "avatar": None,
        "bot": user.bot,
        "system": False,
        "public_flags": 0,
        "flags": 0,
        "banner": None,
        "accent_color": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
    }


def own_user_json(user: User) -> Json:
    """The JSON of the bot in answers to itself, with the fields only the owner of a token sees."""
    return user_json(user) | {
        "verified": True,
        "email": None,
        "mfa_enabled": False,
        "locale": user.locale,
    }


def member_json(state: State, guild: Guild, user: User) -> Json:
    """The JSON of a member of a server. A user who is no member has no roles."""
    member = state.member(guild.id, user.id)
    joined = created_at(guild.id) if member is None else datetime.fromtimestamp(member.joined, UTC)
    return {
        "user": user_json(user),
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": [] if member is None else [str(role) for role in sorted(member.roles)],
        "joined_at": joined.isoformat(),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None,
    }


def role_json(role: Role) -> Json:
    """The JSON of a role."""
    answer: Json = {
        "id": str(role.id),
        "name": role.name,
        "permissions": str(int(role.permissions)),
        "position": role.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": role.bot_id is not None,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    return answer if role.bot_id is None else answer | {"tags": {"bot_id": str(role.bot_id)}}


def channel_json(state: State, channel: Channel) -> Json:
    """The JSON of a channel, thread or direct message channel."""
    timeline = [m for m in state.timeline(channel.id) if m.visible_to is None]
    common = {
        "id": str(channel.id),
        "type": int(channel.type),
        "last_message_id": str(timeline[-1].id) if timeline else None,
        "flags": REQUIRE_TAG if channel.forum and channel.forum.requires_tag else 0,
    }
    if channel.type is ChannelType.DIRECT:
        recipient = state.users[channel.recipient_id or 0]
        return common | {"recipients": [user_json(recipient)]}
    common |= {
        "guild_id": str(channel.guild_id),
        "name": channel.name,
        "rate_limit_per_user": 0,
        "last_pin_timestamp": None,
        "parent_id": None if channel.parent_id is None else str(channel.parent_id),
    }
    if channel.is_thread:
        return common | _thread_json(channel, len(timeline))
    return (
        common
        | _forum_json(channel)
        | {
            "position": 0,
            "permission_overwrites": [_overwrite_json(o) for o in channel.overwrites],
            "nsfw": False,
            "topic": channel.topic,
        }
    )


def _thread_json(thread: Channel, messages: int) -> Json:
    opened = created_at(thread.id)
    return {
        "applied_tags": [str(tag) for tag in thread.applied],
        "owner_id": str(thread.owner_id),
        "message_count": messages,
        "total_message_sent": messages,
        "member_count": 1,
        "thread_metadata": {
            "archived": thread.archived,
            "locked": thread.locked,
            "auto_archive_duration": ARCHIVE_MINUTES,
            "archive_timestamp": (thread.changed or opened).isoformat(),
            "create_timestamp": opened.isoformat(),
        },
    }


def _forum_json(channel: Channel) -> Json:
    if channel.forum is None:
        return {}
    no_emoji = {"emoji_id": None, "emoji_name": None}
    tags = channel.forum.tags
    return {
        "default_forum_layout": 0,
        "default_reaction_emoji": None,
        "default_sort_order": None,
        "available_tags": [
            {"id": str(tag.id), "name": tag.name, "moderated": tag.moderated, **no_emoji}
            for tag in tags
        ],
    }


def _overwrite_json(overwrite: Overwrite) -> Json:
    return {
        "id": str(overwrite.target_id),
        "type": int(overwrite.member),
        "allow": str(int(overwrite.allow)),
        "deny": str(int(overwrite.deny)),
    }


def news_channel(state: State, guild: Guild) -> str | None:
    """The ID of the channel in which Discord tells who has joined a server: its first one."""
    found = [
        channel.id
        for channel in state.channels.values()
        if channel.guild_id == guild.id and channel.type is ChannelType.TEXT
    ]
    return str(min(found)) if found else None


def _guild_common(state: State, guild: Guild) -> Json:
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "description": None,
        "splash": None,
        "discovery_splash": None,
        "features": [],
        "banner": None,
        "owner_id": str(guild.owner_id),
        "application_id": None,
        "region": "",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": news_channel(state, guild),
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "roles": [role_json(role) for role in state.roles_of(guild)],
        "default_message_notifications": 0,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": guild.locale,
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "incidents_data": None,
        "approximate_member_count": len(state.members(guild)),
        "approximate_presence_count": len(state.members(guild)),
    }


def guild_json(state: State, guild: Guild) -> Json:
    """The JSON of a server in answers of the REST API."""
    return _guild_common(state, guild) | {"home_header": None, "nsfw": False}


def guild_channels(state: State, guild: Guild) -> list[Json]:
    """The JSON of a server's text channels and forums, without threads."""
    return [
        channel_json(state, channel)
        for channel in state.channels.values()
        if channel.guild_id == guild.id and not channel.is_thread
    ]


def guild_threads(state: State, guild: Guild) -> list[Json]:
    """The JSON of a server's active threads that the bot can see."""
    return [
        channel_json(state, channel)
        for channel in state.channels.values()
        if channel.guild_id == guild.id
        and channel.is_thread
        and not channel.archived
        and state.can_see(state.bot.id, channel)
    ]


def guild_create_json(state: State, guild: Guild) -> Json:
    """The JSON of a server in a `GUILD_CREATE` event, as one that was announced before."""
    return _guild_common(state, guild) | {
        "hub_type": None,
        "joined_at": created_at(guild.id).isoformat(),
        "large": False,
        "unavailable": False,
        "member_count": len(state.members(guild)),
        "members": [member_json(state, guild, state.bot)],
        "channels": guild_channels(state, guild),
        "threads": guild_threads(state, guild),
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def application_json(state: State) -> Json:
    """The JSON of the application in answers to its own bot."""
    people = [user for user in state.users.values() if not user.bot]
    installed = {"scopes": ["applications.commands", "bot"], "permissions": "0"}
    return {
        "id": str(state.application_id),
        "name": state.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user_json(state.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": APPLICATION_FLAGS,
        "flags_new": str(APPLICATION_FLAGS),
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user_json(people[0]),
        "approximate_guild_count": sum(guild.has_bot for guild in state.guilds.values()),
        "approximate_user_install_count": sum(u.installed for u in people),
        "approximate_user_authorization_count": sum(u.installed for u in people),
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
        "integration_types_config": {
            "0": {"oauth2_install_params": installed},
            "1": {"oauth2_install_params": installed | {"scopes": ["applications.commands"]}},
        },
    }
