"""The state of the chat: all records by id.

Records are frozen; a change replaces the record and is published as an `Event` to the listeners
(the gateway, the page, the test client).
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
    without_message_permissions,
)
from sandbox.model.records import Channel, ChatMessage, Guild, Interaction, Member, Tag, User

MAX_MESSAGES = 500
MAX_INTERACTIONS = 10_000


class State:
    """All records by id, and the listeners. A channel keeps its latest `MAX_MESSAGES` messages."""

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
        """Call `listener` on every event; returns a function that unsubscribes it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def publish(self, event: Event) -> None:
        """Pass an event to every listener."""
        for listener in tuple(self._listeners):
            listener(event)

    def timeline(self, channel_id: int) -> list[ChatMessage]:
        """The messages of a channel, oldest first."""
        return [self.messages[i] for i in self._timelines.get(channel_id, ())]

    def add_message(self, message: ChatMessage) -> None:
        """Store a new message and publish it."""
        self.messages[message.id] = message
        timeline = self._timelines.setdefault(message.channel_id, [])
        timeline.append(message.id)
        self.publish(MessageCreated(message))
        if len(timeline) > MAX_MESSAGES:
            self.remove_message(self.messages[timeline[0]])

    def replace_message(self, message: ChatMessage) -> None:
        """Store a changed message and publish it."""
        self.messages[message.id] = message
        self.publish(MessageUpdated(message))

    def remove_message(self, message: ChatMessage) -> None:
        """Remove a message and publish that."""
        self.discard_message(message)
        self.publish(MessageDeleted(message))

    def discard_message(self, message: ChatMessage) -> None:
        """Remove a message without an event, as when its channel is deleted."""
        del self.messages[message.id]
        self._timelines[message.channel_id].remove(message.id)

    def add_interaction(self, interaction: Interaction) -> None:
        """Store a new interaction and publish it. Drops the oldest above `MAX_INTERACTIONS`."""
        self.interactions[interaction.id] = interaction
        self._tokens[interaction.token] = interaction.id
        if len(self.interactions) > MAX_INTERACTIONS:
            oldest = self.interactions.pop(next(iter(self.interactions)))
            del self._tokens[oldest.token]
        self.publish(InteractionCreated(interaction))

    def replace_interaction(self, interaction: Interaction) -> None:
        """Store a changed interaction and publish it."""
        self.interactions[interaction.id] = interaction
        self.publish(InteractionUpdated(interaction))

    def interaction_by_token(self, token: str) -> Interaction | None:
        """The interaction with that token, or None."""
        found = self._tokens.get(token)
        return None if found is None else self.interactions[found]

    def restore(self, messages: Iterable[ChatMessage], interactions: Iterable[Interaction]) -> None:
        """Restore the messages (oldest first) and interactions of an earlier run."""
        for message in messages:
            self.messages[message.id] = message
            self._timelines.setdefault(message.channel_id, []).append(message.id)
        for interaction in interactions:
            self.interactions[interaction.id] = interaction
            self._tokens[interaction.token] = interaction.id

    def channel(self, channel_id: int) -> Channel:
        """The channel; raises `ApiError` 10003 if it does not exist."""
        if channel_id not in self.channels:
            raise unknown(10003)
        return self.channels[channel_id]

    def guild_of(self, channel_id: int) -> Guild | None:
        """The server of a channel; None for direct messages."""
        guild_id = self.channel(channel_id).guild_id
        return None if guild_id is None else self.guilds[guild_id]

    def member(self, guild_id: int, user_id: int) -> Member | None:
        """The membership of a user in a server, or None."""
        return self.memberships.get((guild_id, user_id))

    def members(self, guild: Guild) -> list[User]:
        """All members of a server, with the bot."""
        return [self.users[user] for place, user in self.memberships if place == guild.id]

    def roles_of(self, guild: Guild) -> list[Role]:
        """The roles of a server, @everyone first."""
        found = (role for role in self.roles.values() if role.guild_id == guild.id)
        return sorted(found, key=lambda role: (role.position, role.id))

    def direct_channel(self, user_id: int) -> Channel | None:
        """The channel of a person's direct messages with the bot, or None."""
        found = (c for c in self.channels.values() if c.recipient_id == user_id)
        return next(found, None)

    def tags_of(self, thread: Channel) -> list[Tag]:
        """The tags of a post of a forum."""
        forum = None if thread.parent_id is None else self.channels[thread.parent_id].forum
        return [tag for tag in (forum.tags if forum else ()) if tag.id in thread.applied]

    def can_see(self, user_id: int, channel: Channel) -> bool:
        """Whether a user has the permission to view a channel."""
        return Permission.VIEW_CHANNEL in self.permissions(user_id, channel)

    def permissions(self, user_id: int, channel: Channel) -> Permission:
        """The permissions of a user in a channel; none for users who are not members."""
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
        is_in = channel.members is None or user_id in channel.members
        if not is_in and Permission.MANAGE_THREADS not in allowed:
            return NOTHING
        return without_message_permissions(allowed, send_permission(channel))


def send_permission(channel: Channel) -> Permission:
    """The permission that sending messages requires: it differs between threads and others."""
    if channel.is_thread:
        return Permission.SEND_MESSAGES_IN_THREADS
    return Permission.SEND_MESSAGES
