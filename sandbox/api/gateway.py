"""The gateway: one WebSocket per shard, resumable sessions, and the events that they get."""

import asyncio
import json
import logging
import secrets
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Any, NamedTuple

from aiohttp import WSMsgType, web
from msgspec import Struct

from sandbox.api.inspection import GatewayFrame, Inspector
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
    PresenceChanged,
    RoleCreated,
    RoleUpdated,
)
from sandbox.model.permissions import Role
from sandbox.model.records import Channel, ChatMessage, Guild, Interaction, Json
from sandbox.model.sessions import (
    PRIVILEGED_INTENTS,
    Change,
    CloseCode,
    CloseConnectionError,
    GatewaySession,
    Intent,
)
from sandbox.model.settings import SandboxSettings
from sandbox.model.state import State
from sandbox.payloads.messages import interaction_json, message_json
from sandbox.payloads.places import (
    APPLICATION_FLAGS,
    channel_json,
    guild_create_json,
    own_user_json,
    role_json,
)

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

VERSION = 10
MAX_SHARDS = 16
MAX_FRAME_BYTES = 4096
MAX_FRAMES = 120
"""Maximum number of frames that a client may send per minute."""
MINUTE = 60.0
KNOWN_INTENTS = (1 << 26) - 1

MAX_IDENTIFIES = 1000
"""Maximum number of latest starts of sessions that are kept."""

log = logging.getLogger(__name__)


class Identify(NamedTuple):
    """The start of a session: when (seconds since 1970), and which shard of how many."""

    at: float
    shard: tuple[int, int]


class Op(IntEnum):
    """Opcodes of the gateway."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE_UPDATE = 3
    VOICE_STATE_UPDATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_GUILD_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class GatewayConnection:
    """One socket. One task sends the frames in order, compressed if the client requested it."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        compression: str | None,
        inspector: Inspector | None = None,
    ) -> None:
        self.socket = socket
        self._inspector = inspector
        self.session: GatewaySession | None = None
        self._deflate = zlib.compressobj() if compression == "zlib-stream" else None
        self._received: deque[float] = deque()
        self._outbox: asyncio.Queue[Json | str] = asyncio.Queue()

    def count_frame(self, now: float) -> None:
        """Count a received frame at `now` (seconds).

        Raises `CloseConnectionError` when the client sent more than 120 frames within a minute.
        """
        while self._received and self._received[0] <= now - MINUTE:
            self._received.popleft()
        self._received.append(now)
        if len(self._received) > MAX_FRAMES:
            raise CloseConnectionError(CloseCode.RATE_LIMITED)

    def send(self, frame: Json | str) -> None:
        """Queue a frame for sending, or a text that may be none, which is not inspected."""
        self._outbox.put_nowait(frame)

    async def write(self) -> None:
        """Send frames until the socket closes."""
        while True:
            frame = await self._outbox.get()
            text = frame if isinstance(frame, str) else json.dumps(frame, separators=(",", ":"))
            if self._inspector is not None and not isinstance(frame, str):
                self._inspector.frame(GatewayFrame(sent=True, text=text))
            try:
                if self._deflate is None:
                    await self.socket.send_str(text)
                else:
                    data = self._deflate.compress(text.encode())
                    await self.socket.send_bytes(data + self._deflate.flush(zlib.Z_SYNC_FLUSH))
            except ConnectionError:
                return


class Gateway:
    """Accepts connections of shards and dispatches the events of the `State` to them.

    `url` is set once the socket is bound; `identifies` has the latest starts of sessions. The next
    `acks_to_lose` heartbeats are not acknowledged, and the next `resumes_to_ignore` requests to
    resume a session not answered. Raises `ValueError` when `settings.shards` is out of range.
    """

    def __init__(
        self,
        state: State,
        token: str,
        clock: Callable[[], float],
        settings: SandboxSettings,
        inspector: Inspector | None = None,
    ) -> None:
        if not 1 <= settings.shards <= MAX_SHARDS:
            raise ValueError(f"a sandbox has 1 to {MAX_SHARDS} shards, not {settings.shards}")
        self.url = ""
        self.acks_to_lose = 0
        self.resumes_to_ignore = 0
        self.identified = 0
        self.identifies: deque[Identify] = deque(maxlen=MAX_IDENTIFIES)
        self.token = token
        self.shards = settings.shards
        self._state = state
        self._clock = clock
        self.settings = settings
        self._inspector = inspector
        self._sessions: dict[str, GatewaySession] = {}
        self._connections: set[GatewayConnection] = set()
        self._change: Change | None = None
        state.subscribe(Announcer(state, lambda: tuple(self._sessions.values())))

    @property
    def sessions(self) -> tuple[GatewaySession, ...]:
        """The sessions that are connected or can be resumed."""
        return tuple(self._sessions.values())

    async def close(self) -> None:
        """Close every connection as a restarting gateway does (code 1001: reconnect)."""
        await self.drop(1001)

    def reconnect(self) -> None:
        """Request every shard to reconnect and resume (opcode 7)."""
        for connection in self._connections:
            connection.send({"op": Op.RECONNECT, "t": None, "s": None, "d": None})

    def invalidate(self, *, resumable: bool = False) -> None:
        """Send every shard "invalid session" (opcode 9); drop the sessions unless `resumable`."""
        for connection in self._connections:
            if not resumable:
                connection.session = None
            connection.send({"op": Op.INVALID_SESSION, "t": None, "s": None, "d": resumable})
        if not resumable:
            self._sessions.clear()
            self._publish_presence()

    @contextmanager
    def altering(self, change: Change) -> Iterator[None]:
        """Send, in place of each event during the block, what `change` makes of its data.

        `change` gets the name and the data of an event, and returns the data of any number of
        events of that name.
        """
        self._change = change
        try:
            yield
        finally:
            self._change = None

    def send(self, text: str) -> None:
        """Send every shard a frame with any text."""
        for connection in self._connections:
            connection.send(text)

    async def drop(self, code: int = 1006, *, forget: bool = False) -> None:
        """Close every socket with `code`. `forget` also drops the sessions, so none can be resumed.

        Code 1006 cuts the TCP connection without a closing frame.
        """
        if forget:
            self._sessions.clear()
        for connection in tuple(self._connections):
            transport = connection.socket.get_extra_info("transport")
            if code == 1006 and transport is not None:
                transport.abort()
            else:
                await connection.socket.close(code=code)

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve the connection of one shard until it closes.

        A `CloseConnectionError` ends it, with the error's code as the close code.
        """
        socket = web.WebSocketResponse(compress=False, max_msg_size=MAX_FRAME_BYTES)
        await socket.prepare(request)
        connection = GatewayConnection(socket, request.query.get("compress"), self._inspector)
        self._connections.add(connection)
        writer = asyncio.create_task(connection.write())
        try:
            if request.query.get("v") != str(VERSION) or request.query.get("encoding") != "json":
                raise CloseConnectionError(CloseCode.INVALID_API_VERSION)
            interval = {"heartbeat_interval": int(self.settings.heartbeat * 1000)}
            connection.send({"op": Op.HELLO, "t": None, "s": None, "d": interval})
            await self._listen(connection)
        except CloseConnectionError as reason:
            log.warning("Closing a gateway connection: %s %s", int(reason.code), reason.code.name)
            await socket.close(code=int(reason.code), message=reason.code.name.encode())
        finally:
            writer.cancel()
            self._detach(connection)
        return socket

    async def _listen(self, connection: GatewayConnection) -> None:
        timeout = self.settings.heartbeat * 2
        while True:
            try:
                message = await connection.socket.receive(timeout=timeout)
            except TimeoutError:
                raise CloseConnectionError(CloseCode.SESSION_TIMED_OUT) from None
            if message.type is WSMsgType.TEXT:
                connection.count_frame(self._clock())
                if self._inspector is not None:
                    self._inspector.frame(GatewayFrame(sent=False, text=message.data))
                self._receive(connection, _decode(message.data))
            elif message.type is WSMsgType.BINARY:
                raise CloseConnectionError(CloseCode.DECODE_ERROR)
            else:
                return

    def _receive(self, connection: GatewayConnection, frame: Json) -> None:
        op, data = frame.get("op"), frame.get("d")
        if op == Op.HEARTBEAT:
            self._acknowledge(connection)
        elif op == Op.IDENTIFY:
            self._identify(connection, _object(data))
        elif op == Op.RESUME:
            self._resume(connection, _object(data))
        elif op not in set(Op):
            raise CloseConnectionError(CloseCode.UNKNOWN_OPCODE)
        elif connection.session is None:
            raise CloseConnectionError(CloseCode.NOT_AUTHENTICATED)

    def _acknowledge(self, connection: GatewayConnection) -> None:
        if self.acks_to_lose:
            self.acks_to_lose -= 1
        else:
            connection.send({"op": Op.HEARTBEAT_ACK, "t": None, "s": None, "d": None})

    def _identify(self, connection: GatewayConnection, data: Json) -> None:
        if connection.session is not None:
            raise CloseConnectionError(CloseCode.ALREADY_AUTHENTICATED)
        self._check_token(data)
        shard = _shard(data.get("shard"))
        session = GatewaySession(secrets.token_hex(16), shard, self._intents(data), self._altered)
        self.identified += 1
        self.identifies.append(Identify(self._clock(), shard))
        self._remove_expired_sessions()
        self._sessions[session.id] = session
        self._attach(connection, session)
        guilds = [g for g in self._state.guilds.values() if g.has_bot and session.owns(g.id)]
        ready: Json = {
            "v": VERSION,
            "user": own_user_json(self._state.bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "application": {
                "id": str(self._state.application_id),
                "flags": APPLICATION_FLAGS,
                "flags_new": str(APPLICATION_FLAGS),
            },
        }
        if data.get("shard") is not None:
            ready["shard"] = list(shard)
        session.dispatch("READY", ready)
        if Intent.GUILDS in session.intents:
            for guild in guilds:
                session.dispatch("GUILD_CREATE", guild_create_json(self._state, guild))

    def _resume(self, connection: GatewayConnection, data: Json) -> None:
        if connection.session is not None:
            raise CloseConnectionError(CloseCode.ALREADY_AUTHENTICATED)
        self._check_token(data)
        self._remove_expired_sessions()
        session = self._sessions.get(str(data.get("session_id")))
        sequence = data.get("seq")
        missed = None
        if session is not None and isinstance(sequence, int):
            missed = session.missed(sequence)
        if self.resumes_to_ignore:
            self.resumes_to_ignore -= 1
            return
        if session is None or missed is None:
            connection.send({"op": Op.INVALID_SESSION, "t": None, "s": None, "d": False})
            return
        for frame in missed:
            connection.send(frame)
        self._attach(connection, session)
        session.dispatch("RESUMED", {"_trace": []})

    def _altered(self, event: str, data: Json) -> Iterable[Any]:
        return (data,) if self._change is None else self._change(event, data)

    def _attach(self, connection: GatewayConnection, session: GatewaySession) -> None:
        connection.session = session
        session.send = connection.send
        self._publish_presence()

    def _detach(self, connection: GatewayConnection) -> None:
        self._connections.discard(connection)
        session = connection.session
        if session is not None and session.send == connection.send:
            session.send = None
            session.disconnected_at = self._clock()
        self._publish_presence()

    def _publish_presence(self) -> None:
        online = any(session.send for session in self._sessions.values())
        if online != self._state.online:
            self._state.online = online
            self._state.publish(PresenceChanged(online))

    def _remove_expired_sessions(self) -> None:
        now = self._clock()
        for session in tuple(self._sessions.values()):
            if session.send is None and now - session.disconnected_at > self.settings.resume:
                del self._sessions[session.id]

    def _check_token(self, data: Json) -> None:
        token = str(data.get("token")).removeprefix("Bot ")
        if not secrets.compare_digest(token.encode(), self.token.encode()):
            raise CloseConnectionError(CloseCode.AUTHENTICATION_FAILED)

    def _intents(self, data: Json) -> Intent:
        intents = data.get("intents")
        if not isinstance(intents, int) or not 0 <= intents <= KNOWN_INTENTS:
            raise CloseConnectionError(CloseCode.INVALID_INTENTS)
        if Intent(intents) & PRIVILEGED_INTENTS & ~Intent(self.settings.privileged_intents):
            raise CloseConnectionError(CloseCode.DISALLOWED_INTENTS)
        return Intent(intents)


def _decode(text: str) -> Json:
    try:
        frame: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise CloseConnectionError(CloseCode.DECODE_ERROR) from None
    return _object(frame)


def _object(data: object) -> Json:
    if not isinstance(data, dict):
        raise CloseConnectionError(CloseCode.DECODE_ERROR)
    return data


def _shard(shard: object) -> tuple[int, int]:
    if shard is None:
        return 0, 1
    match shard:
        case [int(index), int(count)] if 0 <= index < count <= MAX_SHARDS:
            return index, count
        case _:
            raise CloseConnectionError(CloseCode.INVALID_SHARD)


class Announcer(Struct, eq=False):
    """Listener of a `State` that dispatches each event to the gateway sessions concerned.

    Shard, intents and membership of the bot decide which sessions receive an event.
    """

    state: State
    sessions: Callable[[], Iterable[GatewaySession]]

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
                new = guild_create_json(self.state, guild)
                del new["unavailable"]  # which tells that it was announced before
                self._dispatch("GUILD_CREATE", guild, new)
            case BotLeft(guild):
                self._dispatch("GUILD_DELETE", guild, {"id": str(guild.id)})
            case RoleCreated(role) | RoleUpdated(role):
                self._dispatch_role(CHANGES[type(event)], role)

    def _dispatch_interaction(self, interaction: Interaction) -> None:
        guild_id = self._bot_guild(interaction.channel_id)
        for session in self.sessions():
            if session.owns(guild_id):
                session.dispatch("INTERACTION_CREATE", interaction_json(self.state, interaction))

    def _dispatch_role(self, change: str, role: Role) -> None:
        guild = self.state.guilds[role.guild_id]
        if guild.has_bot:
            data = {"guild_id": str(guild.id), "role": role_json(role)}
            self._dispatch(f"GUILD_ROLE_{change}", guild, data)

    def _dispatch(self, name: str, guild: Guild, data: Json) -> None:
        """Send an event to the shard of a server if it has the `GUILDS` intent."""
        for session in self.sessions():
            if Intent.GUILDS in session.intents and session.owns(guild.id):
                session.dispatch(name, data)

    def _dispatch_channel(self, change: str, channel: Channel) -> None:
        guild = self.state.guilds.get(channel.guild_id or 0)
        if guild is None or not guild.has_bot:
            return
        data = channel_json(self.state, channel)
        if not channel.is_thread:
            self._dispatch(f"CHANNEL_{change}", guild, data)
        elif self.state.can_see(self.state.bot.id, channel):
            if change == "DELETE":
                data = {key: data[key] for key in ("id", "guild_id", "parent_id", "type")}
            self._dispatch(f"THREAD_{change}", guild, data)

    def _bot_guild(self, channel_id: int) -> int | None:
        guild = self.state.guild_of(channel_id)
        return guild.id if guild is not None and guild.has_bot else None

    def _dispatch_message(self, name: str, message: ChatMessage) -> None:
        guild = self.state.guild_of(message.channel_id)
        if message.visible_to is not None or (guild is not None and not guild.has_bot):
            return
        wanted = Intent.DIRECT_MESSAGES if guild is None else Intent.GUILD_MESSAGES
        for session in self.sessions():
            if wanted in session.intents and session.owns(guild.id if guild else None):
                session.dispatch(name, self._message_data(name, message, session))

    def _message_data(self, name: str, message: ChatMessage, session: GatewaySession) -> Json:
        guild = self.state.guild_of(message.channel_id)
        place = {} if guild is None else {"guild_id": str(guild.id)}
        if name == "MESSAGE_DELETE":
            return {"id": str(message.id), "channel_id": str(message.channel_id)} | place
        data = message_json(self.state, message) | place
        own = message.author_id == self.state.bot.id or guild is None
        if not own and Intent.MESSAGE_CONTENT not in session.intents:
            data |= {"content": "", "attachments": [], "embeds": [], "components": []}
        return data
