"""Translates events of the chat into gateway events for the shards that may receive them."""

from collections.abc import Callable, Iterable

from sandbox.api.payloads import interaction_json, message_json
from sandbox.api.place_payloads import channel_json, guild_create_json, role_json
from sandbox.model.events import (
    BotJoined,
    BotLeft,
    ChannelCreated,
    ChannelDeleted,
    ChannelUpdated,
    Event,
    InteractionCreated,
    MessageCreated,
    MessageDeleted,
    MessageUpdated,
    RoleCreated,
    RoleUpdated,
)
from sandbox.model.permissions import Role
from sandbox.model.records import Channel, ChannelType, ChatMessage, Guild, Interaction, Json
from sandbox.model.sessions import GatewaySession, Intent
from sandbox.model.state import State

CHANGES: dict[type[Event], str] = {
    MessageCreated: "CREATE",
    MessageUpdated: "UPDATE",
    MessageDeleted: "DELETE",
    ChannelCreated: "CREATE",
    ChannelUpdated: "UPDATE",
    ChannelDeleted: "DELETE",
    RoleCreated: "CREATE",
    RoleUpdated: "UPDATE",
}


class Announcer:
    """Listener of a `State` that dispatches each event to the gateway sessions concerned.

    Shard, intents and membership of the bot decide which sessions receive an event.
    """

    def __init__(self, state: State, sessions: Callable[[], Iterable[GatewaySession]]) -> None:
        self._state = state
        self._sessions = sessions

    def __call__(self, event: Event) -> None:
        """Dispatch one event; events without a gateway counterpart are ignored."""
        match event:
            case InteractionCreated(interaction):
                self._dispatch_interaction(interaction)
            case MessageCreated(message) | MessageUpdated(message) | MessageDeleted(message):
                self._dispatch_message(f"MESSAGE_{CHANGES[type(event)]}", message)
            case ChannelCreated(channel) | ChannelUpdated(channel) | ChannelDeleted(channel):
                self._dispatch_channel(CHANGES[type(event)], channel)
            case BotJoined(guild):
                self._dispatch("GUILD_CREATE", guild, guild_create_json(self._state, guild))
            case BotLeft(guild):
                self._dispatch("GUILD_DELETE", guild, {"id": str(guild.id)})
            case RoleCreated(role) | RoleUpdated(role):
                self._dispatch_role(CHANGES[type(event)], role)

    def _dispatch_interaction(self, interaction: Interaction) -> None:
        guild_id = self._bot_guild(interaction.channel_id)
        for session in self._sessions():
            if session.owns(guild_id):
                session.dispatch("INTERACTION_CREATE", interaction_json(self._state, interaction))

    def _dispatch_role(self, change: str, role: Role) -> None:
        guild = self._state.guilds[role.guild_id]
        if guild.has_bot:
            data = {"guild_id": str(guild.id), "role": role_json(role)}
            self._dispatch(f"GUILD_ROLE_{change}", guild, data)

    def _dispatch(self, name: str, guild: Guild, data: Json) -> None:
        """Send an event to the shard of a server if it has the `GUILDS` intent."""
        for session in self._sessions():
            if Intent.GUILDS in session.intents and session.owns(guild.id):
                session.dispatch(name, data)

    def _dispatch_channel(self, change: str, channel: Channel) -> None:
        guild = self._state.guilds.get(channel.guild_id or 0)
        if guild is None or not guild.has_bot:
            return
        data = channel_json(self._state, channel)
        if channel.type is not ChannelType.THREAD:
            self._dispatch(f"CHANNEL_{change}", guild, data)
        elif self._state.can_see(self._state.bot.id, channel):
            if change == "DELETE":
                data = {key: data[key] for key in ("id", "guild_id", "parent_id", "type")}
            self._dispatch(f"THREAD_{change}", guild, data)

    def _bot_guild(self, channel_id: int) -> int | None:
        guild = self._state.guild_of(channel_id)
        return guild.id if guild is not None and guild.has_bot else None

    def _dispatch_message(self, name: str, message: ChatMessage) -> None:
        guild = self._state.guild_of(message.channel_id)
        if message.visible_to is not None or (guild is not None and not guild.has_bot):
            return
        wanted = Intent.DIRECT_MESSAGES if guild is None else Intent.GUILD_MESSAGES
        for session in self._sessions():
            if wanted in session.intents and session.owns(guild.id if guild else None):
                session.dispatch(name, self._message_data(name, message, session))

    def _message_data(self, name: str, message: ChatMessage, session: GatewaySession) -> Json:
        guild = self._state.guild_of(message.channel_id)
        place = {} if guild is None else {"guild_id": str(guild.id)}
        if name == "MESSAGE_DELETE":
            return {"id": str(message.id), "channel_id": str(message.channel_id)} | place
        data = message_json(self._state, message) | place
        own = message.author_id == self._state.bot.id or guild is None
        if not own and Intent.MESSAGE_CONTENT not in session.intents:
            data |= {"content": "", "attachments": [], "embeds": [], "components": []}
        return data
