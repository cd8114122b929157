"""Use cases that meet on PostgreSQL, one of which runs between two statements of another."""

import asyncio
import os
import random
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import partial
from itertools import count, product
from typing import Any

import pytest
from msgspec import Struct, field
from msgspec.structs import replace

from app.settings import Settings
from jobs.generating import make_puzzle
from service.running.interaction_claims import InteractionClaim
from service.running.readers import Reader
from service.services import Services
from store.address import parse_address
from store.check import check
from store.database import Database, connect
from store.errors import BusyError
from tests.support.faults.meeting import (
    Ended,
    Gate,
    TickingClock,
    Work,
    World,
    ending,
    gate_statements,
    meet,
    nothing_left,
)
from tests.support.faults.use_cases import EXPECTED, UNCALLED, bound, use_cases, values
from tests.support.fixtures.services import pool, run_here
from tests.support.store.tables import ask
from workers.pool import LocalPool

__all__ = ["pool"]

SEED = "OURO_TEST_SEED"
"""Variable with the seed of the sample, a number; by default it is another one each time."""
SAMPLE = 40
"""At how many places use cases meet a deletion without `--all`, and at how many others."""
AHEAD = {"daily_generation.generate_ahead"}
"""What writes for nobody, thousands of rows."""
DELETE = "personal_data.delete"
RACES = ("races.create_race", "races.join_race")
PEOPLE = range(1, 13)
CHANGES = """
DELETE FROM deletions;
UPDATE races SET started_at = NULL;
DELETE FROM racers WHERE player_id NOT IN (1, 2, 4, 5);
UPDATE racers SET race_id = 1 WHERE player_id = 2;
UPDATE racers SET race_id = 2 WHERE player_id = 4;
UPDATE racers SET race_id = 3 WHERE player_id = 5;
UPDATE racers SET joined_at = joined_at - interval '1 minute' WHERE player_id = 1;
DELETE FROM journals WHERE attempt_id > 6;
DELETE FROM pars WHERE attempt_id < 7;
UPDATE web_sessions SET attempt_id = attempt_id - 6, player_id = player_id - 6 WHERE attempt_id > 6;
UPDATE web_links SET attempt_id = attempt_id - 6, player_id = player_id - 6 WHERE attempt_id > 6;
DELETE FROM activity_boards WHERE attempt_id > 6;
UPDATE attempts SET solved_at = NULL, seconds = NULL, day = NULL, track = NULL, kind = 'endless';
UPDATE dailies SET available_from = available_from - interval '30 days',
    available_until = available_until - interval '30 days' WHERE puzzle_id > 6;
UPDATE attempts SET player_id = player_id - 6, kind = 'daily', solved_at = shown_at, seconds = 60,
    day = dailies.day, track = dailies.track
    FROM dailies WHERE id > 6 AND attempts.puzzle_id = dailies.puzzle_id
"""
"""The first six people have an unfinished board each, and a solved daily of a day that is over.
Person 1 is the host of a race that person 2 joined; 4 and 5 wait for others in races 2 and 3."""


class Situation(Struct, frozen=True):
    """Who asks for two use cases, and with what in parameters of some names.

    It differs from the first situation for use cases that ask for a table.
    """

    people: tuple[int, int]
    named: tuple[Mapping[str, int], Mapping[str, int]]
    table: str


HOST = Situation((1, 1), ({}, {}), "racers")
SOLVED = {"attempt": 12, "attempt_id": 12}
SITUATIONS = (
    Situation((6, 6), ({"race_id": 2}, {"race_id": 3}), ""),
    Situation((6, 6), (SOLVED, SOLVED), "attempts"),
    HOST,
    Situation((1, 2), ({}, {"race_id": 1}), "racers"),
    Situation((2, 1), ({"race_id": 1}, {}), "racers"),
)
"""A person without a race, also with a board that stays after a deletion; a host; with a guest."""


