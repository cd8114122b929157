"""Attempts: one row per player and puzzle, without lost updates."""

import sqlite3
from datetime import date, timedelta

import pytest
from msgspec.structs import replace

from store import attempts, dailies, puzzles
from store.database import Database
from store.drivers import PostgresError
from store.errors import StaleError
from store.records import AttemptKind, BoardSummary, DailyRecord, UnsavedPuzzle
from tests.support.store.rows import (
    DAY,
    NOON,
    SECOND,
    add_daily,
    add_puzzle,
    add_solved,
    new_puzzle,
)


async def test_a_puzzle_is_stored_once_in_each_position(database: Database) -> None:
    async with database.writing() as connection:
        first = await puzzles.add(connection, new_puzzle(1))
        assert await puzzles.add(connection, new_puzzle(1)) == first
        turned = await puzzles.add(connection, replace(new_puzzle(1), notation="turned"))
        assert turned.id != first.id
        assert await puzzles.get(connection, first.id) == first
        assert await puzzles.find(connection, "none") is None


async def test_unknown_fields_of_a_puzzle_are_filled_in(database: Database) -> None:
    whole = new_puzzle(1)
    async with database.writing() as connection:
        await puzzles.add(connection, UnsavedPuzzle(whole.notation, whole.canonical_key))
        filled = await puzzles.add(connection, whole)
        assert (filled.solution, filled.level, filled.techniques) == (
            "loop1",
            "easy",
            {"corner-3": 1},
        )
        again = await puzzles.add(connection, replace(whole, solution="other", techniques={}))
        assert again == filled


async def test_a_canonical_key_is_used_once(database: Database) -> None:
    async with database.writing() as connection:
        daily = await add_daily(connection)
        assert await dailies.add(connection, daily) == daily
        tomorrow = replace(daily, day=date(2026, 11, 6), number=6)
        assert await dailies.add(connection, tomorrow) is None
        other = await add_puzzle(connection, 1)
        instead = replace(daily, puzzle_id=other.id, canonical_key=other.canonical_key)
        assert await dailies.add(connection, instead) == daily
        assert await dailies.find_by_key(connection, daily.canonical_key) == daily
        with pytest.raises(ValueError, match="key"):
            await dailies.add(connection, replace(tomorrow, canonical_key="another"))


async def test_dailies_are_listed_by_day(database: Database) -> None:
    async with database.writing() as connection:
        today = await add_daily(connection)
        await add_daily(connection, date(2026, 11, 4))
        await add_daily(connection, date(2026, 11, 6), "hard")
        assert await dailies.of_day(connection, DAY) == (today,)
        first, tracks = date(2026, 11, 4), ["easy", "hard"]
        assert await dailies.days(connection, first, DAY, tracks) == (first, DAY)
        assert await dailies.days(connection, first, DAY, ["hard"]) == ()
        assert await dailies.last_day(connection, "hard") == date(2026, 11, 6)
        assert await dailies.last_day(connection, "normal") is None


async def test_a_player_has_one_attempt_at_a_puzzle(database: Database) -> None:
    async with database.writing() as connection:
        daily = await add_daily(connection)
        first = await attempts.begin(connection, 7, daily, AttemptKind.DAILY, NOON)
        assert (
            await attempts.begin(connection, 7, daily, AttemptKind.ARCHIVE, NOON + SECOND) == first
        )
        assert (first.kind, first.day, first.track) == (AttemptKind.DAILY, DAY, "easy")
        assert await attempts.of_daily(connection, 7, DAY, "easy") == first
        assert await attempts.of_daily(connection, 8, DAY, "easy") is None


async def test_every_field_of_an_attempt_is_stored(database: Database) -> None:
    async with database.writing() as connection:
        daily = await add_daily(connection)
        begun = await attempts.begin(connection, 7, daily, AttemptKind.DAILY, NOON)
        full = replace(
            begun,
            ranked=True,
            shown_at=NOON,
            touched_at=NOON + SECOND,
            pad="1;1;l;ja;0-1:0A;",
            nudges=1,
            hints=2,
            steps=3,
            count_checks=4,
            place_checks=5,
            reason_checks=6,
            mistakes=7,
            solved_at=NOON + SECOND,
            seconds=1,
            penalty=1000,
        )
        saved = await attempts.save(connection, full)
    assert saved == replace(full, revision=1)
    async with database.reading() as connection:
        assert await attempts.get(connection, full.id) == saved


async def test_saving_a_stale_attempt_is_refused(database: Database) -> None:
    async with database.writing() as connection:
        attempt = await attempts.begin(
            connection, 7, await add_puzzle(connection), AttemptKind.ENDLESS, NOON
        )
        await attempts.save(connection, replace(attempt, pad="one"))
        with pytest.raises(StaleError):
            await attempts.save(connection, replace(attempt, pad="two"))
        stored = await attempts.get(connection, attempt.id, lock=True)
        assert stored is not None
        assert stored.pad == "one"


