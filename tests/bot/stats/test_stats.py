"""Streaks, leaderboards and reminders from the store, over random histories."""

import asyncio
import gzip
import json
import random
from datetime import date, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from play.calendar import EPOCH, opens
from play.ranking import PAGE, Period
from play.streaks import DAYS_PER_FREEZE, MAX_FREEZES
from play.tracks import Track
from service.dailies.leaderboards import LeaderboardQuery, Leaderboards
from service.dailies.streaks import Streaks
from service.errors import InputError
from service.people.personal_data import written
from service.people.preferences import Preferences, choosing, do_not_remind, remind
from service.people.stats import Statistics
from service.running.readers import Reader
from service.settings import language_of
from store import attempts, outages, players
from store.database import Database
from store.records import Outage, Visibility
from store.transaction import Connection
from tests.support.clock import Clock
from tests.support.long import some_examples
from tests.support.prepared import PreparedDatabases
from tests.support.ranking import Result, standing_of, standings
from tests.support.store.rows import add_daily, add_player, add_solved

FIRST = date(2026, 11, 2)
"""A Monday, and the second day with dailies."""
ME, SERVER = 7, 99


def noon(on: date) -> Clock:
    """A clock at noon of a day."""
    return Clock(opens(on) + timedelta(hours=12))


def day(number: int) -> date:
    return FIRST + timedelta(days=number)


# Streaks


class Model(Struct):
    """A simple model of a streak, updated day by day; freezes are counted in sevenths."""

    current: int = 0
    longest: int = 0
    sevenths: int = 0

    def pass_day(self, letter: str) -> None:
        if letter == "s":
            self.current += 1
            self.longest = max(self.longest, self.current)
            self.sevenths = min(self.sevenths + 1, MAX_FREEZES * DAYS_PER_FREEZE)
        elif letter == ".":
            if self.sevenths >= DAYS_PER_FREEZE:
                self.sevenths -= DAYS_PER_FREEZE
            else:
                self.current = self.sevenths = 0


HISTORIES = st.text("sssssss.o-", min_size=1, max_size=40)
"""Letters for days: s solved, . missed, o an outage of two hours, - without any daily."""


async def store_history(connection: Connection, history: str) -> None:
    await add_player(connection, ME)
    for number, letter in enumerate(history):
        if letter != "-":
            daily = await add_daily(connection, day(number))
            if letter == "s":
                await add_solved(connection, ME, daily, 60)
        if letter == "o":
            began = opens(day(number)) + timedelta(hours=number % 22)
            await outages.add(connection, Outage(began, began + timedelta(hours=2)))


@given(HISTORIES)
@some_examples(10)
def test_streaks_from_the_store_equal_those_of_the_model(
    prepared_databases: PreparedDatabases, history: str
) -> None:
    async def main() -> None:
        model = Model()
        before, last = history[:-1], history[-1]
        for letter in before:
            model.pass_day(letter)
        if last == "s":
            model.pass_day(last)
        async with prepared_databases.opened() as database:
            async with database.writing() as connection:
                await store_history(connection, history)
            streaks = Streaks(database, noon(day(len(history) - 1)))
            streak = (await streaks.history(ME)).streak
        assert (streak.current, streak.longest) == (model.current, model.longest)
        assert streak.freezes == model.sevenths // DAYS_PER_FREEZE
        assert streak.open_today is (last != "s")

    asyncio.run(main())


# Leaderboards


class Solved(Struct, frozen=True):
    """A result to store."""

    player: int
    day: int
    track: Track
    seconds: int
    mistakes: int
    hints: int


PEOPLE = 14
"""Number of players, more than a page; 1 to 5 play in the server, 6 is hidden, 7 anonymous."""
RESULTS = st.lists(
    st.builds(
        Solved,
        st.integers(1, PEOPLE),
        st.sampled_from([0, 1, 6, 7, 28, 29, 35]),
        st.sampled_from([Track.EASY, Track.HARD]),
        st.integers(60, 61),
        st.integers(0, 1),
        st.integers(0, 1),
    ),
    max_size=40,
    unique_by=lambda each: (each.player, each.day, each.track),
)
VISIBLE = {6: Visibility.HIDDEN, 7: Visibility.ANONYMOUS}


async def store_results(connection: Connection, results: list[Solved]) -> None:
    for player in range(1, PEOPLE + 1):
        await add_player(connection, player, VISIBLE.get(player, Visibility.NAMED))
        if player <= 5:
            await players.join(connection, player, SERVER)
    for each in results:
        daily = await add_daily(connection, day(each.day), each.track.value)
        await add_solved(
            connection,
            each.player,
            daily,
            each.seconds,
            mistakes=each.mistakes,
            hints=each.hints,
            penalty=30 * (each.mistakes + each.hints),
        )


