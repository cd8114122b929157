"""Events of the chat, which a `State` publishes to its listeners."""

from collections.abc import Callable
from dataclasses import dataclass

from sandbox.model.permissions import Role
from sandbox.model.records import Channel, ChatMessage, Guild, Interaction


@dataclass(frozen=True, slots=True)
class MessageCreated:
    """A message was created."""

    message: ChatMessage


@dataclass(frozen=True, slots=True)
class MessageUpdated:
    """A message was edited or dismissed."""

    message: ChatMessage


@dataclass(frozen=True, slots=True)
class MessageDeleted:
    """A message was deleted."""

    message: ChatMessage


@dataclass(frozen=True, slots=True)
class InteractionCreated:
    """A person did something that the bot must answer."""

    interaction: Interaction


@dataclass(frozen=True, slots=True)
class InteractionUpdated:
    """An interaction was acknowledged, answered, or failed."""

    interaction: Interaction


@dataclass(frozen=True, slots=True)
class CommandsChanged:
    """The registered commands changed."""


@dataclass(frozen=True, slots=True)
class ChannelCreated:
    """A channel or thread was created."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelUpdated:
    """A channel or thread changed: its name, permissions, or whether it is archived or locked."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelDeleted:
    """A channel or thread was deleted."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class RoleCreated:
    """A role was created in a server."""

    role: Role


@dataclass(frozen=True, slots=True)
class RoleUpdated:
    """The permissions of a role changed."""

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
    """Users, memberships or roles of members changed."""


@dataclass(frozen=True, slots=True)
class TypingStarted:
    """A user began to type; clients show it for ten seconds, or until the message is sent."""

    channel_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class ClockAdvanced:
    """The chat's clock was moved forward to `now` (seconds since 1970)."""

    now: float


@dataclass(frozen=True, slots=True)
class PresenceChanged:
    """The bot connected to the gateway or disconnected."""

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
