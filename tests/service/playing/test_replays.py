"""Whoever deletes their data to play a live daily again gains nothing, whatever they do in between.

The state machine compares the leaderboards with a model that knows who is behind every attempt.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Coroutine
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from play.calendar import opens, today
from play.clock import Help
from play.history import Mark
from play.ranking import Period
from play.tracks import Track
from puzzle.moves import parse_marks
from service.dailies.leaderboards import LeaderboardQuery, Leaderboards
from service.people.personal_data import PersonalData
from service.people.stats import PlayerStats, Statistics
from service.playing.attempts import Attempts
from service.playing.loaded_attempt import LoadedAttempt
from service.running.purging import Purging
from service.running.quotas import QuotaLimits, Quotas
from service.running.readers import Reader
from store import dailies, puzzles
from store.address import file_address
from store.database import Database, open_database
from store.records import AttemptKind, StandingRecord
from tests.support.clock import Clock
from tests.support.long import some_examples
from tests.support.prepared import PreparedDatabases
from tests.support.store.rows import snapshot

FIRST_DAY = date(2026, 11, 5)
NOON = opens(FIRST_DAY) + timedelta(hours=12)
DAYS = 3
HONEST, CHEATS = (1, 2), (8, 9)
TRACKS = (Track.EASY, Track.NORMAL)
PERIODS = (Period.DAY, Period.WEEK, Period.ALL)

Result = TypeVar("Result")
Live = tuple[int, date, Track]
"""A person, and the day and track of a daily."""


class Service:
    """The use cases that people need to play dailies and to delete their data."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database, self.clock = database, clock
        self.attempts = Attempts(database, clock)
        self.leaderboards = Leaderboards(database, clock)
        self.statistics = Statistics(database, clock)
        self.purging = Purging(database, clock)
        quotas = Quotas(database, clock, QuotaLimits())
        self.personal_data = PersonalData(database, self.attempts, quotas, 100_000, clock)

    async def open(self, person: int, track: Track, day: date | None = None) -> LoadedAttempt:
        """Open the daily of a day, today's if none is named."""
        day = day or today(self.clock())
        async with self.database.reading() as connection:
            daily = await dailies.get(connection, day, track.value)
        assert daily is not None
        live = day == today(self.clock())
        return await self.attempts.open(
            Reader(person), daily, AttemptKind.DAILY if live else AttemptKind.ARCHIVE
        )

    async def solve(self, person: int, loaded: LoadedAttempt) -> LoadedAttempt:
        """Draw the loop of an attempt."""
        async with self.database.reading() as connection:
            stored = await puzzles.get(connection, loaded.attempt.puzzle_id)
        assert stored is not None
        assert stored.solution is not None
        loop = Mark(parse_marks(stored.solution, loaded.puzzle.grid))
        return await self.attempts.change(Reader(person), loaded.attempt.id, loop)

    async def standings(
        self, track: Track, period: Period = Period.DAY, day: date | None = None
    ) -> list[StandingRecord]:
        """The lines of a leaderboard; of today's if no day is named."""
        query = LeaderboardQuery(track, period, day or today(self.clock()))
        board = await self.leaderboards.read(Reader(0), query)
        assert board.pages == 1
        return list(board.lines)

    async def stats(self, person: int) -> PlayerStats | None:
        return await self.statistics.read(person, person)


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database of each kind."""
    if request.param == "sqlite":
        return file_address(tmp_path / "ouro.db")
    given: str = request.getfixturevalue("postgresql_tables")
    return given


@pytest.fixture
async def service(address: str, prepared_databases: PreparedDatabases) -> AsyncIterator[Service]:
    """The use cases over a database with dailies, at noon."""
    await prepared_databases.provide_dailies(FIRST_DAY, address)
    async with open_database(address) as database:
        yield Service(database, Clock(NOON))


async def test_opening_while_data_is_deleted_gives_no_second_attempt(service: Service) -> None:
    for person in range(100, 110):
        await service.open(person, Track.EASY)
        await asyncio.gather(
            service.open(person, Track.NORMAL),
            service.personal_data.delete(Reader(person)),
            service.open(person, Track.EASY),
        )
        service.clock.pass_(2)
        loaded = await service.solve(person, await service.open(person, Track.EASY))
        assert not loaded.attempt.ranked
    assert await service.standings(Track.EASY) == []


class Players(RuleBasedStateMachine):
    """Honest people play; others delete their data and play again, in any order."""

    prepared: ClassVar[PreparedDatabases]

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder_of_run = TemporaryDirectory()
        address = file_address(Path(self.folder_of_run.name, "ouro.db"))
        self.run(self.prepared.provide_dailies(FIRST_DAY, address))
        self.opened = open_database(address)
        self.service = Service(self.run(self.opened.__aenter__()), Clock(NOON))
        self.begun: set[Live] = set()
        """Live dailies that were opened by somebody whose data was not deleted since."""
        self.spent: set[Live] = set()
        """Live dailies of which an attempt was deleted, or whose solution was revealed."""
        self.solved: dict[Live, int] = {}
        """The seconds of ranked results, by who is behind them, even if they are anonymous."""

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return self.runner.run(work)

    def teardown(self) -> None:
        self.run(self.opened.__aexit__(None, None, None))
        self.runner.close()
        self.folder_of_run.cleanup()

    @property
    def today(self) -> date:
        return today(self.service.clock())

    people = st.sampled_from(HONEST + CHEATS)
    cheats = st.sampled_from(CHEATS)
    tracks = st.sampled_from(TRACKS)

    @rule(person=people, track=tracks)
    def open(self, person: int, track: Track) -> None:
        key = person, self.today, track
        loaded = self.run(self.service.open(person, track))
        if key not in self.begun:
            assert loaded.attempt.replayed == (key in self.spent)
        self.begun.add(key)

    @rule(person=people, track=tracks, seconds=st.integers(1, 600))
    def solve(self, person: int, track: Track, seconds: int) -> None:
        self.open(person, track)
        self.service.clock.pass_(seconds)
        loaded = self.run(self.service.open(person, track))
        loaded = self.run(self.service.solve(person, loaded))
        key = person, self.today, track
        if loaded.just_solved:
            assert loaded.attempt.ranked == (key not in self.spent)
        if loaded.attempt.ranked and key not in self.solved:
            self.solved[key] = (loaded.attempt.seconds or 0) + loaded.attempt.penalty

    @rule(person=people, track=tracks)
    def take_a_hint(self, person: int, track: Track) -> None:
        self.open(person, track)
        loaded = self.run(self.service.open(person, track))
        self.run(self.service.attempts.add_help(Reader(person), loaded.attempt.id, Help.HINT))

    @rule(person=cheats, track=tracks)
    def reveal(self, person: int, track: Track) -> None:
        self.open(person, track)
        loaded = self.run(self.service.open(person, track))
        self.run(self.service.attempts.record_reveal(Reader(person), loaded.attempt.id))
        key = person, self.today, track
        if key not in self.solved:
            self.spent.add(key)

    @rule(person=cheats)
    def delete(self, person: int) -> None:
        before = self.honest_ranks()
        kept = [key for key in self.solved if key[0] == person and key[1] < self.today]
        live = [key for key in self.begun if key[0] == person and key[1] == self.today]
        assert self.run(self.service.personal_data.delete(Reader(person))) <= len(kept)
        self.spent.update(live)
        self.begun = {key for key in self.begun if key[0] != person}
        for key in live:
            self.solved.pop(key, None)
        for board, rank in self.honest_ranks().items():
            assert rank <= before[board], board
        self.check_earlier_days()
        assert self.run(self.service.stats(person)) is None

    @rule()
    def begin_the_next_day(self) -> None:
        if self.today < FIRST_DAY + timedelta(days=DAYS):
            self.service.clock.time = opens(self.today + timedelta(days=1)) + timedelta(hours=1)
            self.run(self.service.purging.delete_expired())
            self.check_earlier_days()
            assert self.run(self.days_of_deletions()) == []

    def honest_ranks(self) -> dict[tuple[Track, Period, int], int]:
        """The ranks of honest people, by leaderboard and person."""
        return {
            (track, period, line.player_id): line.rank
            for track in TRACKS
            for period in PERIODS
            for line in self.run(self.service.standings(track, period))
            if line.player_id in HONEST
        }

    @invariant()
    def a_live_leaderboard_has_one_result_of_each_person_and_no_replays(self) -> None:
        for track in TRACKS:
            lines = self.run(self.service.standings(track))
            assert sorted((line.player_id, line.seconds) for line in lines) == sorted(
                (person, seconds)
                for (person, day, of_track), seconds in self.solved.items()
                if (day, of_track) == (self.today, track)
            )

    def check_earlier_days(self) -> None:
        """Results of days that are over stay on their leaderboards."""
        times = defaultdict(list)
        for (_, day, track), seconds in self.solved.items():
            times[track, day].append(seconds)
        for track in TRACKS:
            for ago in range((self.today - FIRST_DAY).days):
                day = FIRST_DAY + timedelta(days=ago)
                lines = self.run(self.service.standings(track, day=day))
                assert sorted(line.seconds for line in lines) == sorted(times[track, day])

    @invariant()
    def nobody_has_solved_more_than_they_did(self) -> None:
        for person in CHEATS:
            stats = self.run(self.service.stats(person))
            if stats is None:
                continue
            own = {key for key in self.solved if key[0] == person}
            for each in stats.totals:
                assert each.count <= sum(track.value == each.track for _, _, track in own)
            assert set(stats.history.solved) <= {day for _, day, _ in own}
            assert sum(stats.solved.values()) <= len(own)

    async def days_of_deletions(self) -> list[object]:
        """The days on which somebody deleted their data, as far as is remembered."""
        async with self.service.database.reading() as connection:
            return [row[0] for row in (await snapshot(connection))["deletions"]]


def test_deleting_in_any_order_gains_nothing(prepared_databases: PreparedDatabases) -> None:
    Players.prepared = prepared_databases
    run_state_machine_as_test(
        Players,
        settings=settings(
            some_examples(3),
            stateful_step_count=15,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )
