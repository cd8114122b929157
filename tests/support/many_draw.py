"""Several people who draw one board over bad connections, to servers that are killed."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

from aiohttp import ClientError, ClientSession, WSMsgType
from msgspec import Struct, field

from app.board_page import page_app
from app.listening import listening
from app.settings import Settings
from puzzle.model import Puzzle
from service.running.clock import Clock
from service.running.readers import Place, Reader
from service.services import Services
from store.address import Address
from store.database import connect
from tests.support.board_pages import HOLDER
from web.board_data import marks_of
from web.connections import Connections
from web.server import PageServer, PageSite
from workers.pool import LocalPool

PLACE = Place(5, 6, joined=True, shows=True, speaks=True)
FIRST = 101
"""The ID of the first person."""
LATE_SECONDS = 3
"""A page says of a stroke that waited longer that it is late."""
LOOK_SECONDS = 0.5
"""As in `app.board_page`."""


class Origin(Struct, eq=False):
    """A bot process with its page server, which can be killed and comes back elsewhere."""

    address: Address
    pool: LocalPool
    now: Clock
    url: str = ""
    services: Services | None = None
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def start(self) -> None:
        """Serve pages with use cases of its own."""
        database = await self._stack.enter_async_context(connect(self.address))
        self.services = services = Services(Settings().of_services, self.pool, database, self.now)
        origins: list[str] = []
        server = PageServer(PageSite(lambda: frozenset(origins)), services, {}, Connections())
        listened = listening(page_app(server), "127.0.0.1", 0, "OURO_WEB", Connections())
        port = await self._stack.enter_async_context(listened)
        self.url = f"http://127.0.0.1:{port}"
        origins.append(self.url)
        looking = asyncio.create_task(_look(server))
        self._stack.callback(looking.cancel)

    async def kill(self) -> None:
        """End all connections; nothing but what is stored is left."""
        self.url, stack, self._stack = "", self._stack, AsyncExitStack()
        await stack.aclose()


async def _look(server: PageServer) -> None:
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        await server.look()


class Figures(Struct):
    """What happened: strokes asked for and acknowledged, late edges, undone, and delays in s."""

    asked: int = 0
    acknowledged: int = 0
    kept: int = 0
    unseen: int = 0
    undone_in_part: int = 0
    delays: list[float] = field(default_factory=list)
    drawn_at: dict[tuple[int, str, int], float] = field(default_factory=dict)


class Page(Struct, eq=False):
    """A person's page: what the server has confirmed, and the requests that wait."""

    member: int
    token: str
    edges: int
    origins: Sequence[Origin]
    rng: random.Random
    figures: Figures
    marks: list[str] = field(default_factory=list)
    who: dict[int, int] = field(default_factory=dict)
    revision: int = -1
    waiting: list[dict[str, Any]] = field(default_factory=list)
    connected: bool = False
    _number: int = 0
    _socket: Any = None
    _sent: dict[str, Any] | None = None

    async def live(self, cut: Callable[[], float]) -> None:
        """Be connected to one of the servers, each time for some seconds."""
        async with ClientSession() as client:
            while True:
                with suppress(ClientError, ConnectionError, TimeoutError, KeyError):
                    await self._connected(client, cut())
                self.connected, self._socket, self._sent = False, None, None
                await asyncio.sleep(self.rng.uniform(0.05, 0.5))

    async def _connected(self, client: ClientSession, seconds: float) -> None:
        url = self.rng.choice([each.url for each in self.origins])
        if not url:
            return
        async with (
            asyncio.timeout(seconds),
            client.ws_connect(f"{url}/api/live", headers={"Origin": url}) as socket,
        ):
            await socket.send_json({"token": self.token})
            self._socket = socket
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    return
                self._take(message.json())
                await self.push()

    def _take(self, message: dict[str, Any]) -> None:
        if "marks" in message:
            self.marks, self.who, self.connected = [*message["marks"]], {}, True
        for edge, mark in message.get("changes", ()):
            self.marks[edge] = mark
        self.who |= dict(message.get("who", ()))
        self.revision = message.get("revision", self.revision)
        for edge, member in message.get("who", ()):
            at = self.figures.drawn_at.pop((edge, self.marks[edge], member), None)
            if at is not None and member != self.member:
                self.figures.delays.append(time.monotonic() - at)
        number = message.get("ack") or message.get("refused")
        if number is not None and self.waiting and self.waiting[0]["n"] == number:
            settled, self._sent = self.waiting.pop(0), None
            self.figures.acknowledged += "ack" in message
            if settled["do"] == "mark":
                self.figures.kept += len(message.get("left", ()))
            else:
                self.figures.undone_in_part += bool(message.get("left"))

    async def push(self) -> None:
        """Send the first request that waits, sometimes twice, unless one is under way."""
        if not (self.connected and self.waiting and self._sent is None):
            return
        self._sent = first = self.waiting[0]
        if first["do"] == "mark" and time.monotonic() - first["at"] > LATE_SECONDS:
            first["late"] = True
        sent = {key: value for key, value in first.items() if key != "at"}
        for _ in range(1 + (self.rng.random() < 0.03)):
            with suppress(ConnectionError):
                await self._socket.send_json(sent)

    async def draw(self) -> None:
        """Draw a stroke of a few edges, or undo."""
        self._number += 1
        common = {"s": f"stream-of-member-{self.member:04}", "n": self._number}
        self.figures.asked += 1
        if not self.marks or self.rng.random() < 0.08:
            self.waiting.append({**common, "do": "edit", "edit": "undo"})
        else:
            first, edges = self.rng.randrange(self.edges), []
            for edge in range(first, first + self.rng.choice((1, 1, 1, 2, 3, 5))):
                seen, new = self.marks[edge % self.edges], self.rng.choice("--xx.")
                edges.append((edge % self.edges, seen, new))
                self.figures.drawn_at[edge % self.edges, new, self.member] = time.monotonic()
            now = time.monotonic()
            self.waiting.append({**common, "do": "mark", "edges": edges, "late": False, "at": now})
        await self.push()


