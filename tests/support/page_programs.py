"""Bot processes on one database that serve board pages, and note what they change."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager

from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from msgspec import Struct

from app.settings import Settings
from play.pen import Action
from puzzle.model import EdgeState
from service.playing.loaded_attempt import LoadedAttempt
from service.running.interaction_claims import Claim
from service.running.readers import Reader
from service.services import Services
from store.database import Database
from tests.support.board_pages import Client
from tests.support.clock import Clock
from tests.support.page_twins import origin_of
from web.server import PageServer, PageSite
from workers.pool import LocalPool

PERSON_PACE = 1_000.0


class NotedChange(Struct, frozen=True):
    """What a change did, the revision that it gave the board, and the marks that a page saw."""

    revision: int
    claim: Claim | None
    action: Action
    seen: Mapping[int, EdgeState]


class Program:
    """A bot process: its use cases, its server of pages, and what it has changed."""

    services: Services
    server: PageServer
    client: Client

    def __init__(self, make_services: Callable[[], Services]) -> None:
        self.make_services = make_services
        self.log: list[NotedChange] = []
        self._origins: set[str] = set()
        self._open: set[asyncio.Transport] = set()

    def start(self) -> None:
        """Start without knowing anything of what happened before."""
        self.services = self.make_services()
        site = PageSite(lambda: frozenset(self._origins))
        self.server = PageServer(site, self.services, {})
        self._note_changes()

    async def restart(self) -> None:
        """End all connections and start anew; what was begun is done, and nobody learns of it."""
        self.start()
        for transport in [*self._open]:
            transport.abort()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer a request of a page."""
        transport = request.transport
        assert transport is not None
        self._open.add(transport)
        try:
            return await self.server.handle(request, request.match_info["path"])
        finally:
            self._open.discard(transport)

    def serve_at(self, client: Client) -> None:
        """Accept requests by a client."""
        self.client = client
        self._origins.add(origin_of(client))

    def _note_changes(self) -> None:
        """Note each change with its revision, also if nobody waits for it any more."""
        change = self.services.attempts.change

        async def noted(reader: Reader, attempt: int, *actions: Action, **more: object) -> object:
            loaded: LoadedAttempt = await change(reader, attempt, *actions, **more)  # type: ignore[arg-type]
            seen: Mapping[int, EdgeState] = more.get("seen", {})  # type: ignore[assignment]
            self.log.append(NotedChange(loaded.attempt.revision, reader.claim, actions[0], seen))
            return loaded

        def shielded(*arguments: object, **more: object) -> Awaitable[object]:
            task = asyncio.ensure_future(noted(*arguments, **more))  # type: ignore[arg-type]
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
            return asyncio.shield(task)

        self.services.attempts.change = shielded  # type: ignore[method-assign, assignment]


@asynccontextmanager
async def running_program(
    database: Database, pool: LocalPool, now: Clock
) -> AsyncIterator[Program]:
    """A bot process that serves pages while the block runs."""
    settings = Settings(person_pace=PERSON_PACE)
    program = Program(lambda: Services(settings.of_services, pool, database, now))
    program.start()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", program.serve)
    async with TestClient(TestServer(app)) as client:
        program.serve_at(client)
        yield program
        await program.server.close()
