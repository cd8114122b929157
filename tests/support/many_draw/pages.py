"""Pages of people who draw one board over bad connections; they speak as `web/static` does: one
request at a time, all of the board after each connection, a socket or, where none opens, HTTP."""

import asyncio
import math
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol, TypeAlias

from aiohttp import ClientError, ClientSession, ClientTimeout, WSMsgType
from msgspec import Struct, field

from tests.support.waiting import until

WAITS = (0.25, 8.0)
"""The first and the longest wait of a page until it connects again, in seconds."""
FAILURES_BEFORE_POLLING = 2
COPY_SECONDS = 8.0
"""A copy of a request comes so late at most."""

Send: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]
"""Sends a request to the server."""


class Server(Protocol):
    """A bot process, with the address of its pages, which is empty while it does not run."""

    url: str

    async def start(self) -> None:
        """Serve pages."""

    async def kill(self) -> None:
        """End without any order."""


class Network(Struct, frozen=True):
    """Connections: delays of frames with a tail, seconds between cuts and of cuts, of which one in
    five is long, the share of requests that come twice, and after how many seconds one is late."""

    lag: tuple[float, float] = (0.02, 0.08)
    tail: float = 0.05
    every: float = 60
    away: tuple[float, float] = (0.5, 5)
    long: tuple[float, float] = (30, 120)
    doubled: float = 0.03
    late: float = 3


class Request(Struct, eq=False):
    """A request; `drawn_on`, `low` and `high` are the revisions that its page had when it was made
    and sent first, and that its answer has."""

    member: int
    number: int
    do: dict[str, Any]
    made: float
    drawn_on: int
    low: int = -1
    high: int = -1
    late: bool = False
    sent: float = 0
    sends: int = 0
    server: int = -1
    left: int = 0
    refused: str = ""

    @property
    def waited(self) -> float:
        """Seconds from when it was made until it was sent last."""
        return self.sent - self.made


class Connection(Struct, eq=False):
    """A connection to a server, with the revisions that came by it and when."""

    server: int
    send: Send
    began: float
    ended: float = math.inf
    revisions: list[int] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    due: float = 0


