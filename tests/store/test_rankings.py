"""Leaderboards, and the results that stay on them when a player's data is deleted."""

import asyncio
import json
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from play.ranking import Period
from play.tracks import Track
from store import (
    attempts,
    outages,
    pars,
    players,
    privacy,
    quotas,
    rankings,
)
from store.database import Database
from store.records import (
    AttemptKind,
    DailyRecord,
    LeaderboardScope,
    Outage,
    Player,
    Quota,
    StoredPar,
    Surface,
    TrackTotals,
    Visibility,
)
from store.sql import query
from store.transaction import Connection
from tests.support import ranking
from tests.support.long import some_examples
from tests.support.prepared import PreparedDatabases
from tests.support.store.everybody import NOTATION, NOW, TOKEN, fill
from tests.support.store.rows import (
    DAY,
    NOON,
    SECOND,
    add_daily,
    add_player,
    add_puzzle,
    add_solved,
    snapshot,
)
from tests.support.store.tables import tables

MONDAY = date(2026, 11, 2)
MONDAY_AFTER = datetime(2026, 11, 9, tzinfo=UTC)
WEEK = LeaderboardScope("easy", MONDAY, MONDAY + timedelta(days=6))


class Solved(Struct, frozen=True):
    """A result to be stored."""

    player: int
    day: int
    seconds: int
    mistakes: int
    hints: int


SOLVED = st.lists(
    st.builds(
        Solved,
        st.integers(1, 5),
        st.integers(0, 6),
        st.integers(60, 63),
        st.integers(0, 1),
        st.integers(0, 1),
    ),
    max_size=20,
    unique_by=lambda each: (each.player, each.day),
)
SERVER = 99
OWNERS = {"player_id", "subject_id", "person_id"}
"""Columns that say whose a row is."""
DELETIONS = query(
    "SELECT day, person_id, at, tracks FROM deletions", tuple[date, int, datetime, tuple[str, ...]]
)


async def store_all(connection: Connection, solved: list[Solved]) -> None:
    """Players 1 and 2 play in the server, player 5 is hidden."""
    dailies: dict[int, DailyRecord] = {}
    for player in range(1, 6):
        hidden = Visibility.HIDDEN if player == 5 else Visibility.NAMED
        await add_player(connection, player, hidden)
    for player in (1, 2):
        await players.join(connection, player, SERVER)
    for each in solved:
        if each.day not in dailies:
            dailies[each.day] = await add_daily(connection, MONDAY + timedelta(days=each.day))
        await add_solved(
            connection,
            each.player,
            dailies[each.day],
            each.seconds,
            mistakes=each.mistakes,
            hints=each.hints,
            penalty=30 * (each.mistakes + each.hints),
        )


@given(SOLVED)
@some_examples(8)
def test_leaderboards_agree_with_play_ranking(
    prepared_databases: PreparedDatabases, solved: list[Solved]
) -> None:
    def expected(*seen: int) -> list[tuple[int, ...]]:
        results = [
            ranking.Result(
                each.player,
                MONDAY + timedelta(days=each.day),
                Track.EASY,
                each.seconds + 30 * (each.mistakes + each.hints),
                each.mistakes,
                each.hints,
            )
            for each in solved
            if each.player in seen
        ]
        board = ranking.standings(results, Track.EASY, Period.WEEK, MONDAY)
        return [
            (line.rank, line.person, line.solved, line.seconds, line.mistakes, line.helps)
            for line in board
        ]

    async def stored(connection: Connection, board: LeaderboardScope) -> list[tuple[int, ...]]:
        lines = await rankings.standings(connection, board)
        assert await rankings.ranked_players(connection, board) == len(lines)
        for line in lines:
            assert await rankings.standing_of(connection, board, line.player_id) == line
        assert await rankings.standings(connection, board, offset=1, limit=2) == lines[1:3]
        return [
            (line.rank, line.player_id, line.solved, line.seconds, line.mistakes, line.helps)
            for line in lines
        ]

    async def main() -> None:
        async with prepared_databases.opened() as database:
            async with database.writing() as connection:
                await store_all(connection, solved)
            async with database.reading() as connection:
                assert await stored(connection, WEEK) == expected(1, 2, 3, 4)
                server = replace(WEEK, server_id=SERVER)
                assert await stored(connection, server) == expected(1, 2)
                assert await rankings.standing_of(connection, WEEK, 5) is None

    asyncio.run(main())


