"""The pad in chat, pages in several tabs and two servers in any order end in one state.

Connections break, requests arrive twice and late, tabs are reloaded and duplicated, and servers
start anew. What each change did is replayed with simple rules of its own, in the order of the
revisions.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from random import Random

import pytest
from msgspec import Struct, field

from play.history import Clear, Mark, Redo, Undo
from play.pen import Action
from puzzle.model import EdgeState
from service.playing.loaded_attempt import LoadedAttempt
from service.running.interaction_claims import InteractionClaim, RequestClaim
from service.running.readers import Reader
from store.address import file_address, parse_address
from store.database import connect
from tests.support.board_pages import HOLDER, PUZZLE
from tests.support.clock import Clock
from tests.support.long import some_or_all
from tests.support.page_programs import NotedChange, Program, running_program
from tests.support.page_twins import PageTwin, PollingTwin
from tests.support.prepared import PreparedDatabases
from web import limits
from web.page_requests import LETTERS
from workers.pool import LocalPool

EDGES = len(PUZZLE.grid.edge_dots)
STEPS = 30
MOST_TABS = 5
PATIENCE = 60.0
"""Seconds after which a play that does not come to its end fails."""
HAPPENINGS = {
    "stroke": 6,
    "edit": 2,
    "send": 6,
    "press": 3,
    "drop": 2,
    "stall": 2,
    "arrive": 1,
    "repeat": 1,
    "reload": 1,
    "copy": 2,
    "look": 1,
    "restart": 1,
    "pause": 1,
}
"""What happens, and how often."""
interactions = count(1)


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database of each kind."""
    if request.param == "sqlite":
        return file_address(tmp_path / "shared.db")
    given: str = request.getfixturevalue("postgresql_tables")
    return given