async def test_unfinished_attempts_are_ordered_by_last_use(database: Database) -> None:
    async with database.writing() as connection:
        begun = [
            await attempts.begin(
                connection, 7, await add_puzzle(connection, number), AttemptKind.PASTED, NOON
            )
            for number in range(4)
        ]
        later = replace(begun[1], touched_at=NOON + SECOND, lines=12)
        later = await attempts.save(connection, later)
        await attempts.save(connection, replace(begun[2], solved_at=NOON, seconds=1))
        await attempts.save(connection, replace(begun[3], revealed=True))
        newest = BoardSummary(later.id, None, None, "7x7", 12, later.touched_at)
        oldest = BoardSummary(begun[0].id, None, None, "7x7", 0, NOON)
        assert await attempts.unfinished(connection, 7) == (newest, oldest)
        assert await attempts.unfinished(connection, 7, limit=1) == (newest,)
        assert await attempts.solved_counts(connection, 7) == {AttemptKind.PASTED: 1}


async def test_the_unfinished_attempts_used_longest_ago_are_removed(database: Database) -> None:
    kinds = [
        AttemptKind.PASTED,
        AttemptKind.LEARN,
        AttemptKind.ENDLESS,
        AttemptKind.PASTED,
        AttemptKind.PASTED,
        AttemptKind.ENDLESS,
    ]
    async with database.writing() as connection:
        begun = [
            await attempts.begin(connection, player, await add_puzzle(connection, number), kind, at)
            for player in (7, 8)
            for number, kind in enumerate(kinds)
            for at in [NOON + number * SECOND]
        ]
        await attempts.save(connection, replace(begun[3], solved_at=NOON, seconds=1))
        kept = {AttemptKind.PASTED, AttemptKind.ENDLESS}
        assert await attempts.remove_unfinished(connection, 7, kept, 2) == 2
        assert await attempts.remove_unfinished(connection, 7, kept, 2) == 0
        left = [one.id for one in await attempts.unfinished(connection, 7)]
        assert left == [begun[number].id for number in (5, 4, 1)]
        assert len(await attempts.unfinished(connection, 8)) == len(kinds)
        assert await attempts.get(connection, begun[3].id) is not None, "a solved one stays"


@pytest.mark.parametrize(
    "broken",
    [
        {"ranked": True},
        {"seconds": 5},
        {"solved_at": NOON},
        {"day": DAY},
        {"kind": "game"},
    ],
)
async def test_the_database_refuses_inconsistent_attempts(
    database: Database, broken: dict[str, object]
) -> None:
    async with database.writing() as connection:
        puzzle = await add_puzzle(connection)
        attempt = await attempts.begin(connection, 7, puzzle, AttemptKind.ENDLESS, NOON)
    with pytest.raises(
        (sqlite3.IntegrityError, PostgresError, LookupError), match=r"ck_attempts_|'game'"
    ):
        async with database.writing() as connection:
            await attempts.save(connection, replace(attempt, **broken))  # type: ignore[arg-type]
    async with database.reading() as connection:
        assert await attempts.get(connection, attempt.id) == attempt


async def test_an_instant_without_a_zone_is_refused(database: Database) -> None:
    async with database.writing() as connection:
        daily = await add_daily(connection)
        attempt = await add_solved(connection, 7, daily, 60)
        with pytest.raises(ValueError, match="zone"):
            await attempts.save(connection, replace(attempt, touched_at=NOON.replace(tzinfo=None)))


async def test_the_hardest_solved_puzzle_is_no_daily_of_today(database: Database) -> None:
    async with database.writing() as connection:
        assert await attempts.hardest_solved(connection, 7, DAY) is None
        scores = {DAY: 9.0, DAY - timedelta(days=1): 3.0, DAY - timedelta(days=2): 2.0}
        for day, score in scores.items():
            puzzle = replace(new_puzzle(day.toordinal()), score=score)
            stored = await puzzles.add(connection, puzzle)
            opens = NOON - (DAY - day)
            daily = DailyRecord(
                day, "hard", 1, stored.id, stored.canonical_key, opens, opens + SECOND
            )
            await dailies.add(connection, replace(daily, number=day.toordinal()))
            await add_solved(connection, 7, daily, 60)
        hardest = await attempts.hardest_solved(connection, 7, DAY)
        assert hardest is not None
        assert hardest.score == 3.0
        shown = await attempts.of_daily(connection, 7, DAY - timedelta(days=1), "hard")
        assert shown is not None
        await attempts.save(connection, replace(shown, ranked=False, revealed=True))
        hardest = await attempts.hardest_solved(connection, 7, DAY)
        assert hardest is not None
        assert hardest.score == 2.0
        assert await attempts.hardest_solved(connection, 8, DAY) is None