@given(SOLVED, st.integers(1, 5))
@some_examples(8)
def test_deleting_a_player_changes_no_other_rank(
    prepared_databases: PreparedDatabases, solved: list[Solved], leaver: int
) -> None:
    person = 800_000_000_000_000_000 + leaver
    solved = [replace(each, player=person) if each.player == leaver else each for each in solved]

    async def main() -> None:
        async with prepared_databases.opened() as database:
            async with database.writing() as connection:
                await store_all(connection, solved)
                await add_player(connection, person)
                await players.join(connection, person, SERVER)
                await quotas.take(connection, Quota("solve", person, NOON, 3), NOON)
                await attempts.begin(
                    connection, person, await add_puzzle(connection, 1), AttemptKind.PASTED, NOON
                )
                before = await boards(connection)
                deletion = await privacy.forget(connection, person, MONDAY_AFTER)
                assert deletion == sum(each.player == person for each in solved)
                assert await privacy.forget(connection, person, MONDAY_AFTER) == 0
            async with database.reading() as connection:
                assert await boards(connection, person) == {
                    name: [line for line in lines if line[1] != person]
                    for name, lines in before.items()
                }
                lines = await rankings.standings(connection, WEEK)
                numbers = [line.player_id for line in lines]
                assert len(numbers) == len(before["all"])
                assert {line.visibility for line in lines if line.player_id < 0} <= {
                    Visibility.ANONYMOUS
                }
                deleted = (MONDAY_AFTER.date(), person, MONDAY_AFTER, ())
                assert await DELETIONS.all(connection) == (deleted,)
                rows = await snapshot(connection)
                del rows["deletions"]
                assert str(person) not in repr(rows)
                exported = await privacy.export(connection, person)
                assert [name for name, found in exported.items() if found] == ["deletions"]

    async def boards(
        connection: Connection, without: int | None = None
    ) -> dict[str, list[tuple[int, ...]]]:
        """The leaderboards; with `without`, only of players who are not anonymous."""
        found: dict[str, list[tuple[int, ...]]] = {}
        for name, server in (("all", None), ("server", SERVER)):
            lines = await rankings.standings(connection, replace(WEEK, server_id=server))
            found[name] = [
                (line.rank, line.player_id, line.solved, line.seconds, line.mistakes)
                for line in lines
                if without is None or line.player_id > 0
            ]
        return found

    asyncio.run(main())


async def test_kept_results_have_no_moves_and_no_times_of_day(database: Database) -> None:
    async with database.writing() as connection:
        daily = await add_daily(connection)
        await add_solved(connection, 7, daily, 60)
        hard = await add_daily(connection, track="hard")
        open_attempt = await attempts.begin(connection, 7, hard, AttemptKind.DAILY, NOON)
        assert await privacy.forget(connection, 7, daily.available_until) == 1
        assert await attempts.get(connection, open_attempt.id) is None
        scope = LeaderboardScope("easy", DAY, DAY)
        (standing,) = await rankings.standings(connection, scope)
        kept = await attempts.of_daily(connection, standing.player_id, DAY, "easy")
        assert kept is not None
        assert standing.player_id < 0
        assert kept.pad == ""
        times = {kept.begun_at, kept.touched_at, kept.shown_at, kept.solved_at}
        assert times == {daily.available_from}
        assert await rankings.solver_counts(connection, DAY) == {"easy": 1}


async def test_an_export_has_every_row_of_a_player_and_no_solution(
    sqlite_database: Database,
) -> None:
    async with sqlite_database.writing() as connection:
        await fill(connection)
        stored = await tables(connection)
        exported = await privacy.export(connection, 7)
    columns = {name: {each.name for each in table.columns} for name, table in stored.items()}
    of_people = {name for name, found in columns.items() if OWNERS & found} - {"request_rates"}
    assert exported.keys() == of_people | {"players", "journals", "pars", "together_entries"}
    for rows in exported.values():
        [row] = rows
        assert {row[name] for name in OWNERS & row.keys()} <= {7}
    text = json.dumps(exported)
    assert not [word for word in (f'"{TOKEN}"', "solution") if word in text]
    assert NOTATION in text
    assert f'"solved_at": "{NOW.isoformat()}"' in text


@pytest.mark.parametrize(
    ("seconds", "middle"), [((50, 10, 30), 30), ((10, 41, 20, 90), 30), ((7,), 7)]
)
async def test_totals_of_a_player_include_penalties(
    database: Database, seconds: tuple[int, ...], middle: int
) -> None:
    async with database.writing() as connection:
        for ahead, each in enumerate(seconds):
            daily = await add_daily(connection, DAY + timedelta(days=ahead))
            await add_solved(connection, 7, daily, each - 5, penalty=5, nudges=ahead, mistakes=2)
        [totals] = await rankings.own_totals(connection, 7)
    count = len(seconds)
    assert totals == TrackTotals("easy", count, min(seconds), middle, 1, 2 * count)


async def test_the_version_of_a_streak_follows_what_it_depends_on(database: Database) -> None:
    async with database.writing() as connection:
        versions = [await rankings.streak_version(connection, 7)]
        await add_solved(connection, 7, await add_daily(connection), 60)
        versions.append(await rankings.streak_version(connection, 7))
        await outages.add(connection, Outage(NOON, NOON + SECOND))
        versions.append(await rankings.streak_version(connection, 7))
        await outages.add(connection, Outage(NOON, NOON + 2 * SECOND))
        versions.append(await rankings.streak_version(connection, 7))
        await add_solved(connection, 8, await add_daily(connection, track="hard"), 60)
        assert await rankings.streak_version(connection, 7) == versions[-1]
    assert len(set(versions)) == 4


async def test_days_and_counts_of_a_player(database: Database) -> None:
    async with database.writing() as connection:
        easy, hard = await add_daily(connection), await add_daily(connection, track="hard")
        later = await add_daily(connection, date(2026, 11, 7))
        for daily in (easy, hard, later):
            await add_solved(connection, 7, daily, 60)
        unranked = await add_solved(connection, 8, easy, 60)
        await attempts.save(connection, replace(unranked, ranked=False))
        shown = await add_solved(connection, 9, easy, 60)
        await attempts.save(connection, replace(shown, ranked=False, revealed=True))
        tracks = ["easy", "hard"]
        assert await rankings.solved_days(connection, 7, tracks) == (DAY, date(2026, 11, 7))
        assert await rankings.solved_days(connection, 7, ["hard"]) == (DAY,)
        assert await rankings.solved_days(connection, 7, ["mini"]) == ()
        assert await rankings.solved_days(connection, 8, tracks) == ()
        assert await rankings.solver_counts(connection, DAY) == {"easy": 2, "hard": 1}
        assert await rankings.own_totals(connection, 7) == (
            TrackTotals("easy", 2, 60, 60, 2, 0),
            TrackTotals("hard", 1, 60, 60, 1, 0),
        )
        assert await rankings.own_totals(connection, 8) == ()
        assert await attempts.solved_counts(connection, 9) == {}


async def test_a_line_tells_who_drew_on_the_page(database: Database) -> None:
    drawn = {1: Surface.CHAT, 2: Surface.PAGE, 3: Surface.CHAT | Surface.PAGE, 4: Surface(0)}
    async with database.writing() as connection:
        for number, day in enumerate((MONDAY, MONDAY + timedelta(days=1))):
            daily = await add_daily(connection, day)
            for player, surfaces in drawn.items():
                await add_player(connection, player)
                later = surfaces if number == 0 else Surface.CHAT
                await add_solved(connection, player, daily, 60 + player, surfaces=later)
        lines = await rankings.standings(connection, WEEK)
    assert [line.on_page for line in lines] == [False, True, True, False]


async def test_who_has_par_switched_off_is_on_no_leaderboard_by_par(database: Database) -> None:
    """The last ratios before a day are read of several people at once."""
    by_par = replace(WEEK, by_par=True)
    settings: dict[int, dict[str, object]] = {1: {}, 2: {"par": False}, 3: {"par": True}}
    async with database.writing() as connection:
        for number in range(3):
            daily = await add_daily(connection, MONDAY + timedelta(days=number))
            for player in settings:
                await add_player(connection, player)
                solved = await add_solved(connection, player, daily, 60 * (number + 1))
                await pars.add(connection, [StoredPar(solved.id, 60 * player, 0.0, 0.1)])
        for player, chosen in settings.items():
            await players.save(connection, Player(player, NOON, chosen))
        lines = await rankings.standings(connection, by_par)
        until = MONDAY + timedelta(days=2)
        ratios = await rankings.lately(connection, [1, 2], until, 1)
    assert [line.player_id for line in lines] == [3, 1]
    assert sorted(ratios) == [(1, 2.0), (2, 1.0)]
