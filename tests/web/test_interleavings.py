"""The pad in chat, pages in several tabs and two servers in any order end in one state.

Connections break, requests arrive twice and late, tabs are reloaded and duplicated. What each
change did is replayed with simple rules of its own, in the order of the revisions.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from app.board_page import page_services
from app.services import Services, build_services
from app.settings import Settings
from play.history import Clear, Mark, Redo, Undo
from play.pen import Action
from puzzle.model import EdgeState
from service.interaction_claims import Claim, InteractionClaim, RequestClaim
from service.loaded_attempt import LoadedAttempt
from store.database import Database
from tests.support.board_pages import HOLDER, PUZZLE, Client
from tests.support.clock import Clock
from tests.support.long import some_or_all
from tests.support.page_twins import PageTwin
from web.page_requests import LETTERS
from web.server import PageServer, PageSite
from workers.pool import LocalPool

EDGES = len(PUZZLE.grid.edge_dots)
STEPS = 24
PERSON_PACE = 1_000.0
interactions = count(1)


@dataclass
class Program:
    """A bot process: its use cases, its server of pages, and what it has changed."""

    services: Services
    server: PageServer
    client: Client
    log: list[tuple[int, Claim | None, Action]] = field(default_factory=list)

    def write_log(self) -> None:
        """Note each change with its revision, also if nobody waits for it any more."""
        change = self.services.attempts.change

        async def logged(person: int, attempt: int, *actions: Action, **more: Any) -> LoadedAttempt:
            loaded = await change(person, attempt, *actions, **more)
            self.log.append((loaded.attempt.revision, more.get("claim"), actions[0]))
            return loaded

        def shielded(*arguments: Any, **more: Any) -> Awaitable[LoadedAttempt]:
            task = asyncio.ensure_future(logged(*arguments, **more))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
            return asyncio.shield(task)

        self.services.attempts.change = shielded  # type: ignore[method-assign, assignment]


@asynccontextmanager
async def program(database: Database, pool: LocalPool, now: Clock) -> AsyncIterator[Program]:
    services = build_services(Settings(person_pace=PERSON_PACE), pool, database, now)
    origins: list[str] = []
    site = PageSite(lambda: frozenset(origins))
    server = PageServer(site, page_services(services), services.quotas, pool.metrics, {})

    async def handle(request: web.Request) -> web.StreamResponse:
        return await server.handle(request, request.match_info["path"])

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", handle)
    async with TestClient(TestServer(app)) as client:
        origins.append(str(client.make_url("/")).rstrip("/"))
        found = Program(services, server, client)
        found.write_log()
        yield found
        await server.close()


@pytest.fixture
async def programs(
    database: Database, pool: LocalPool, now: Clock
) -> AsyncIterator[tuple[Program, Program]]:
    """Two processes on one database."""
    async with program(database, pool, now) as first, program(database, pool, now) as second:
        yield first, second


@dataclass
class Play:
    """One board, its pages, and random things that happen to them."""

    random: Random
    programs: tuple[Program, Program]
    person: int
    attempt: int
    twins: list[PageTwin]

    async def happen(self) -> None:
        """Let one thing happen."""
        twin = self.random.choice(self.twins)
        kinds = ["stroke"] * 6 + ["edit"] * 2 + ["send"] * 6 + ["pad"] * 3 + ["drop"] * 2
        match self.random.choice([*kinds, "repeat", "reload", "copy", "look", "pause"]):
            case "stroke":
                self.stroke(twin)
            case "edit":
                twin.ask(do="edit", edit=self.random.choice(["undo", "undo", "redo", "clear"]))
            case "send":
                await twin.connect(self.random.choice(self.programs).client)
                await twin.send()
            case "pad":
                await self.press()
            case "drop":
                await twin.drop()
            case "repeat":
                await twin.repeat()
            case "reload":
                await twin.reload()
            case "copy" if len(self.twins) < 4:
                self.twins.append(twin.copy())
            case "look":
                await self.random.choice(self.programs).server.look()
            case _:
                await asyncio.sleep(0.002)

    def stroke(self, twin: PageTwin) -> None:
        """Draw over some edges, as a person who sees the marks of a page does."""
        if not twin.marks:
            return
        edges = self.random.sample(range(EDGES), self.random.randint(1, 4))
        new = self.random.choice("-x.")
        seen = {edge: twin.marks[edge] for edge in edges}
        changed = [(edge, before, new) for edge, before in seen.items() if before != new]
        if changed:
            twin.ask(do="mark", edges=changed)

    async def press(self) -> None:
        """Change the board in chat."""
        attempts = self.random.choice(self.programs).services.attempts
        edge, state = self.random.randrange(EDGES), self.random.choice(list(EdgeState))
        actions: list[Action] = [Mark({edge: state}), Mark({edge: state}), Undo(), Redo()]
        action = self.random.choice(actions)
        claim = InteractionClaim(next(interactions))
        await attempts.change(self.person, self.attempt, action, claim=claim)

    async def settle(self) -> None:
        """Connect all pages, and let them send what waits until all show the same board."""
        for twin in self.twins:
            await twin.connect(self.programs[0].client)
            await twin.catch_up(0)
            await twin.settle()
        for each in self.programs:
            await each.server.look()

    @property
    def log(self) -> list[tuple[int, Claim | None, Action]]:
        """What was changed, in the order of the revisions."""
        return sorted((entry for each in self.programs for entry in each.log), key=lambda e: e[0])


@dataclass
class Replay:
    """Marks and steps by rules of their own: a step is what an action changed."""

    marks: dict[int, EdgeState] = field(default_factory=dict)
    done: list[dict[int, tuple[EdgeState, EdgeState]]] = field(default_factory=list)
    undone: list[dict[int, tuple[EdgeState, EdgeState]]] = field(default_factory=list)

    def apply(self, action: Action) -> None:
        """Do an action."""
        match action:
            case Undo() if self.done:
                self.undone.append(self.done.pop())
                self.marks |= {edge: before for edge, (before, _) in self.undone[-1].items()}
            case Redo() if self.undone:
                self.done.append(self.undone.pop())
                self.marks |= {edge: after for edge, (_, after) in self.done[-1].items()}
            case Mark(states=states):
                self._step(dict(states))
            case Clear():
                self._step(dict.fromkeys(self.marks, EdgeState.UNKNOWN))

    def _step(self, states: dict[int, EdgeState]) -> None:
        before = {edge: self.marks.get(edge, EdgeState.UNKNOWN) for edge in states}
        changed = {e: (before[e], after) for e, after in states.items() if before[e] is not after}
        if changed:
            self.done.append(changed)
            self.undone.clear()
            self.marks |= {edge: after for edge, (_, after) in changed.items()}


def requests_in(log: list[tuple[int, Claim | None, Action]]) -> Counter[tuple[str, int]]:
    """How often each request of a page was done."""
    claims = [claim for _, claim, _ in log if isinstance(claim, RequestClaim)]
    return Counter((claim.stream, claim.number) for claim in claims)


async def begin(seed: int, programs: tuple[Program, Program]) -> Play:
    services = programs[0].services
    loaded = (await services.boards.open_pasted(seed + 1, PUZZLE)).loaded
    links, twins = services.board_links, []
    for _ in range(2):
        secret = await links.make_link(seed + 1, loaded.attempt.id)
        token = await links.redeem(secret, HOLDER)
        assert token is not None
        twins.append(PageTwin(token))
    for each in programs:
        each.log.clear()
    return Play(Random(seed), programs, seed + 1, loaded.attempt.id, twins)


@some_or_all("seeds", 30, 1_000)
async def test_whatever_happens_all_show_one_board(
    seeds: int, programs: tuple[Program, Program]
) -> None:
    conflicts = 0
    for seed in range(seeds):
        play = await begin(seed, programs)
        for twin in play.twins:
            await twin.connect(play.random.choice(programs).client)
            await twin.catch_up(0)
        for _ in range(STEPS):
            await play.happen()
        await play.settle()
        stored = await programs[1].services.attempts.settled(play.person, play.attempt)
        marks = [LETTERS[state] for state in stored.pad.board.marks]
        for twin in play.twins:
            await twin.catch_up(stored.attempt.revision)
            assert twin.marks == marks, seed
        replay, times = Replay(), requests_in(play.log)
        for _, _, action in play.log:
            replay.apply(action)
        assert [LETTERS[replay.marks.get(e, EdgeState.UNKNOWN)] for e in range(EDGES)] == marks
        assert len(replay.done) == len(stored.pad.done), seed
        assert set(times.values()) <= {1}, seed
        done = {each for twin in play.twins for each, how in twin.ended.items() if how == "done"}
        assert done <= set(times), seed  # none that was acknowledged is lost
        for twin in play.twins:
            conflicts += sum(how == "conflict" for how in twin.ended.values())
            await twin.drop()
    assert conflicts > seeds // 10
