"""Interactions are claimed once, whoever else claims them at the same time."""

import asyncio
import sqlite3
from datetime import timedelta

import pytest

from store import attempts, players, privacy, puzzles
from store.database import Database
from store.drivers import Fetched, Sent
from store.errors import BusyError, ConflictError, GoneError
from store.growth import CLAIMS
from store.handled_interactions import claim
from store.purge import purge
from store.records import AttemptKind, HandledInteraction
from store.sqlite_driver import SqliteConnection
from store.transaction import Connection
from tests.support.store.rows import NOON, add_puzzle

LARGE = (2**31, 10**18 - 1)
"""Numbers that a button can name and no row has."""


def by(handler: str, interaction: int = 1) -> HandledInteraction:
    return HandledInteraction(interaction, handler, NOON)


async def test_the_first_claim_is_kept(database: Database) -> None:
    async with database.writing() as connection:
        assert await claim(connection, by("a"))
        assert not await claim(connection, by("b"))
    async with database.writing() as connection:
        assert not await claim(connection, by("b"))
        assert await claim(connection, by("a"))
        assert await claim(connection, by("b", 2))


async def test_a_claim_is_undone_with_its_transaction(database: Database) -> None:
    async def fail(connection: Connection) -> None:
        await claim(connection, by("a"))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await database.write(fail)
    async with database.writing() as connection:
        assert await claim(connection, by("b"))


async def test_of_claims_at_the_same_time_one_succeeds(database: Database) -> None:
    async def take(handler: str) -> bool:
        async with database.writing() as connection:
            taken = await claim(connection, by(handler))
            await asyncio.sleep(0.01)  # others wait for this transaction
            return taken

    assert sum(await asyncio.gather(*map(take, "abcd"))) == 1


async def test_old_claims_are_forgotten(database: Database) -> None:
    async with database.writing() as connection:
        await claim(connection, by("a"))
    assert await purge(database, "handled_interactions", NOON + CLAIMS) == 0
    later = NOON + CLAIMS + timedelta(seconds=1)
    assert await purge(database, "handled_interactions", later) == 1
    async with database.writing() as connection:
        assert await claim(connection, by("b"))


# Conflicts


async def test_a_deadlock_is_tried_again(postgresql_database: Database) -> None:
    database, calls, first = postgresql_database, [], asyncio.Barrier(2)

    async def change(one: int, other: int, connection: Connection) -> None:
        calls.append((one, other))
        if len(calls) > 2:  # in the order of the one that goes on, so that it waits for it
            one, other = other, one
        await claim(connection, by("a", one))
        if len(calls) <= 2:
            await first.wait()
        await claim(connection, by("a", other))

    await asyncio.gather(
        database.write(lambda connection: change(1, 2, connection)),
        database.write(lambda connection: change(2, 1, connection)),
    )
    assert len(calls) == 3


@pytest.mark.parametrize("conflicts", [1, 2])
async def test_a_conflict_is_tried_again_once(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch, conflicts: int
) -> None:
    calls, original = 0, SqliteConnection.execute

    async def execute(self: SqliteConnection, sent: Sent) -> Fetched:
        fetched = await original(self, sent)
        if calls <= conflicts:
            busy = sqlite3.OperationalError("database is locked")
            busy.sqlite_errorcode = sqlite3.SQLITE_BUSY_SNAPSHOT
            raise busy
        return fetched

    async def work(connection: Connection) -> int:
        nonlocal calls
        calls += 1
        assert await claim(connection, by(str(calls)))
        return calls

    monkeypatch.setattr(SqliteConnection, "execute", execute)
    if conflicts == 1:
        assert await sqlite_database.write(work) == 2
    else:
        with pytest.raises(ConflictError) as caught:
            await sqlite_database.write(work)
        assert isinstance(caught.value, BusyError)
    assert calls == 2


async def test_other_errors_are_not_tried_again(database: Database) -> None:
    calls = 0

    async def work(_: Connection) -> None:
        nonlocal calls
        calls += 1
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await database.write(work)
    assert calls == 1


# A person who deletes their data while they play


async def test_a_player_who_begins_and_is_deleted_meets_no_raw_error(database: Database) -> None:
    """Whichever transaction comes first, an attempt has its player or neither is there."""
    async with database.writing() as connection:
        puzzle = await add_puzzle(connection)

    async def begin() -> None:
        async with database.writing() as connection:
            await attempts.begin(connection, 7, puzzle, AttemptKind.PASTED, NOON)
            await players.join(connection, 7, 99)

    async def delete() -> None:
        async with database.writing() as connection:
            await privacy.forget(connection, 7, NOON)

    for _ in range(20):
        results = await asyncio.gather(begin(), delete(), begin(), delete(), return_exceptions=True)
        assert [each for each in results if each and not isinstance(each, GoneError)] == []


async def test_a_missing_row_is_an_error_of_the_store(database: Database) -> None:
    with pytest.raises(GoneError):
        async with database.writing() as connection:
            await players.join(connection, 7, 99)


# Numbers


@pytest.mark.parametrize("number", [*LARGE, 0, -1])
async def test_no_row_has_a_number_that_is_too_large(database: Database, number: int) -> None:
    async with database.writing() as connection:
        assert await attempts.get(connection, number, lock=True) is None
        assert await puzzles.get(connection, number) is None
