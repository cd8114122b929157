"""What exists in the chat: people, servers, channels, messages and interactions.

Records are frozen; a change replaces the record and is published as an `Event` to everyone who
subscribed (the gateway, the page, the driver).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, IntEnum, IntFlag
from typing import Any

from sandbox.errors import unknown
from sandbox.permissions import (
    ALL,
    DIRECT,
    NOTHING,
    Overwrite,
    Permission,
    Role,
    base_permissions,
    channel_permissions,
    without_talk,
)

Json = dict[str, Any]


class MessageFlag(IntFlag):
    """Bits of a message's `flags` that the sandbox acts on."""

    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


NO_FLAGS = MessageFlag(0)


class MessageType(IntEnum):
    """Why a message exists."""

    DEFAULT = 0
    REPLY = 19
    CHAT_INPUT_COMMAND = 20
    CONTEXT_MENU_COMMAND = 23


class InteractionType(IntEnum):
    """What a person did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Stage(Enum):
    """How far the answer to an interaction has come."""

    WAITING = "waiting"  # not acknowledged yet
    DEFERRED = "deferred"  # acknowledged, the answer is still to come
    ANSWERED = "answered"
    FAILED = "failed"  # not acknowledged in time


class ChannelType(IntEnum):
    """Kinds of channels."""

    TEXT = 0
    DIRECT = 1
    THREAD = 11


@dataclass(frozen=True, slots=True)
class User:
    """A person or a bot.

    `installed` says whether the person added the application to their own account, and
    `accepts_direct` whether they accept direct messages from it.
    """

    id: int
    username: str
    name: str
    bot: bool = False
    locale: str = "en-US"
    installed: bool = True
    accepts_direct: bool = True


@dataclass(frozen=True, slots=True)
class Guild:
    """A server. Without `has_bot` it knows the application only through its users."""

    id: int
    name: str
    owner_id: int
    has_bot: bool = True
    locale: str = "en-US"


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody's membership of a server since `joined` (seconds since 1970), with their roles."""

    guild_id: int
    user_id: int
    joined: float
    roles: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Channel:
    """A text channel of a server, a thread, or the direct messages of one person with the bot.

    A thread names its channel in `parent_id` and who opened it in `owner_id`.
    """

    id: int
    name: str
    guild_id: int | None = None
    recipient_id: int | None = None
    parent_id: int | None = None
    owner_id: int | None = None
    overwrites: tuple[Overwrite, ...] = ()
    topic: str | None = None
    archived: bool = False
    locked: bool = False

    @property
    def type(self) -> ChannelType:
        """Which kind of channel it is."""
        if self.guild_id is None:
            return ChannelType.DIRECT
        return ChannelType.TEXT if self.parent_id is None else ChannelType.THREAD


@dataclass(frozen=True, slots=True)
class Attachment:
    """An uploaded file: `size` in bytes, `width` and `height` in pixels when it is a picture."""

    id: int
    filename: str
    content_type: str
    size: int
    url: str
    width: int | None = None
    height: int | None = None
    description: str | None = None
    ephemeral: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """One message. An ephemeral one names the only person who sees it in `visible_to`."""

    id: int
    channel_id: int
    author_id: int
    timestamp: datetime
    type: MessageType = MessageType.DEFAULT
    content: str = ""
    edited: datetime | None = None
    attachments: tuple[Attachment, ...] = ()
    embeds: tuple[Json, ...] = ()
    components: tuple[Json, ...] = ()
    flags: MessageFlag = NO_FLAGS
    interaction_id: int | None = None
    interaction_metadata: Json | None = None
    reference_id: int | None = None
    visible_to: int | None = None
    dismissed: bool = False

    @property
    def loading(self) -> bool:
        """Whether this is a deferred answer that has not come yet ("thinking…")."""
        return MessageFlag.LOADING in self.flags


@dataclass(frozen=True, slots=True)
class Interaction:
    """Something a person did that the bot has to answer.

    `created` is the sandbox clock (seconds since 1970); `title` is what the page shows
    ("/name"); `message_id` the message whose component or context menu was used; `response_id`
    the original response; `answer_id` the message that last carried an answer; `ack_seconds`
    how long the bot took to acknowledge.
    """

    id: int
    token: str
    type: InteractionType
    user_id: int
    channel_id: int
    created: float
    title: str
    data: Json
    owners: dict[str, str]
    message_id: int | None = None
    metadata: Json = field(default_factory=dict)
    stage: Stage = Stage.WAITING
    callback: int | None = None
    ephemeral: bool = False
    response_id: int | None = None
    answer_id: int | None = None
    ack_seconds: float | None = None
    modal: Json | None = None
    choices: tuple[Json, ...] = ()
    dismissed: bool = False


@dataclass(frozen=True, slots=True)
class MessageCreated:
    """A message appeared."""

    message: Message


@dataclass(frozen=True, slots=True)
class MessageUpdated:
    """A message was edited or dismissed."""

    message: Message


@dataclass(frozen=True, slots=True)
class MessageDeleted:
    """A message is gone."""

    message: Message


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
    | PresenceChanged
)
Listener = Callable[[Event], None]