TWO_RACES = """SELECT player_id FROM racers JOIN races ON races.id = race_id
    WHERE ended_at IS NULL GROUP BY player_id HAVING count(*) > 1"""


def changing(services: Services) -> Callable[..., Any]:
    """A change of settings that changes nothing."""

    async def change(person: int) -> None:
        await services.preferences.change(Reader(person), lambda player: player)

    return change


def setting_clues(services: Services) -> Callable[..., Any]:
    """A change of a clue."""

    async def set_clues(person: int, draft: int) -> None:
        await services.drafts.set_clues(Reader(person), draft, {0: 1})

    return set_clues


CALLED: Mapping[str, Callable[[Services], Callable[..., Any]]] = {
    "preferences.change": changing,
    "drafts.set_clues": setting_clues,
}
"""Use cases that take more than values."""


class Sent(Struct, frozen=True):
    """The tables that a use case reads and writes."""

    read: frozenset[str]
    written: frozenset[str]

    @classmethod
    def of(cls, statements: Sequence[str]) -> "Sent":
        """What some statements do."""
        text = "; ".join(statements)
        written = {*re.findall(r"(?:INTO|UPDATE|DELETE FROM) ([a-z_]+)", text)}
        written.discard("handled_interactions")  # each has a claim of its own
        return cls(frozenset(re.findall(r"(?:FROM|JOIN) ([a-z_]+)", text)), frozenset(written))

    def meets(self, other: "Sent") -> bool:
        """Whether both write, and one of them what the other one reads or writes."""
        if not (self.written and other.written):
            return False
        return bool(self.written & other.tables or other.written & self.tables)

    @property
    def tables(self) -> frozenset[str]:
        """The tables of all its statements."""
        return self.read | self.written


class Meeting(Struct, frozen=True):
    """The names of two use cases that meet in a situation."""

    names: tuple[str, str]
    situation: Situation


class Meetings(Struct):
    """Runs use cases of two processes on one database."""

    databases: tuple[Database, Database]
    pool: LocalPool
    watcher: Database
    world: World
    known: dict[int, Mapping[object, Any]] = field(default_factory=dict)
    asked: dict[str, Sent] = field(default_factory=dict)
    places: int = 0

    async def work(self, side: int, name: str, clock: TickingClock, situation: Situation) -> Work:
        """A use case as a person asks for it, in a process that has just begun."""
        services = Services(Settings().of_services, self.pool, self.databases[side], clock)
        person = situation.people[side]
        if person not in self.known:
            self.known[person] = await values(services, person)
        known = dict(self.known[person])
        known.update(situation.named[side])
        called = CALLED.get(name)
        method = called(services) if called else dict(use_cases(services))[name]
        given = bound(method, known)
        claim = InteractionClaim(2000 + side)
        if "claim" in given.signature.parameters:
            given.arguments["claim"] = claim
        if "reader" in given.arguments:
            given.arguments["reader"] = replace(given.arguments["reader"], claim=claim)
        return partial(method, *given.args, **given.kwargs)

    def names(self) -> list[str]:
        """The names of all use cases."""
        services = Services(Settings().of_services, self.pool, self.databases[0], TickingClock())
        return sorted({name for name, _ in use_cases(services)} - UNCALLED - AHEAD | CALLED.keys())

    async def of(self, *names: str) -> list[Meeting]:
        """The meetings of two use cases, in each situation that concerns them."""
        first, second = [await self._sent(name) for name in names]
        return [
            Meeting((names[0], names[1]), situation)
            for situation in SITUATIONS
            if first.meets(second)
            and (not situation.table or situation.table in first.tables | second.tables)
        ]

    async def _sent(self, name: str) -> Sent:
        """What a use case asks the database for, of a person without a race and of a host."""
        if name not in self.asked:
            gate, clock = Gate(), TickingClock()
            for situation in (SITUATIONS[0], HOST):
                await self.world.put_back(self.databases[0])
                work = await self.work(0, name, clock, situation)
                async with nothing_left(gate):
                    await asyncio.create_task(ending(work, gate))
            self.asked[name] = Sent.of(gate.sent)
        return self.asked[name]

    async def broken(self, meeting: Meeting) -> list[str]:
        """What is wrong after two use cases met, at each statement of the first."""
        found, names, situation = list[str](), meeting.names, meeting.situation
        for at in count(1):
            await self.world.put_back(self.databases[0])
            clock = TickingClock()
            works = [
                await self.work(side, name, clock, situation) for side, name in enumerate(names)
            ]
            ends = await meet(works[0], works[1], at, self.watcher)
            if ends is None:
                return found
            self.places += 1
            found += [
                f"{names} of {situation.people} at {at}: {what} ({ends[0]}; {ends[1]})"
                async for what in self._rules(ends)
            ]
        return found

    async def _rules(self, ends: tuple[Ended, Ended]) -> AsyncIterator[str]:
        for end in ends:
            if isinstance(end.error, BusyError) or not isinstance(
                end.error, (*EXPECTED, type(None))
            ):
                yield "error"
        async with self.databases[0].reading() as connection:
            for row in await ask(connection, TWO_RACES):
                yield f"person {row[0]} is in two races"
            for finding in await check(connection):
                yield finding.sentence
            for person, at in await ask(connection, "SELECT person_id, at FROM deletions"):
                if max(end.began for end in ends) <= at and (
                    left := await self.world.of_person(connection, person)
                ):
                    yield f"rows of person {person} again: {', '.join(left)}"


