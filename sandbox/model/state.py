"""Everything that exists in the chat, by id.

Records are frozen; a change replaces the record and is published as an `Event` to everyone who
subscribed (the gateway, the page, the driver).
"""

from collections.abc import Callable, Iterable

from sandbox.model.errors import unknown
from sandbox.model.events import (
    Event,
    InteractionCreated,
    InteractionUpdated,
    Listener,
    MessageCreated,
    MessageDeleted,
    MessageUpdated,
)
from sandbox.model.permissions import (
    ALL,
    DIRECT,
    NOTHING,
    Permission,
    Role,
    base_permissions,
    channel_permissions,
    without_talk,
)
from sandbox.model.records import (
    Channel,
    ChannelType,
    ChatMessage,
    Guild,
    Interaction,
    Member,
    User,
)

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
        self.messages: dict[int, ChatMessage] = {}
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

    def timeline(self, channel_id: int) -> list[ChatMessage]:
        """The messages of a channel, oldest first."""
        return [self.messages[i] for i in self._timelines.get(channel_id, ())]

    def add_message(self, message: ChatMessage) -> None:
        """Store and announce a new message."""
        self.messages[message.id] = message
        timeline = self._timelines.setdefault(message.channel_id, [])
        timeline.append(message.id)
        self.publish(MessageCreated(message))
        if len(timeline) > MAX_MESSAGES:
            self.remove_message(self.messages[timeline[0]])

    def replace_message(self, message: ChatMessage) -> None:
        """Store and announce the new form of a message."""
        self.messages[message.id] = message
        self.publish(MessageUpdated(message))

    def remove_message(self, message: ChatMessage) -> None:
        """Forget a message and announce that."""
        self.forget_message(message)
        self.publish(MessageDeleted(message))

    def forget_message(self, message: ChatMessage) -> None:
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

    def take_up(self, messages: Iterable[ChatMessage], interactions: Iterable[Interaction]) -> None:
        """Begin with the messages, oldest first, and interactions of an earlier run."""
        for message in messages:
            self.messages[message.id] = message
            self._timelines.setdefault(message.channel_id, []).append(message.id)
        for interaction in interactions:
            self.interactions[interaction.id] = interaction
            self._tokens[interaction.token] = interaction.id

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
