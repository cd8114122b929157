"""A client whose gateway is a list of frames that a test gives it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

import aiohttp

from bot.answering.interactions import Interaction
from bot.connection.client import OuroClient
from bot.connection.gateway import ShardConnection
from service.running.session_starts import SessionStarts
from telemetry.metrics import Metrics

HELLO = {"op": 10, "t": None, "s": None, "d": {"heartbeat_interval": 600_000}}


class Socket:
    """Receives the frames of a test; `sent` are those of the client."""

    def __init__(self) -> None:
        self.frames: asyncio.Queue[aiohttp.WSMessage] = asyncio.Queue()
        self.sent: list[Any] = []
        self.closed = False
        self.close_code: int | None = None

    def add(self, text: str | bytes) -> None:
        """Send the client a frame, of text or of compressed text."""
        kind = aiohttp.WSMsgType.TEXT if isinstance(text, str) else aiohttp.WSMsgType.BINARY
        self.frames.put_nowait(aiohttp.WSMessage(kind, text, None))

    async def receive(self, timeout: float) -> aiohttp.WSMessage:  # noqa: ASYNC109 - as aiohttp
        """The next frame; closed when the connection is."""
        if self.closed:
            return aiohttp.WSMessage(aiohttp.WSMsgType.CLOSED, None, None)
        async with asyncio.timeout(timeout):
            return await self.frames.get()

    async def send_str(self, text: str) -> None:
        """Take a frame of the client."""
        self.sent.append(json.loads(text))

    async def close(self, *, code: int = 4000) -> None:
        """Close the connection."""
        self.closed, self.close_code = True, code


class GivenShard:
    """Shard 0 of a client, which receives events in turn."""

    def __init__(self, client: OuroClient, metrics: Metrics) -> None:
        self.client = client
        self.metrics = metrics
        self.pressed: list[Interaction] = []
        self.socket = Socket()
        self.connection: ShardConnection
        self._sequence = 0

    async def connect(self, hello: Any = HELLO, **options: Any) -> None:
        """Open a connection, which begins with a frame."""
        self.socket = Socket()
        self.socket.add(json.dumps(hello))
        self.connection = await ShardConnection.from_client(self.client, shard_id=0, **options)

    async def receive(self, name: str, data: Any, **frame: Any) -> None:
        """Receive an event, and let its handlers run."""
        self._sequence += 1
        event = {"op": 0, "t": name, "s": self._sequence, "d": data, **frame}
        await self.receive_text(json.dumps(event))

    async def receive_text(self, text: str | bytes) -> None:
        """Receive a frame that may be none, and let handlers run."""
        self.socket.add(text)
        await self.connection.poll_event()
        await asyncio.sleep(0)

    def faulty(self, event: str, outcome: str) -> float:
        """The number of events with a name that were dropped, or came twice."""
        labels = {"event": event, "outcome": outcome}
        return (
            self.metrics.registry.get_sample_value("ouro_discord_events_faulty_total", labels) or 0
        )


@asynccontextmanager
async def given_shard() -> AsyncIterator[GivenShard]:
    """A client that is connected to nothing yet."""
    metrics = Metrics()
    async with OuroClient(None, metrics) as client:
        shard = GivenShard(client, metrics)

        async def connect(_: str) -> Socket:
            return shard.socket

        async def press(interaction: Interaction) -> None:
            shard.pressed.append(interaction)

        async def ignore(*_: object) -> None:
            """Do nothing when a server is left, or for a turn."""

        client.on_press, client.on_server_left = press, ignore
        client.on_server_joined = ignore
        client.starts = cast("SessionStarts", SimpleNamespace(until_turn=ignore, use_turn=ignore))
        client.http.ws_connect = connect  # type: ignore[assignment, method-assign]
        client.http.token = "token"  # noqa: S105 - of no bot
        client.shard_count = 1
        client._connection.shard_count = 1
        client._connection.shard_ids = [0]
        client._connection.guild_ready_timeout = 0.0
        try:
            yield shard
        finally:
            if hasattr(shard, "connection"):
                await shard.connection.close()