@pytest.fixture
async def meetings(
    postgresql_tables: str, pool: LocalPool, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Meetings]:
    """Two processes on a database with everybody; a job gives the same each time."""
    answers: dict[object, Any] = {}

    async def run(job: Any, request: Any, **options: Any) -> Any:
        key = job if job is make_puzzle else (job, repr(request))
        if key not in answers:
            answers[key] = await run_here(job, request, **options)
        return answers[key]

    monkeypatch.setattr(pool, "run", run)
    gate_statements(monkeypatch)
    place = parse_address(postgresql_tables)
    async with connect(place) as one, connect(place) as other, connect(place) as third:
        async with one.writing() as connection:
            world = await World.kept(connection, PEOPLE, CHANGES)
        try:
            yield Meetings((one, other), pool, third, world)
        finally:
            async with one.writing() as connection:
                await ask(connection, "DROP SCHEMA kept CASCADE")


async def test_some_use_cases_meet(meetings: Meetings) -> None:
    """A sample of pairs, half of them with a deletion, keeps the rules."""
    seed = os.environ.get(SEED) or str(random.SystemRandom().randrange(10**6))
    draw = random.Random(seed)
    names = meetings.names()
    with_deletion = [*product([DELETE], names), *product(names, [DELETE])]
    for pairs in (with_deletion, [*product(names, repeat=2)]):
        most = meetings.places + SAMPLE
        for pair in draw.sample(pairs, len(pairs)):
            for meeting in draw.sample(found := await meetings.of(*pair), min(1, len(found))):
                assert await meetings.broken(meeting) == [], f"{SEED}={seed}"
            if meetings.places >= most:
                break


@pytest.mark.long
async def test_all_use_cases_meet(meetings: Meetings) -> None:
    """All pairs keep the rules."""
    broken = [
        line
        for pair in product(meetings.names(), repeat=2)
        for meeting in await meetings.of(*pair)
        for line in await meetings.broken(meeting)
    ]
    assert broken == [], meetings.places


@pytest.mark.parametrize("names", [*product(RACES, repeat=2)])
async def test_two_races_of_a_person_meet(meetings: Meetings, names: tuple[str, str]) -> None:
    """A person who joins or begins two races at the same instant is in one of them."""
    assert await meetings.broken(Meeting(names, SITUATIONS[0])) == []
    assert meetings.places