class Page(Struct, eq=False):
    """A person's page: what the server has confirmed, and the requests that wait."""

    member: int
    token: str
    servers: Sequence[Server]
    network: Network
    rng: random.Random
    marks: list[str] = field(default_factory=list)
    who: dict[int, int] = field(default_factory=dict)
    revision: int = -1
    waiting: list[Request] = field(default_factory=list)
    settled: list[Request] = field(default_factory=list)
    connections: list[Connection] = field(default_factory=list)
    _now: Connection | None = None
    _ready: bool = False
    _pausing: bool = False
    _sent: Request | None = None
    _number: int = 0
    _wait: float = WAITS[0]
    _failures: int = 0
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def shown(self) -> list[str]:
        """The marks that the person sees: requests that wait are shown at once."""
        shown = [*self.marks]
        for request in self.waiting:
            for edge, _, mark in request.do.get("edges", ()):
                shown[edge] = mark
        return shown

    @property
    def asked(self) -> int:
        """The number of its requests."""
        return self._number

    def ask(self, do: dict[str, Any]) -> None:
        """Number a request and send it; it waits while another is under way."""
        self._number += 1
        made = Request(self.member, self._number, do, time.monotonic(), self.revision)
        self.waiting.append(made)
        self._push()

    async def live(self) -> None:
        """Connect again and again, to any of the servers."""
        async with ClientSession(timeout=ClientTimeout(sock_connect=8)) as client:
            while True:
                polls = self._failures >= FAILURES_BEFORE_POLLING
                cut = asyncio.timeout(self.rng.expovariate(1 / self.network.every) + 0.5)
                with suppress(ClientError, OSError, TimeoutError):
                    async with cut:
                        await (self._by_polling if polls else self._by_socket)(client)
                if self._now is not None:
                    self._now.ended = time.monotonic()
                self._now, self._ready, self._sent = None, False, None
                self._failures = 0 if polls else self._failures + 1
                if cut.expired():
                    is_long = self.rng.random() < 0.2
                    away = self.network.long if is_long else self.network.away
                    await asyncio.sleep(self.rng.uniform(*away))
                await asyncio.sleep(self._wait * self.rng.uniform(0.5, 1.5))
                self._wait = min(2 * self._wait, WAITS[1])

    async def _by_socket(self, client: ClientSession) -> None:
        server, url = self._choose()
        address, origin = f"{url}/api/live", {"Origin": url}
        async with client.ws_connect(address, headers=origin, protocols=("ouro.1",)) as socket:
            await socket.send_json({"token": self.token})
            connection = self._began(server, socket.send_json)
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    return
                self._came(connection, message.json())

    async def _by_polling(self, client: ClientSession) -> None:
        lost = asyncio.Event()

        async def send(request: dict[str, Any]) -> None:
            try:
                found = await self._post(client, request)
            except (ClientError, OSError, TimeoutError):
                lost.set()
                return
            for message in found["answers"]:
                self._came(connection, message)

        async def follow() -> None:
            revision = -1
            while True:
                path = f"api/changes?revision={revision}"
                if (message := await self._ask(client, "GET", path)) is not None:
                    revision = message["revision"]
                    self._came(connection, message)

        connection = self._began(-1, send)
        tasks = [asyncio.create_task(follow()), asyncio.create_task(lost.wait())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()

    async def _post(self, client: ClientSession, request: dict[str, Any]) -> Any:
        return await self._ask(client, "POST", "api/requests", json={"requests": [request]})

    async def _ask(self, client: ClientSession, method: str, path: str, **options: Any) -> Any:
        _, url = self._choose()
        headers = {"Origin": url, "Authorization": f"Bearer {self.token}"}
        asked = client.request(method, f"{url}/{path}", headers=headers, **options)
        async with asked as answer:
            answer.raise_for_status()
            return await answer.json() if answer.status == 200 else None

    def _choose(self) -> tuple[int, str]:
        """Any of the servers, as behind a balancer; raises `OSError` for one that does not run."""
        server = self.rng.randrange(len(self.servers))
        if not (url := self.servers[server].url):
            raise ConnectionRefusedError
        return server, url

    def _began(self, server: int, send: Send) -> Connection:
        self._now = Connection(server, send, time.monotonic())
        self.connections.append(self._now)
        return self._now

    def _delayed(self, connection: Connection, do: Callable[[], None]) -> None:
        """Do something after a lag, in order, unless the connection ends before."""
        loop, network = asyncio.get_running_loop(), self.network
        lag = self.rng.uniform(*network.lag) + self.rng.expovariate(1) * network.tail
        connection.due = max(loop.time() + lag, connection.due + 1e-6)
        loop.call_at(connection.due, lambda: do() if self._now is connection else None)

    def _came(self, connection: Connection, message: dict[str, Any]) -> None:
        if "revision" in message:
            connection.revisions.append(message["revision"])
            connection.times.append(time.monotonic())
        self._delayed(connection, lambda: self._take(message))

    def _take(self, message: dict[str, Any]) -> None:
        self._ready, self._failures, self._wait = True, 0, WAITS[0]
        number = message.get("ack") or message.get("refused")
        if number is not None:
            self._sent = None
            self._settle(number, message)
        if message.get("revision", -1) >= self.revision:
            self._show(message)
        self._push()

    def _settle(self, number: int, message: dict[str, Any]) -> None:
        if message.get("why") == "busy":
            self._pausing = True
            asyncio.get_running_loop().call_later(message.get("retry", 2), self._go_on)
        elif self.waiting and self.waiting[0].number == number:
            settled = self.waiting.pop(0)
            settled.high = message.get("revision", -1)
            settled.left, settled.refused = len(message.get("left", ())), message.get("why", "")
            self.settled.append(settled)

    def _show(self, message: dict[str, Any]) -> None:
        self.revision = message["revision"]
        if "marks" in message:
            self.marks, self.who = [*message["marks"]], {}
        for edge, mark in message.get("changes", ()):
            self.marks[edge] = mark
        self.who |= dict(message.get("who", ()))

    def _go_on(self) -> None:
        self._pausing = False
        self._push()

    def _push(self) -> None:
        """Send the first request that waits, unless one is under way."""
        connection = self._now
        if connection is None or not (self._ready and self.waiting) or self._pausing or self._sent:
            return
        self._sent = first = self.waiting[0]
        first.low = self.revision if first.low < 0 else first.low
        late = first.do["do"] == "mark" and time.monotonic() - first.made > self.network.late
        first.late, first.server = first.late or late, connection.server
        stream = f"stream-of-member-{self.member:04}"
        sent = {"s": stream, "n": first.number, **first.do} | ({"late": True} if late else {})
        self._delayed(connection, lambda: self._write(connection, first, sent))
        if self.rng.random() < self.network.doubled:
            seconds = self.rng.uniform(0, COPY_SECONDS)
            asyncio.get_running_loop().call_later(
                seconds, lambda: self._start(lambda: self._copy(sent))
            )
            first.sends += 1

    def _write(self, connection: Connection, request: Request, sent: dict[str, Any]) -> None:
        request.sent, request.sends = time.monotonic(), request.sends + 1
        self._start(lambda: connection.send(sent))

    async def _copy(self, sent: dict[str, Any]) -> None:
        """A request that comes late, by a way of its own; nobody hears its answer."""
        async with ClientSession() as client:
            with suppress(ClientError, OSError, TimeoutError):
                await self._post(client, sent)

    def _start(self, work: Callable[[], Awaitable[None]]) -> None:
        async def run() -> None:
            with suppress(ConnectionError):
                await work()

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


@asynccontextmanager
async def opened(
    servers: Sequence[Server], tokens: Sequence[str], network: Network, seed: int = 1
) -> AsyncIterator[list[Page]]:
    """The pages of sessions, with a board; they live while the block runs."""
    pages = [
        Page(member, token, servers, network, random.Random(f"{seed} {member}"))
        for member, token in enumerate(tokens)
    ]
    async with asyncio.TaskGroup() as group:
        living = [group.create_task(page.live()) for page in pages]
        await until(lambda: all(page.marks for page in pages))
        yield pages
        for task in living:
            task.cancel()


def undone(request: Request) -> bool:
    """Whether a request was an undo."""
    return request.do.get("edit") == "undo"


def shows(page: Page) -> tuple[list[str], dict[int, int], int]:
    """The marks, who drew them, and the revision, as a page shows it."""
    drawn = {edge: who for edge, who in page.who.items() if page.marks[edge] != "."}
    return page.marks, drawn, page.revision
