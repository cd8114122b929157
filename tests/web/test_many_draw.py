"""Eight people on one board: over bad connections and through kills, all pages are equal at the end
and nothing that was acknowledged is lost."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from msgspec import Struct, field

from app.board_page import page_app
from app.listening import listening
from app.settings import Settings
from service.running.readers import Place, Reader
from service.running.scheduler import PeriodicTask, running
from service.services import Services
from store.address import file_address, parse_address
from store.database import connect
from tests.support.board_pages import HOLDER
from tests.support.clock import Clock
from tests.support.many_draw.drawing import Plan, draw_board
from tests.support.many_draw.judging import Stored, judge, read_stored
from tests.support.many_draw.pages import Network
from tests.support.many_draw.people import puzzle_of
from tests.support.prepared import PreparedDatabases
from web.connections import Connections
from web.server import PageServer, PageSite
from workers.pool import LocalPool

PLACE = Place(5, 6, joined=True, shows=True, speaks=True)
FIRST, PEOPLE = 101, 8
BAD = Network((0, 0.01), 0.01, every=1, away=(0.02, 0.2), long=(0.2, 0.4), doubled=0.1, late=0.1)
PLAN = Plan(rate=60, seconds=1.5, kills=3, network=BAD)


class Origin(Struct, eq=False):
    """Use cases with a page server, of which a kill leaves nothing but what is stored."""

    address: str
    pool: LocalPool
    url: str = ""
    services: Services | None = None
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def start(self) -> None:
        database = await self._stack.enter_async_context(connect(parse_address(self.address)))
        self.services = Services(Settings().of_services, self.pool, database, Clock())
        origins: list[str] = []
        server = PageServer(PageSite(lambda: frozenset(origins)), self.services, {}, Connections())
        listened = listening(page_app(server), "127.0.0.1", 0, "OURO_WEB", Connections())
        port = await self._stack.enter_async_context(listened)
        self.url = f"http://127.0.0.1:{port}"
        origins.append(self.url)
        look = PeriodicTask("look for changes", 0.1, server.look)
        await self._stack.enter_async_context(running([look]))

    async def kill(self) -> None:
        self.url, stack, self._stack = "", self._stack, AsyncExitStack()
        await stack.aclose()

    async def token(self, person: int, number: int) -> str:
        """The token of the page of a person who joins a board."""
        assert self.services is not None
        links = self.services.board_links
        await self.services.together.join(Reader(person), number)
        token = await links.redeem(await links.make_link(person, number, "together_id"), HOLDER)
        assert token is not None
        return token


@pytest.fixture
async def origins(
    tmp_path: Path, prepared_databases: PreparedDatabases, pool: LocalPool
) -> AsyncIterator[list[Origin]]:
    """Two processes with one database."""
    await prepared_databases.copy_tables(tmp_path / "ouro.db")
    made = [Origin(file_address(tmp_path / "ouro.db"), pool) for _ in range(2)]
    for origin in made:
        await origin.start()
    yield made
    for origin in made:
        await origin.kill()


async def test_nothing_is_lost_and_all_pages_are_equal(origins: list[Origin]) -> None:
    first = origins[0]
    assert first.services is not None
    puzzle = await first.services.boards.store_puzzle(Reader(FIRST), puzzle_of("board"))
    number = (await first.services.together.begin(Reader(FIRST), puzzle, PLACE)).board.id
    tokens = [await first.token(FIRST + member, number) for member in range(PEOPLE)]
    drawn = await draw_board(PLAN, origins, tokens, first.address, number)
    assert not any(drawn.faults.values()), drawn.faults
    stored = await read_stored(first.address, number)
    entries, half = stored.entries, len(stored.entries) // 2
    without = Stored(entries[:half], stored.first + half)
    assert judge(without, drawn.settled).lost, "what is lost is seen"
    twice = Stored((*entries, *entries[:half]), stored.revision + half)
    assert judge(twice, drawn.settled).unasked, "and what is stored twice"