MAX_MESSAGES = 500
MAX_INTERACTIONS = 10_000


class State:
    """All records by id, and the listeners. The oldest messages of a channel are forgotten."""

    def __init__(self, application_id: int, bot: User) -> None:
        self.application_id = application_id
        self.bot = bot
        self.online = False
        self.users: dict[int, User] = {bot.id: bot}
        self.guilds: dict[int, Guild] = {}
        self.roles: dict[int, Role] = {}
        self.memberships: dict[tuple[int, int], Member] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.interactions: dict[int, Interaction] = {}
        self._timelines: dict[int, list[int]] = {}
        self._tokens: dict[str, int] = {}
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` on every event; returns a function that ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def publish(self, event: Event) -> None:
        """Tell every listener."""
        for listener in tuple(self._listeners):
            listener(event)

    def timeline(self, channel_id: int) -> list[Message]:
        """The messages of a channel, oldest first."""
        return [self.messages[i] for i in self._timelines.get(channel_id, ())]

    def add_message(self, message: Message) -> None:
        """Store and announce a new message."""
        self.messages[message.id] = message
        timeline = self._timelines.setdefault(message.channel_id, [])
        timeline.append(message.id)
        self.publish(MessageCreated(message))
        if len(timeline) > MAX_MESSAGES:
            self.remove_message(self.messages[timeline[0]])

    def replace_message(self, message: Message) -> None:
        """Store and announce the new form of a message."""
        self.messages[message.id] = message
        self.publish(MessageUpdated(message))

    def remove_message(self, message: Message) -> None:
        """Forget a message and announce that."""
        self.forget_message(message)
        self.publish(MessageDeleted(message))

    def forget_message(self, message: Message) -> None:
        """Forget a message without a word, as when its channel goes."""
        del self.messages[message.id]
        self._timelines[message.channel_id].remove(message.id)

    def add_interaction(self, interaction: Interaction) -> None:
        """Store and announce a new interaction."""
        self.interactions[interaction.id] = interaction
        self._tokens[interaction.token] = interaction.id
        if len(self.interactions) > MAX_INTERACTIONS:
            oldest = self.interactions.pop(next(iter(self.interactions)))
            del self._tokens[oldest.token]
        self.publish(InteractionCreated(interaction))

    def replace_interaction(self, interaction: Interaction) -> None:
        """Store and announce the new form of an interaction."""
        self.interactions[interaction.id] = interaction
        self.publish(InteractionUpdated(interaction))

    def interaction_by_token(self, token: str) -> Interaction | None:
        """The interaction a token belongs to."""
        found = self._tokens.get(token)
        return None if found is None else self.interactions[found]

    def channel(self, channel_id: int) -> Channel:
        """The channel, or `ApiError` 10003."""
        if channel_id not in self.channels:
            raise unknown(10003)
        return self.channels[channel_id]

    def guild_of(self, channel_id: int) -> Guild | None:
        """The server a channel belongs to; None for direct messages."""
        guild_id = self.channel(channel_id).guild_id
        return None if guild_id is None else self.guilds[guild_id]

    def member(self, guild_id: int, user_id: int) -> Member | None:
        """Somebody's membership of a server."""
        return self.memberships.get((guild_id, user_id))

    def members(self, guild: Guild) -> list[User]:
        """Everyone in a server."""
        return [self.users[user] for place, user in self.memberships if place == guild.id]

    def roles_of(self, guild: Guild) -> list[Role]:
        """The roles of a server, @everyone first."""
        found = (role for role in self.roles.values() if role.guild_id == guild.id)
        return sorted(found, key=lambda role: (role.position, role.id))

    def direct_channel(self, user_id: int) -> Channel | None:
        """The direct messages of a person with the bot."""
        found = (c for c in self.channels.values() if c.recipient_id == user_id)
        return next(found, None)

    def can_see(self, user_id: int, channel: Channel) -> bool:
        """Whether somebody sees that a channel exists."""
        return Permission.VIEW_CHANNEL in self.permissions(user_id, channel)

    def permissions(self, user_id: int, channel: Channel) -> Permission:
        """What somebody may do in a channel; nothing where they do not belong."""
        if channel.guild_id is None:
            return DIRECT if user_id in (channel.recipient_id, self.bot.id) else NOTHING
        guild = self.guilds[channel.guild_id]
        member = self.member(guild.id, user_id)
        if member is None:
            return NOTHING
        if user_id == guild.owner_id:
            return ALL
        base = base_permissions(self.roles[role] for role in (guild.id, *member.roles))
        parent = channel if channel.parent_id is None else self.channels[channel.parent_id]
        allowed = channel_permissions(base, parent.overwrites, guild.id, member.roles, user_id)
        return without_talk(allowed, sending_in(channel))


def sending_in(channel: Channel) -> Permission:
    """What it takes to send messages in that kind of channel."""
    thread = channel.type is ChannelType.THREAD
    return Permission.SEND_MESSAGES_IN_THREADS if thread else Permission.SEND_MESSAGES
