"""A TCP proxy whose connections fail in the ways of real networks."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from enum import Enum, auto
from typing import TypeAlias
from urllib.parse import parse_qsl, urlencode, urlsplit

from msgspec import Struct, field

from store.address import parse_address

Streams: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class NetworkFault(Enum):
    """What happens to data, on old and new connections."""

    SILENT = auto()
    """Nothing arrives, and no end of a connection."""
    HALF_OPEN = auto()
    """The server gets everything, its clients get nothing."""
    SLOW = auto()
    """Everything arrives, each piece `SLOW_SECONDS` later."""


SLOW_SECONDS = 0.05


class _Link(Struct, eq=False):
    """A connection of a client; `forgotten` means that nothing of it arrives any more."""

    near: asyncio.StreamWriter
    forgotten: asyncio.Event = field(default_factory=asyncio.Event)


class FaultProxy:
    """Forwards connections to a server that `reach` connects to, until a test sets a `fault`.

    With `left`, all connections fall silent once this many more bytes went to clients.
    """

    def __init__(self, reach: Callable[[], Awaitable[Streams]]) -> None:
        self.fault: NetworkFault | None = None
        self.left: int | None = None
        self._reach = reach
        self._links: set[_Link] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    @asynccontextmanager
    async def serving(self, host: str = "127.0.0.1", port: int = 0) -> AsyncIterator[int]:
        """Accept connections while the block runs; yields the port."""
        self._server = await asyncio.start_server(self._connect, host, port)
        try:
            yield self._server.sockets[0].getsockname()[1]
        finally:
            self._server.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            self._reset()

    def refuse(self) -> None:
        """Reset all connections and refuse new ones."""
        assert self._server is not None
        self._server.close()
        self._reset()

    def forget(self, count: int | None = None) -> int:
        """Let open connections fall silent, as a firewall that forgot them; new ones work.

        Returns how many there were.
        """
        chosen = list(self._links)[:count]
        for link in chosen:
            link.forgotten.set()
        return len(chosen)

    def _reset(self) -> None:
        for link in self._links:
            link.near.transport.abort()

    async def _connect(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        link = _Link(back)
        self._links.add(link)
        self._track(asyncio.current_task())  # until it has reached the server
        try:
            far, forth = await self._reach()
        except asyncio.CancelledError:
            return
        for source, sink in ((near, forth), (far, back)):
            self._track(asyncio.create_task(self._carry(link, source, sink)))

    def _track(self, task: asyncio.Task[None] | None) -> None:
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry(
        self, link: _Link, source: asyncio.StreamReader, sink: asyncio.StreamWriter
    ) -> None:
        to_client = sink is link.near
        try:
            while data := await source.read(65536):
                await self._let_pass(link, len(data), to_client=to_client)
                sink.write(data)
                await sink.drain()
            await self._let_pass(link, 0, to_client=to_client)
        except ConnectionError:
            pass
        finally:
            sink.close()
            if to_client:
                self._links.discard(link)

    async def _let_pass(self, link: _Link, size: int, *, to_client: bool) -> None:
        """Return when data may go on; never if it is lost."""
        if self.left is not None and to_client:
            self.left -= size
        used_up = self.left is not None and self.left < 0
        silent = self.fault is NetworkFault.SILENT or link.forgotten.is_set() or used_up
        if silent or (self.fault is NetworkFault.HALF_OPEN and to_client):
            await asyncio.Event().wait()
        if self.fault is NetworkFault.SLOW:
            await asyncio.sleep(SLOW_SECONDS)


@asynccontextmanager
async def proxied_postgres(address: str) -> AsyncIterator[tuple[FaultProxy, str]]:
    """A proxy to a PostgreSQL server, and the address of its database through the proxy."""
    options = parse_address(address).options
    host, server_port = options["host"], options.get("port", 5432)

    async def reach() -> Streams:
        if host.startswith("/"):
            return await asyncio.open_unix_connection(f"{host}/.s.PGSQL.{server_port}")
        return await asyncio.open_connection(host, server_port)

    proxy = FaultProxy(reach)
    async with proxy.serving() as port:
        given = urlsplit(address)
        query = urlencode([(name, it) for name, it in parse_qsl(given.query) if name != "host"])
        person = given.netloc.rpartition("@")[0]
        yield proxy, given._replace(netloc=f"{person}@127.0.0.1:{port}", query=query).geturl()
