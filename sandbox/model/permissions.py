"""Permission bits, and how roles and channel overwrites combine them."""

from collections.abc import Iterable
from enum import IntFlag

from msgspec import Struct


class Permission(IntFlag):
    """The bits of Discord's permissions that concern text channels."""

    CREATE_INSTANT_INVITE = 1 << 0
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    SEND_TTS_MESSAGES = 1 << 12
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EMBEDDED_ACTIVITIES = 1 << 39
    SEND_POLLS = 1 << 49
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51


ALL = Permission((1 << 53) - 1)
NOTHING = Permission(0)
EVERYONE = (
    Permission.CREATE_INSTANT_INVITE
    | Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.USE_EMBEDDED_ACTIVITIES
    | Permission.SEND_POLLS
    | Permission.USE_EXTERNAL_APPS
)
"""Permissions of @everyone in a new server."""
MANAGER = (
    Permission.MANAGE_GUILD
    | Permission.MANAGE_CHANNELS
    | Permission.MANAGE_MESSAGES
    | Permission.MANAGE_THREADS
)
"""Permissions of the role of managers."""
DIRECT = EVERYONE & ~(
    Permission.CREATE_INSTANT_INVITE
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
"""Permissions in direct messages."""
_REQUIRE_SENDING = (
    Permission.SEND_TTS_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.MENTION_EVERYONE
    | Permission.SEND_POLLS
)
"""Permissions that have no effect without the permission to send messages."""


class Role(Struct, frozen=True):
    """A role of a server. `bot_id` is set on the role that a bot's invitation created."""

    id: int
    guild_id: int
    name: str
    permissions: Permission = NOTHING
    position: int = 0
    bot_id: int | None = None


class Overwrite(Struct, frozen=True):
    """Permissions that one channel allows or denies to a role, or to a user if `member`."""

    target_id: int
    allow: Permission = NOTHING
    deny: Permission = NOTHING
    member: bool = False


def base_permissions(roles: Iterable[Role]) -> Permission:
    """The permissions in a server of a member with these roles.

    >>> base_permissions([Role(1, 1, "boss", Permission.ADMINISTRATOR)]) == ALL
    True
    """
    combined = NOTHING
    for role in roles:
        combined |= role.permissions
    return ALL if Permission.ADMINISTRATOR in combined else combined


def channel_permissions(
    base: Permission,
    overwrites: Iterable[Overwrite],
    everyone: int,
    roles: frozenset[int],
    user_id: int,
) -> Permission:
    """The permissions in one channel of a member with these `base` permissions and `roles`.

    Overwrites apply in the order of Discord's documentation, "Permission Overwrites": that of
    `everyone` (a role id), then those of all roles together, then the user's own.

    >>> muted = [Overwrite(1, deny=Permission.SEND_MESSAGES)]
    >>> Permission.SEND_MESSAGES in channel_permissions(EVERYONE, muted, 1, frozenset(), 2)
    False
    """
    if Permission.ADMINISTRATOR in base:
        return ALL
    by_rank: list[list[Overwrite]] = [[], [], []]
    for overwrite in overwrites:
        if overwrite.member:
            if overwrite.target_id == user_id:
                by_rank[2].append(overwrite)
        elif overwrite.target_id == everyone:
            by_rank[0].append(overwrite)
        elif overwrite.target_id in roles:
            by_rank[1].append(overwrite)
    for rank in by_rank:
        for overwrite in rank:
            base &= ~overwrite.deny
        for overwrite in rank:
            base |= overwrite.allow
    return base if Permission.VIEW_CHANNEL in base else NOTHING


def without_message_permissions(permissions: Permission, needed: Permission) -> Permission:
    """The permissions; without `needed`, the permission to send, also without those it enables."""
    return permissions if needed in permissions else permissions & ~_REQUIRE_SENDING
