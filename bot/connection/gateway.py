"""Connections to Discord's gateway, each with the session of one shard.

A shard serves from READY or RESUMED until its connection ends. One that does not serve in time, or
whose connection ends before, begins a new session. Shards connect independently: one that waits
holds up no other. A frame that cannot be used is dropped.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import Any, Self, TypeAlias, cast

import aiohttp
import discord
import structlog
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard
from msgspec import Struct, field

from bot.connection.discord_internals import (
    Parser,
    client_behind,
    parsers_of,
    replace_parsers,
    set_time_of_heartbeat,
)
from bot.connection.events import FRAME, Arriving, SafeParser
from service.running.session_starts import SessionStarts
from telemetry.metrics import Metrics

SERVING_SECONDS = 30.0
"""Maximum seconds from opening a connection to its first frame, and from then, or from the turn to
identify, to READY or RESUMED."""
RECONNECT_SECONDS = 1.0
"""Minimum seconds from one try of a shard to connect again to the next."""

log = structlog.stdlib.get_logger(__name__)

Socket: TypeAlias = aiohttp.ClientWebSocketResponse[Any]

EXPECTED = (
    OSError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    aiohttp.ClientError,
    TimeoutError,
)
"""Exceptions after which discord.py connects a shard again."""


class ServingShards(Struct, eq=False):
    """Which shards of a client have a session whose events arrive."""

    metrics: Metrics
    _serving: dict[int, bool] = field(default_factory=dict)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The shards that serve."""
        return tuple(sorted(shard for shard, serves in self._serving.items() if serves))

    def missing(self, shards: Iterable[int]) -> tuple[int, ...]:
        """Those of some shards that do not serve."""
        return tuple(sorted(shard for shard in shards if not self._serving.get(shard)))

    def note(self, shard: int, *, serves: bool) -> None:
        """Note whether a shard serves from now on."""
        self._serving[shard] = serves
        self.metrics.shard_serving.labels(str(shard)).set(serves)


class GatewayClient(discord.AutoShardedClient):
    """A client whose connections are `ShardConnection`s.

    `starts` decides when a connection may identify. `serving` tells which shards serve, and
    `arriving` passes events on.
    """

    starts: SessionStarts
    serving: ServingShards
    arriving: Arriving


class ShardConnection(DiscordWebSocket):
    """A connection to Discord's gateway.

    The library waits for the turn to identify on an open connection, which reads no answers to
    heartbeats meanwhile. It also takes the time of a heartbeat after sending it, in another thread,
    when the answer may have come: `/status` would tell of an answer after 41 s.
    """

    def __init__(self, socket: Socket, *, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(socket, loop=loop)
        self.serves = False
        self._is_text = False
        self._serve_by = loop.time() + SERVING_SECONDS

    @classmethod
    async def from_client(cls, client: discord.Client, **options: Any) -> Self:
        """Connect, and resume a session or identify: then wait for the turn before connecting.

        Raises one of `EXPECTED` on failure, also `ConnectionError` in place of any other exception.
        """
        if not isinstance(client, GatewayClient):  # the class is that of every client
            return cast("Self", await DiscordWebSocket.from_client(client, **options))
        shard = options.get("shard_id") or 0
        if not options.get("resume"):
            await client.starts.until_turn(shard)
        try:
            connection = await super().from_client(client, **options)
        except EXPECTED:
            raise
        except Exception as error:  # which the library takes for the end of all shards
            log.warning("shard not connected", shard=shard, reason=type(error).__name__)
            raise ConnectionError from error
        connection._serve_by = asyncio.get_running_loop().time() + SERVING_SECONDS
        replace_parsers(connection, connection._guarded(parsers_of(connection)))
        return connection

    @property
    def _shard(self) -> int:
        return self.shard_id or 0

    @property
    def _client(self) -> GatewayClient:
        return cast("GatewayClient", client_behind(self))

    def _guarded(self, parsers: Mapping[str, Parser]) -> dict[str, Parser]:
        """The parsers of this connection, none of which raises anything."""
        arriving, shard = self._client.arriving, self._shard
        return {
            name: SafeParser(arriving, shard, name, self._starting(name, parser))
            for name, parser in parsers.items()
        }

    def _starting(self, name: str, parser: Parser) -> Parser:
        """The parser of an event, after which the shard serves if the event begins that."""
        if name not in {"READY", "RESUMED"}:
            return parser

        def parse(data: Any) -> None:
            parser(data)
            self.serves = True
            self._client.serving.note(self._shard, serves=True)

        return parse

    async def poll_event(self) -> None:
        """Receive a frame.

        Raises `ReconnectWebSocket` when the connection ends, or the shard does not serve in time.
        If it did not serve, it begins a new session: what ended this one may do so each time.
        """
        served = self.serves
        try:
            if served:
                await super().poll_event()
                return
            try:
                async with asyncio.timeout_at(self._serve_by):
                    await super().poll_event()
            except TimeoutError:
                log.warning("shard does not serve", shard=self.shard_id, seconds=SERVING_SECONDS)
                await self.close()
                raise ReconnectWebSocket(self.shard_id) from None
        except BaseException as error:
            self.serves = False
            self._client.serving.note(self._shard, serves=False)
            if isinstance(error, ReconnectWebSocket) and not served:
                raise ReconnectWebSocket(self.shard_id, resume=False) from error
            raise

    def log_receive(self, data: Any, /) -> None:
        """Note that a frame was decompressed, as discord.py then calls this with its text."""
        self._is_text = bool(data)

    async def received_message(self, msg: Any, /) -> None:
        """Handle a frame; one that cannot be used is dropped.

        Raises `ReconnectWebSocket` when Discord asks for it, and when frames that follow cannot be
        decompressed any more.
        """
        self._is_text = False
        try:
            await super().received_message(msg)
        except (ReconnectWebSocket, *EXPECTED):
            raise
        except Exception as error:
            self._client.arriving.note("dropped", self._shard, FRAME, error)
            if not self._is_text:  # what follows cannot be decompressed either
                await self.close()
                raise ReconnectWebSocket(self.shard_id) from error

    async def send_heartbeat(self, data: Any) -> None:
        """Send a heartbeat, and take its time before, for `/status`."""
        set_time_of_heartbeat(self, time.perf_counter())
        await super().send_heartbeat(data)


class IndependentShard(Shard):
    """A shard that connects again in a task of its own, and not without a pause each time.

    discord.py connects one shard after the other, also while one of them waits.
    """

    _connecting: asyncio.Task[None] | None = None
    _next_at = 0.0

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        """Begin to resume the session, or to start a new one."""
        self._connect(partial(super().reidentify, exc))

    async def reconnect(self) -> None:
        """Begin to connect and to start a new session."""
        self._connect(super().reconnect)

    def _connect(self, connect: Callable[[], Awaitable[None]]) -> None:
        self._connecting = asyncio.create_task(self._connect_in_turn(connect))

    async def _connect_in_turn(self, connect: Callable[[], Awaitable[None]]) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(self._next_at - loop.time())
        self._next_at = loop.time() + RECONNECT_SECONDS
        await connect()

    async def close(self) -> None:
        """Close the connection, or stop connecting."""
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.gather(self._connecting, return_exceptions=True)
        await super().close()