@asynccontextmanager
async def drawing(
    origins: Sequence[Origin], puzzle: Puzzle, people: int, seed: int
) -> AsyncIterator[tuple[list[Page], int, Figures]]:
    """The pages of people on one board, its ID and what happens."""
    rng, figures = random.Random(seed), Figures()
    for origin in origins:
        await origin.start()
    services = origins[0].services
    assert services is not None
    stored = await services.boards.store_puzzle(Reader(FIRST), puzzle)
    number = (await services.together.begin(Reader(FIRST), stored, PLACE)).board.id
    pages = []
    for member in range(people):
        person, links = FIRST + member, services.board_links
        await services.together.join(Reader(person), number)
        token = await links.redeem(await links.make_link(person, together=number), HOLDER)
        assert token is not None
        edges = len(puzzle.grid.edge_dots)
        pages.append(Page(member, token, edges, origins, random.Random(rng.random()), figures))
    living = [
        asyncio.create_task(page.live(lambda: rng.expovariate(1 / 15) + 0.5)) for page in pages
    ]
    try:
        yield pages, number, figures
    finally:
        for task in living:
            task.cancel()
        await asyncio.gather(*living, return_exceptions=True)
        for origin in origins:
            if origin.url:
                await origin.kill()


async def draw_together(
    origins: Sequence[Origin], pages: Sequence[Page], *, rate: float, strokes: int, kills: int
) -> None:
    """Draw so many strokes at a rate in all, while servers are killed so often; then wait until
    all is acknowledged."""
    rng = random.Random(strokes)
    killed = {*range(strokes // (kills + 1), strokes, strokes // (kills + 1))}
    for stroke in range(strokes):
        await rng.choice(pages).draw()
        if stroke in killed:
            origin = rng.choice(origins)
            await origin.kill()
            await origin.start()
        await asyncio.sleep(rng.expovariate(rate))
    await until(lambda: not any(page.waiting for page in pages))


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    while not condition():  # noqa: ASYNC110 - many pages make it so
        await asyncio.sleep(0.02)


async def looks(origin: Origin, number: int) -> tuple[list[str], dict[int, int], int]:
    """The marks, who drew them, and the revision, as they are stored."""
    assert origin.services is not None
    shared = await origin.services.together.read(number)
    tops = shared.marks.tops()
    who = {edge: top.member for edge, top in tops.items()}
    return [*marks_of(shared.drawn)], who, shared.board.revision


def shows(page: Page) -> tuple[list[str], dict[int, int], int]:
    """The same as a page shows it."""
    drawn = {edge: who for edge, who in page.who.items() if page.marks[edge] != "."}
    return page.marks, drawn, page.revision