@pytest.fixture
async def programs(
    address: str,
    prepared_databases: PreparedDatabases,
    pool: LocalPool,
    now: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[tuple[Program, Program]]:
    """Two processes on one database."""
    monkeypatch.setattr(limits, "OPEN_PER_PERSON", 1_000)
    place = parse_address(address)
    if place.path is not None:
        await prepared_databases.copy_tables(place.path)
    async with (
        connect(place) as one,
        connect(place) as other,
        running_program(one, pool, now) as first,
        running_program(other, pool, now) as second,
    ):
        yield first, second


class Play(Struct):
    """One board, its pages, and random things that happen to them."""

    random: Random
    programs: tuple[Program, Program]
    person: int
    attempt: int
    twins: list[PageTwin]
    presses: list[asyncio.Task[LoadedAttempt]] = field(default_factory=list)

    async def happen(self) -> None:
        """Let one thing happen."""
        twin, program = self.random.choice(self.twins), self.random.choice(self.programs)
        [kind] = self.random.choices([*HAPPENINGS], [*HAPPENINGS.values()])
        match kind:
            case "stroke":
                self.stroke(twin)
            case "edit":
                twin.ask(do="edit", edit=self.random.choice(["undo", "undo", "redo", "clear"]))
            case "send":
                await twin.connect(program.client)
                await twin.send()
            case "press":
                self.press(program)
            case "copy" if len(self.twins) < MOST_TABS:
                self.twins.append(max(self.twins, key=lambda each: len(each.waiting)).copy())
            case "look":
                await program.server.look()
            case "restart":
                await program.restart()
            case "drop" | "stall" | "arrive" | "repeat" | "reload":
                await getattr(twin, kind)()
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

    def press(self, program: Program) -> None:
        """Change the board in chat; the press is handled while other things happen."""
        edge, state = self.random.randrange(EDGES), self.random.choice(list(EdgeState))
        actions: list[Action] = [Mark({edge: state}), Mark({edge: state}), Undo(), Redo()]
        change = program.services.attempts.change(
            Reader(self.person, claim=InteractionClaim(next(interactions))),
            self.attempt,
            self.random.choice(actions),
        )
        self.presses.append(asyncio.ensure_future(change))

    async def settle(self) -> LoadedAttempt:
        """Let all that waits be done, and all pages show the newest board, which is returned."""
        await asyncio.gather(*self.presses)
        for twin in self.twins:
            await twin.settle(self.random.choice(self.programs).client)
        for twin in self.twins:
            await twin.arrive()
        for each in self.programs:
            await each.server.look()
        stored = await self.programs[1].services.attempts.settled(self.person, self.attempt)
        for twin in self.twins:
            await twin.catch_up(self.programs[0].client, stored.attempt.revision)
        return stored

    @property
    def log(self) -> list[NotedChange]:
        """What was changed, in the order of the revisions."""
        changes = [change for each in self.programs for change in each.log]
        return sorted(changes, key=lambda change: change.revision)

    def ended(self, how: str) -> set[tuple[str, int]]:
        """The requests of pages that ended in a way."""
        return {each for twin in self.twins for each, end in twin.ended.items() if end == how}


class Replay(Struct):
    """Marks and steps by rules of their own: a step is what an action changed."""

    marks: dict[int, EdgeState] = field(default_factory=dict)
    done: list[dict[int, tuple[EdgeState, EdgeState]]] = field(default_factory=list)
    undone: list[dict[int, tuple[EdgeState, EdgeState]]] = field(default_factory=list)

    def apply(self, change: NotedChange) -> None:
        """Do what a change did; a page saw the marks before, unless they were there already."""
        match change.action:
            case Undo() if self.done:
                self.undone.append(self.done.pop())
                self.marks |= {edge: before for edge, (before, _) in self.undone[-1].items()}
            case Redo() if self.undone:
                self.done.append(self.undone.pop())
                self.marks |= {edge: after for edge, (_, after) in self.done[-1].items()}
            case Mark(states=states):
                for edge, seen in change.seen.items():
                    assert self.mark(edge) in {seen, states[edge]}
                self._step(dict(states))
            case Clear():
                self._step(dict.fromkeys(self.marks, EdgeState.UNKNOWN))

    def letters(self) -> list[str]:
        """The marks of all edges, as pages have them."""
        return [LETTERS[self.mark(edge)] for edge in range(EDGES)]

    def mark(self, edge: int) -> EdgeState:
        """The mark of an edge."""
        return self.marks.get(edge, EdgeState.UNKNOWN)

    def _step(self, states: dict[int, EdgeState]) -> None:
        before = {edge: self.mark(edge) for edge in states}
        changed = {e: (before[e], after) for e, after in states.items() if before[e] is not after}
        if changed:
            self.done.append(changed)
            self.undone.clear()
            self.marks |= {edge: after for edge, (_, after) in changed.items()}


def requests_in(log: list[NotedChange]) -> Counter[tuple[str, int]]:
    """How often each request of a page was done."""
    claims = [change.claim for change in log if isinstance(change.claim, RequestClaim)]
    return Counter((claim.stream, claim.number) for claim in claims)


async def begin(seed: int, programs: tuple[Program, Program]) -> Play:
    """A board with pages of two sessions, one of them without a socket."""
    services = programs[0].services
    loaded = (await services.boards.open_pasted(Reader(seed + 1), PUZZLE)).loaded
    tokens: list[str] = []
    for _ in range(2):
        secret = await services.board_links.make_link(seed + 1, loaded.attempt.id)
        token = await services.board_links.redeem(secret, HOLDER)
        assert token is not None
        tokens.append(token)
    for each in programs:
        each.log.clear()
    twins = [PageTwin(tokens[0]), PageTwin(tokens[1]), PollingTwin(tokens[1])]
    return Play(Random(seed), programs, seed + 1, loaded.attempt.id, twins)


def check(play: Play, stored: LoadedAttempt) -> None:
    """All pages show the stored board, which is what was done to it, and no request is lost."""
    marks = [LETTERS[state] for state in stored.pad.board.marks]
    assert [twin.marks for twin in play.twins] == [marks] * len(play.twins)
    replay, times = Replay(), requests_in(play.log)
    for change in play.log:
        replay.apply(change)
    assert replay.letters() == marks
    assert len(replay.done) == len(stored.pad.done)
    assert set(times.values()) <= {1}
    assert play.ended("done") <= set(times)  # none that was acknowledged is lost
    assert not play.ended("conflict") & set(times)
    assert {how for twin in play.twins for how in twin.ended.values()} <= {"done", "conflict"}


@some_or_all("seeds", 4, 500)
async def test_whatever_happens_all_show_one_board(
    seeds: int, programs: tuple[Program, Program]
) -> None:
    conflicts = 0
    for seed in range(seeds):
        play = await begin(seed, programs)
        async with asyncio.timeout(PATIENCE):
            for twin in play.twins:
                await twin.catch_up(play.random.choice(programs).client, 0)
            for _ in range(STEPS):
                await play.happen()
            stored = await play.settle()
        try:
            check(play, stored)
        except AssertionError as error:
            error.add_note(f"seed {seed}")
            raise
        conflicts += len(play.ended("conflict"))
        for twin in play.twins:
            await twin.drop()
    assert conflicts > seeds // 10


async def test_two_tabs_with_one_stroke_learn_the_same(programs: tuple[Program, Program]) -> None:
    play = await begin(0, programs)
    tab, client = play.twins[0], programs[0].client
    await tab.catch_up(client, 0)
    await tab.drop()
    tab.ask(do="mark", edges=[(3, ".", "-")])
    tab.ask(do="mark", edges=[(4, ".", "-")])
    play.twins = [tab, tab.copy()]
    attempts = programs[0].services.attempts
    await attempts.change(Reader(play.person), play.attempt, Mark({3: EdgeState.CROSS}))
    await tab.settle(client)
    tab.ask(do="mark", edges=[(5, ".", "-")])
    await tab.settle(client)
    stored = await play.settle()
    check(play, stored)
    assert sorted(stored.pad.board.lines) == [5]
    assert [list(twin.ended.values()) for twin in play.twins] == [
        ["conflict", "done"],
        ["conflict"],
    ]
    for twin in play.twins:
        await twin.drop()