@given(
    RESULTS,
    st.sampled_from([each for each in Period if each is not Period.PAR]),
    st.sampled_from([0, 6, 7, 29, 35]),
    st.sampled_from([Track.EASY, Track.HARD]),
    st.booleans(),
)
@some_examples(10)
def test_pages_of_a_leaderboard_follow_the_ranking_rules(  # noqa: PLR0917 - hypothesis gives most
    prepared_databases: PreparedDatabases,
    results: list[Solved],
    period: Period,
    number: int,
    track: Track,
    server: bool,
) -> None:
    def is_listed(player: int) -> bool:
        return player <= 5 if server else player != 6

    async def main() -> None:
        on = day(35)
        expected = standings(
            [
                Result(
                    each.player,
                    day(each.day),
                    each.track,
                    each.seconds + 30 * (each.mistakes + each.hints),
                    each.mistakes,
                    each.hints,
                )
                for each in results
                if is_listed(each.player)
            ],
            track,
            period,
            on if period is Period.ALL else day(number),
        )
        async with prepared_databases.opened() as database:
            async with database.writing() as connection:
                await store_results(connection, results)
            boards = Leaderboards(database, noon(on))
            listed: list[tuple[int, int, int, int]] = []
            query = LeaderboardQuery(track, period, day(number), server)
            reader = Reader(ME, server=SERVER)
            shown = await boards.read(reader, query)
            for page in range(1, shown.pages + 1):
                shown = await boards.read(reader, replace(query, page=page))
                assert shown.query.page == page
                assert len(shown.lines) <= PAGE
                listed += [
                    (line.rank, line.player_id, line.solved, line.seconds) for line in shown.lines
                ]
                own = standing_of(expected, ME)
                assert (shown.own and shown.own.rank) == (own and own.rank)
        assert listed == [(each.rank, each.person, each.solved, each.seconds) for each in expected]
        assert shown.count == len(expected)

    asyncio.run(main())


@given(st.sampled_from([Period.DAY, Period.WEEK, Period.MONTH]), st.integers(0, 900))
def test_going_back_and_forth_through_periods_misses_no_day(period: Period, number: int) -> None:
    now = EPOCH + timedelta(days=number)
    query: LeaderboardQuery | None = LeaderboardQuery(Track.EASY, period, now)
    spans = []
    while query is not None:
        spans.append(query.span(now))
        back = query.earlier()
        if back is not None:
            forth = back.later(now)
            assert forth is not None
            assert forth.span(now) == query.span(now)
        query = back
    assert spans[0][0] <= now <= spans[0][1]
    assert spans[-1][0] <= EPOCH
    for later, earlier in pairwise(spans):
        assert earlier[1] + timedelta(days=1) == later[0]
    assert LeaderboardQuery(Track.EASY, period, now).later(now) is None


async def test_statistics_count_ranked_dailies_only(database: Database) -> None:
    async with database.writing() as connection:
        await store_results(connection, [Solved(ME, 0, Track.EASY, 61, 1, 0)])
        await add_solved(connection, 1, await add_daily(connection, day(0)), 60)
    stats = Statistics(database, noon(day(1)))
    own = await stats.read(ME, ME)
    assert own is not None
    assert [(track, each.count, each.best) for track, each in own.tracks] == [(Track.EASY, 1, 91)]
    assert (own.unaided, own.mistakes, own.history.streak.current) == (1, 1, 1)
    assert await stats.read(ME, 1) is None, "it would reveal who is anonymous"
    assert await stats.read(12345, 1) is None
    assert await stats.read(1, ME) is not None


async def test_the_track_solved_last_on_its_day_is_shown_first(database: Database) -> None:
    boards = Leaderboards(database, noon(day(3)))
    assert await boards.track_of(ME) is Track.NORMAL
    async with database.writing() as connection:
        for number, track in enumerate((Track.EASY, Track.HARD, Track.MINI)):
            daily = await add_daily(connection, day(number), track.value)
            solved = await add_solved(connection, ME, daily, 60)
        await attempts.save(connection, replace(solved, ranked=False))
    assert await boards.track_of(ME) is Track.HARD


def test_a_long_export_is_compressed() -> None:
    max_bytes = 2**20
    tables = {"attempts": [{"pad": "1;2;" * max_bytes}]}
    export = written(tables, max_bytes)
    assert (export.name, export.packed) == ("ouro.json.gz", True)
    assert len(export.data) <= max_bytes
    assert json.loads(gzip.decompress(export.data)) == tables


def test_an_export_too_long_after_compression_is_rejected() -> None:
    with pytest.raises(InputError):
        written({"attempts": [{"pad": random.Random(1).randbytes(500).hex()}]}, 100)


# Reminders


async def test_a_change_of_another_setting_keeps_the_next_reminder(database: Database) -> None:
    clock = noon(day(0))
    preferences = Preferences(database, clock)
    change = remind(time(11), ZoneInfo("UTC"), "ja")
    player = await preferences.change(Reader(ME), change)
    assert player.next_reminder == opens(day(1)) + timedelta(hours=11)
    assert language_of(player) == "ja"
    clock.time = opens(day(5)) + timedelta(hours=12)
    assert (await preferences.change(Reader(ME), choosing({"theme": "dark"}))) == replace(
        player, settings={"language": "ja", "theme": "dark"}
    )
    moved = await preferences.change(Reader(ME), lambda player: replace(player, zone="Asia/Tokyo"))
    assert moved.next_reminder == opens(day(6)) + timedelta(hours=2)
    quiet = await preferences.change(Reader(ME), do_not_remind)
    assert (quiet.reminders, quiet.next_reminder) == (False, None)
