"""What happens in the chat, told to everyone who subscribed to the `State`."""

from collections.abc import Callable
from dataclasses import dataclass

from sandbox.model.permissions import Role
from sandbox.model.records import Channel, ChatMessage, Guild, Interaction


@dataclass(frozen=True, slots=True)
class MessageCreated:
    """A message appeared."""

    message: ChatMessage


@dataclass(frozen=True, slots=True)
class MessageUpdated:
    """A message was edited or dismissed."""

    message: ChatMessage


@dataclass(frozen=True, slots=True)
class MessageDeleted:
    """A message is gone."""

    message: ChatMessage


@dataclass(frozen=True, slots=True)
class InteractionCreated:
    """A person did something; the bot is to be told."""

    interaction: Interaction


@dataclass(frozen=True, slots=True)
class InteractionUpdated:
    """An interaction was acknowledged, answered, or failed."""

    interaction: Interaction


@dataclass(frozen=True, slots=True)
class CommandsChanged:
    """The bot registered other commands."""


@dataclass(frozen=True, slots=True)
class ChannelCreated:
    """A channel or thread appeared."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelUpdated:
    """A channel or thread changed: its name, its permissions, or whether it is archived."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelDeleted:
    """A channel or thread is gone."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class RoleCreated:
    """A server has a new role."""

    role: Role


@dataclass(frozen=True, slots=True)
class RoleUpdated:
    """A role has other permissions."""

    role: Role


@dataclass(frozen=True, slots=True)
class BotJoined:
    """The bot was invited to a server."""

    guild: Guild


@dataclass(frozen=True, slots=True)
class BotLeft:
    """The bot was removed from a server."""

    guild: Guild


@dataclass(frozen=True, slots=True)
class PeopleChanged:
    """Somebody came, left, or has other roles."""


@dataclass(frozen=True, slots=True)
class TypingStarted:
    """Somebody began to type; it shows for ten seconds, or until they say it."""

    channel_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class ClockAdvanced:
    """The chat's clock was put forward, to `now` (seconds since 1970)."""

    now: float


@dataclass(frozen=True, slots=True)
class PresenceChanged:
    """The bot connected to the gateway or left it."""

    online: bool


Event = (
    MessageCreated
    | MessageUpdated
    | MessageDeleted
    | InteractionCreated
    | InteractionUpdated
    | CommandsChanged
    | ChannelCreated
    | ChannelUpdated
    | ChannelDeleted
    | RoleCreated
    | RoleUpdated
    | BotJoined
    | BotLeft
    | PeopleChanged
    | TypingStarted
    | ClockAdvanced
    | PresenceChanged
)
Listener = Callable[[Event], None]
