"""A process that is frozen in a transaction on PostgreSQL stops only those who need its rows."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from sqlalchemy import select

from play.pen import Arrow
from puzzle.notation import parse_puzzle
from service.attempts import Attempts
from service.interaction_claims import InteractionClaim
from service.loaded_attempt import LoadedAttempt
from service.pending_replies import PendingReplies
from store import attempts as stored_attempts
from store import handled_interactions, puzzles
from store.address import parse_address
from store.database import Database, connect
from store.errors import ConflictError, UnreachableError
from store.records import AttemptKind, HandledInteraction, PendingReply, UnsavedPuzzle
from store.schema import pending_replies
from store.transaction import Connection
from tests.support.clock import Clock
from tests.support.waiting import until

NOTATION = "5x5:b1c3a12a02d1a2c32"
PEOPLE = range(8)
MINUTES = timedelta(minutes=15)


@pytest.fixture
async def database(postgresql_tables: str) -> AsyncIterator[Database]:
    async with connect(parse_address(postgresql_tables)) as database:
        yield database


@asynccontextmanager
async def frozen(address: str) -> AsyncIterator[Connection]:
    """A transaction of another process, which ends when the block ends."""
    async with connect(parse_address(address)) as other, other.writing() as connection:
        yield connection


async def opened(attempts: Attempts, database: Database) -> list[LoadedAttempt]:
    async with database.writing() as connection:
        key = parse_puzzle(NOTATION).canonical_key
        puzzle = await puzzles.add(connection, UnsavedPuzzle(NOTATION, key))
    return [await attempts.open(person, puzzle, AttemptKind.PASTED) for person in PEOPLE]


async def test_a_locked_board_stops_no_other_player(
    database: Database, postgresql_tables: str, now: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.pools.IDLE_SECONDS", 10_000.0)
    attempts = Attempts(database, now)
    boards = await opened(attempts, database)

    async def press(loaded: LoadedAttempt) -> LoadedAttempt:
        return await attempts.change(loaded.attempt.player_id, loaded.attempt.id, Arrow.RIGHT)

    async with frozen(postgresql_tables) as other:
        await stored_attempts.get(other, boards[0].attempt.id, lock=True)
        async with asyncio.timeout(100):
            pressed = await asyncio.gather(*map(press, boards), return_exceptions=True)
    assert isinstance(pressed[0], ConflictError)
    assert all(isinstance(each, LoadedAttempt) for each in pressed[1:])
    assert (await press(boards[0])).attempt.revision == 2


async def test_a_held_claim_stops_no_other_reply(
    database: Database, postgresql_tables: str, now: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if nobody waits for them any more: the acknowledgements do so for part of a second."""
    monkeypatch.setattr("store.pools.IDLE_SECONDS", 10_000.0)
    replies = PendingReplies(database, now, "one")
    in_one_batch = [16 * number for number in PEOPLE]

    def add(number: int) -> asyncio.Task[None]:
        reply = PendingReply(number, 1, "token", now() + MINUTES, "command", "en", now())
        return asyncio.create_task(replies.add(reply, InteractionClaim(number, "one")))

    async with frozen(postgresql_tables) as other:
        held = HandledInteraction(in_one_batch[0], "other", now())
        await handled_interactions.claim(other, held)
        added = [add(number) for number in in_one_batch]
        await asyncio.sleep(0.1)
        for task in added:
            task.cancel()

        async def is_stored() -> bool:
            async with database.reading() as connection:
                found = await connection.execute(select(pending_replies.c.interaction_id))
                return set(found.scalars()) == set(in_one_batch[1:])

        await until(is_stored, 100)
        await replies.close()


async def test_the_rows_of_a_frozen_process_become_free(
    database: Database, postgresql_tables: str, now: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.pools.IDLE_SECONDS", 0.5)
    attempts = Attempts(database, now)
    [board, *_] = await opened(attempts, database)

    async def can_be_changed() -> bool:
        try:
            await attempts.change(board.attempt.player_id, board.attempt.id, Arrow.RIGHT)
        except ConflictError:
            return False
        return True

    async with connect(parse_address(postgresql_tables)) as other:

        async def freeze() -> None:
            async with other.writing() as connection:
                await stored_attempts.get(connection, board.attempt.id, lock=True)
                await until(can_be_changed, 100)

        with pytest.raises(UnreachableError):  # when it is no longer frozen
            await freeze()
