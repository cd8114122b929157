"""Journals: only added to, bounded, kept for the last boards, and gone with their attempt."""

from datetime import date, timedelta

import pytest
from msgspec.structs import replace

from store import attempts, check, journals, privacy
from store.database import Database
from store.records import AttemptKind
from store.transaction import Connection
from tests.support.store.rows import DAY, NOON, SECOND, add_daily, add_puzzle, add_solved

ANN, BOB = 1001, 1002


async def add_attempt(connection: Connection, number: int = 1, *, solved: bool = False) -> int:
    puzzle = await add_puzzle(connection, number)
    attempt = await attempts.begin(connection, ANN, puzzle, AttemptKind.ENDLESS, NOON)
    if solved:
        at = NOON + number * SECOND
        done = replace(attempt, shown_at=NOON, solved_at=at, seconds=number)
        await attempts.save(connection, done)
    return attempt.id


async def test_entries_are_added_and_empty_ones_make_no_journal(database: Database) -> None:
    async with database.writing() as connection:
        one, two = await add_attempt(connection, 1), await add_attempt(connection, 2)
        await journals.append(connection, one, "1PA.")
        await journals.append(connection, two, "")
        assert await journals.get(connection, two) is None
        await journals.append(connection, two, "2PB.")
        await journals.append(connection, one, "3UC.")
        assert await journals.get(connection, one) == "1PA.3UC."
        assert await journals.get(connection, two) == "2PB."
        assert await journals.get(connection, two + 1) is None


async def test_a_journal_ends_where_an_entry_does_not_fit(database: Database) -> None:
    almost = "x" * (journals.MAX_LENGTH - 6)
    async with database.writing() as connection:
        one = await add_attempt(connection)
        for entry in (almost, "1PA.", "2PA."):
            await journals.append(connection, one, entry)
        full = await journals.get(connection, one)
        assert full == f"{almost}1PA.!"
        await journals.append(connection, one, ".")
        assert await journals.get(connection, one) == full
        assert len(full) <= journals.MAX_LENGTH


async def test_the_journals_of_the_last_solved_boards_are_kept(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journals, "MAX_SOLVED", 2)
    async with database.writing() as connection:
        solved = [await add_attempt(connection, number, solved=True) for number in range(1, 5)]
        under_way = await add_attempt(connection, 9)
        for number in (*solved, under_way):
            await journals.append(connection, number, "1PA.")
        await journals.keep_last_solved(connection, BOB)
        await journals.keep_last_solved(connection, ANN)
        left = [number for number in (*solved, under_way) if await journals.get(connection, number)]
    assert left == [*solved[2:], under_way]


async def test_a_journal_is_exported_and_deleted_with_its_person(database: Database) -> None:
    async with database.writing() as connection:
        one = await add_attempt(connection)
        past = await add_solved(connection, ANN, await add_daily(connection), 60)
        await journals.append(connection, one, "1PA.")
        await journals.append(connection, past.id, "2PA.")
        await journals.save_uses(connection, past.id, "{}")
        exported = (await privacy.export(connection, ANN))["journals"]
        assert exported == [
            {"attempt_id": one, "text": "1PA.", "uses": None},
            {"attempt_id": past.id, "text": "2PA.", "uses": "{}"},
        ]
        assert not (await privacy.export(connection, BOB))["journals"]
        later = NOON + timedelta(days=2)
        assert later.date() > DAY
        assert await privacy.forget(connection, ANN, later) == 1
        assert await attempts.get(connection, past.id)
        assert await journals.get(connection, past.id) is None
        assert await journals.get(connection, one) is None
        assert not await check.check(connection)


async def test_a_journal_of_nobody_breaks_an_invariant(database: Database) -> None:
    async with database.writing() as connection:
        past = await add_solved(connection, ANN, await add_daily(connection), 60)
        await privacy.forget(connection, ANN, NOON + timedelta(days=2))
        await journals.append(connection, past.id, "2PA.")
        [broken] = await check.check(connection)
        assert broken.sentence.startswith("journals belong to")


async def test_the_uses_of_solved_boards_are_read_once_and_told_the_last_first(
    database: Database,
) -> None:
    async with database.writing() as connection:
        numbers = [await add_attempt(connection, number, solved=True) for number in (1, 2, 3)]
        under_way = await add_attempt(connection, 9)
        for number in (*numbers, under_way):
            await journals.append(connection, number, f"{number}PA.")
        assert await journals.unread(connection, 9) == ()
        for number in numbers:
            await journals.mark_unread(connection, number)
        first, _ = await journals.unread(connection, 2)
        assert (first.attempt_id, first.notation, first.text) == (numbers[0], "7x7:1", "1PA.")
        await journals.save_uses(connection, numbers[0], "{}")
        await journals.save_uses(connection, numbers[1], None)
        assert [one.attempt_id for one in await journals.unread(connection, 9)] == numbers[2:]
        await journals.save_uses(connection, numbers[2], '{"zero": [1, 1, 0, 3.0]}')
        found = await journals.last_uses(connection, ANN, 9)
        assert [one.attempt_id for one in found] == [numbers[2], numbers[0]]
        assert await journals.last_uses(connection, ANN, 1) == found[:1]
        assert await journals.last_uses(connection, BOB, 9) == ()


async def test_the_uses_of_live_dailies_can_be_left_out(database: Database) -> None:
    async with database.writing() as connection:
        daily = await add_daily(connection)
        solved = await add_solved(connection, ANN, daily, 60)
        await journals.append(connection, solved.id, "1PA.")
        await journals.save_uses(connection, solved.id, "{}")
        assert len(await journals.last_uses(connection, ANN, 9)) == 1
        assert await journals.last_uses(connection, ANN, 9, before=DAY) == ()
        assert len(await journals.last_uses(connection, ANN, 9, before=date.max)) == 1
