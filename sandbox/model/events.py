"""Events of the chat, which a `State` publishes to its listeners."""

from collections.abc import Callable

from msgspec import Struct

from sandbox.model.permissions import Role
from sandbox.model.records import Channel, ChatMessage, Guild, Interaction


class Event(Struct, frozen=True):
    """Something that happened in the chat."""


class MessageCreated(Event, frozen=True):
    """A message was created."""

    message: ChatMessage


class MessageUpdated(Event, frozen=True):
    """A message was edited or dismissed."""

    message: ChatMessage


class MessageDeleted(Event, frozen=True):
    """A message was deleted."""

    message: ChatMessage


class InteractionCreated(Event, frozen=True):
    """A person did something that the bot must answer."""

    interaction: Interaction


class InteractionUpdated(Event, frozen=True):
    """An interaction was acknowledged, answered, or failed."""

    interaction: Interaction


class CommandsChanged(Event, frozen=True):
    """The registered commands changed."""


class ChannelCreated(Event, frozen=True):
    """A channel or thread was created."""

    channel: Channel


class ChannelUpdated(Event, frozen=True):
    """A channel or thread changed: its name, permissions, or whether it is archived or locked."""

    channel: Channel


class ChannelDeleted(Event, frozen=True):
    """A channel or thread was deleted."""

    channel: Channel


class RoleCreated(Event, frozen=True):
    """A role was created in a server."""

    role: Role


class RoleUpdated(Event, frozen=True):
    """The permissions of a role changed."""

    role: Role


class BotJoined(Event, frozen=True):
    """The bot was invited to a server."""

    guild: Guild


class BotLeft(Event, frozen=True):
    """The bot was removed from a server."""

    guild: Guild


class PeopleChanged(Event, frozen=True):
    """Users, memberships or roles of members changed."""


class TypingStarted(Event, frozen=True):
    """A user began to type; clients show it for ten seconds, or until the message is sent."""

    channel_id: int
    user_id: int


class ClockAdvanced(Event, frozen=True):
    """The chat's clock was moved forward to `now` (seconds since 1970)."""

    now: float


class PresenceChanged(Event, frozen=True):
    """The bot connected to the gateway or disconnected."""

    online: bool


class ActivityLaunched(Event, frozen=True):
    """A person came into an instance of the Activity, by a link with `custom_id` if not None."""

    user_id: int
    instance_id: str
    channel_id: int
    custom_id: str | None


class ParticipantsChanged(Event, frozen=True):
    """People came into an instance of the Activity, or left it."""

    instance_id: str


Listener = Callable[[Event], None]
