"""A process that is frozen in a transaction on PostgreSQL stops only those who need its rows."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

import pytest

from play.pen import Arrow
from puzzle.notation import parse_puzzle
from service.playing.attempts import Attempts
from service.playing.loaded_attempt import LoadedAttempt
from service.running.interaction_claims import InteractionClaim
from service.running.outbox import Outbox
from service.running.readers import InteractionToken, Reader
from store import attempts as stored_attempts
from store import handled_interactions, puzzles
from store.address import parse_address
from store.database import Database, connect
from store.errors import ConflictError, UnreachableError
from store.records import AttemptKind, HandledInteraction, UnsavedPuzzle
from store.transaction import Connection
from tests.support.clock import Clock
from tests.support.store.tables import ask
from tests.support.waiting import until

NOTATION = "5x5:b1c3a12a02d1a2c32"
PEOPLE = range(8)


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
    return [await attempts.open(Reader(person), puzzle, AttemptKind.PASTED) for person in PEOPLE]


def press(attempts: Attempts, loaded: LoadedAttempt, arrow: Arrow) -> asyncio.Task[LoadedAttempt]:
    change = attempts.change(Reader(loaded.attempt.player_id), loaded.attempt.id, arrow)
    return asyncio.create_task(change)


async def is_blocked(other: Connection) -> bool:
    """Whether a statement waits for a lock."""
    waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    return bool(await ask(other, waiting))


async def test_a_locked_board_holds_up_its_own_presses_only(
    postgresql_tables: str, now: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("IDLE_SECONDS", "ROW_LOCK_SECONDS"):
        monkeypatch.setattr(f"store.pools.{limit}", 10_000.0)
    address = parse_address(postgresql_tables)
    async with connect(address, statement_seconds=10_000.0) as database:
        attempts = Attempts(database, now)
        locked, *others = await opened(attempts, database)
        arrows = (Arrow.RIGHT, Arrow.DOWN, Arrow.LEFT) * 3  # more than there are connections
        async with frozen(postgresql_tables) as other:
            await stored_attempts.get(other, locked.attempt.id, lock=True)
            waiting = [press(attempts, locked, arrow) for arrow in arrows]
            await until(lambda: is_blocked(other))
            pressed = [await press(attempts, each, Arrow.RIGHT) for each in others]
            assert [each.attempt.revision for each in pressed] == [2] * len(others)
            assert not any(task.done() for task in waiting)
        for task, revision in zip(waiting, count(2), strict=False):
            assert (await task).attempt.revision == revision


async def test_a_press_on_a_locked_board_fails_and_can_be_repeated(
    postgresql_tables: str, now: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.pools.ROW_LOCK_SECONDS", 0.1)
    async with connect(parse_address(postgresql_tables)) as database:
        attempts = Attempts(database, now)
        board, *_ = await opened(attempts, database)
        async with frozen(postgresql_tables) as other:
            await stored_attempts.get(other, board.attempt.id, lock=True)
            with pytest.raises(ConflictError):
                await press(attempts, board, Arrow.RIGHT)
        assert (await press(attempts, board, Arrow.RIGHT)).attempt.revision == 2


async def test_a_held_claim_stops_no_other_reply(
    database: Database, postgresql_tables: str, now: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if nobody waits for them any more: the acknowledgements do so for part of a second."""
    monkeypatch.setattr("store.pools.IDLE_SECONDS", 10_000.0)
    replies = Outbox(database, now, "one")

    def add(number: int) -> asyncio.Task[None]:
        claim = InteractionClaim(number, "one")
        return asyncio.create_task(replies.reply(claim, InteractionToken(number, "token"), {}))

    async def are_stored() -> bool:
        async with database.reading() as connection:
            found = await ask(connection, "SELECT application_id FROM outbox")
            return {number for (number,) in found} == {*PEOPLE} - {0}

    async with frozen(postgresql_tables) as other:
        await handled_interactions.claim(other, HandledInteraction(0, "other", now()))
        added = [add(number) for number in PEOPLE]
        await asyncio.sleep(0)
        for task in added:
            task.cancel()
        await until(are_stored)
    await replies.settle(InteractionClaim(0))  # after its first write
    assert await are_stored()


async def test_the_rows_of_a_frozen_process_become_free(
    database: Database, postgresql_tables: str, now: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.pools.IDLE_SECONDS", 0.5)
    attempts = Attempts(database, now)
    [board, *_] = await opened(attempts, database)

    async def can_be_changed() -> bool:
        try:
            await attempts.change(Reader(board.attempt.player_id), board.attempt.id, Arrow.RIGHT)
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
