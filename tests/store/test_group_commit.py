"""Changes that wait for a file share a commit; one that fails costs only itself."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable

import pytest

from store import meta
from store.database import Database
from store.deadlines import beginning_within
from store.errors import FullError, QueueFullError
from store.group_commit import Group, JoiningPool
from store.sqlite_driver import SqliteConnection
from store.transaction import Connection
from tests.support.store.tables import tell


@pytest.fixture
def database(sqlite_database: Database) -> Database:
    return sqlite_database


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """A list that grows with each commit."""
    done: list[None] = []
    commit = JoiningPool._commit

    async def counting(pool: JoiningPool, group: Group) -> None:
        await commit(pool, group)
        done.append(None)

    monkeypatch.setattr(JoiningPool, "_commit", counting)
    return done


def writing(
    key: str, then: Callable[[], Awaitable[None]] | None = None
) -> Callable[..., Awaitable[str]]:
    """A change that stores a key, and does something then."""

    async def work(connection: Connection) -> str:
        await meta.write(connection, key, "there")
        if then is not None:
            await then()
        return key

    return work


async def fail() -> None:
    raise KeyError


async def stored(database: Database, count: int) -> list[int]:
    """The numbers of the keys that are stored."""
    async with database.reading() as connection:
        keys = [await meta.read(connection, f"key{number}") for number in range(count)]
    return [number for number, value in enumerate(keys) if value is not None]


async def test_a_change_alone_is_committed_alone(database: Database, commits: list[None]) -> None:
    for number in range(3):
        await database.write(writing(f"key{number}"))
        assert len(commits) == number + 1
    assert await stored(database, 3) == [0, 1, 2]


async def test_changes_that_wait_share_a_commit(database: Database, commits: list[None]) -> None:
    changes = [database.write(writing(f"key{number}")) for number in range(50)]
    assert await asyncio.gather(*changes) == [f"key{number}" for number in range(50)]
    assert await stored(database, 50) == [*range(50)]
    assert len(commits) == 1


async def test_changes_that_come_during_a_commit_have_the_next(
    database: Database, commits: list[None]
) -> None:
    """So a stream of changes delays nobody's commit without end."""

    async def one_after_the_other(first: int) -> None:
        for number in range(first, 40, 4):
            await database.write(writing(f"key{number}"))

    await asyncio.gather(*map(one_after_the_other, range(4)))
    assert await stored(database, 40) == [*range(40)]
    assert 10 <= len(commits) < 40


@pytest.mark.parametrize("failing", [{0}, {1}, {4}, {0, 1, 2, 3, 4}, {2, 3}])
async def test_a_change_that_fails_is_undone_alone(database: Database, failing: set[int]) -> None:
    changes = [
        database.write(writing(f"key{number}", fail if number in failing else None))
        for number in range(5)
    ]
    results = await asyncio.gather(*changes, return_exceptions=True)
    failed = {number for number, result in enumerate(results) if isinstance(result, KeyError)}
    assert failed == failing
    assert await stored(database, 5) == sorted({*range(5)} - failing)
    await database.write(writing("key0"))


async def test_a_change_without_statements_changes_nothing_for_the_next(
    database: Database,
) -> None:
    async def nothing(_: Connection) -> None:
        pass

    await asyncio.gather(database.write(writing("key0")), database.write(nothing))
    with pytest.raises(KeyError):
        await database.write(writing("key1", fail))
    [driver] = database.writer.idle
    assert isinstance(driver, SqliteConnection)
    assert not driver.in_transaction
    await database.write(writing("key2"))
    assert await stored(database, 3) == [0, 2]


async def test_a_change_that_is_cancelled_is_undone_alone(database: Database) -> None:
    began = asyncio.Event()

    async def stay() -> None:
        began.set()
        await asyncio.Event().wait()

    first = asyncio.create_task(database.write(writing("key0")))
    second = asyncio.create_task(database.write(writing("key1", stay)))
    third = asyncio.create_task(database.write(writing("key2")))
    await began.wait()
    second.cancel()
    await asyncio.gather(first, third)
    assert second.cancelled() or await asyncio.gather(second, return_exceptions=True)
    assert await stored(database, 3) == [0, 2]


async def test_who_stops_waiting_for_a_commit_leaves_it_to_the_others(database: Database) -> None:
    tasks = [asyncio.create_task(database.write(writing(f"key{number}"))) for number in range(6)]
    while not tasks[3].done():
        await asyncio.sleep(0)
        tasks[1].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert {0, 2, 3, 4, 5} <= {*await stored(database, 6)}


async def test_a_change_that_does_not_begin_in_time_is_never_stored(database: Database) -> None:
    released = asyncio.Event()

    async def stay() -> None:
        await released.wait()

    first = asyncio.create_task(database.write(writing("key0", stay)))
    await asyncio.sleep(0)
    with beginning_within(0.01), pytest.raises(QueueFullError, match=r"nothing of it was stored"):
        await database.write(writing("key1"))
    released.set()
    await first
    await database.write(writing("key2"))
    assert await stored(database, 3) == [0, 2]


async def test_a_commit_that_fails_fails_all_that_joined(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail_commit(_: SqliteConnection) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(SqliteConnection, "commit", fail_commit)
        changes = [database.write(writing(f"key{number}")) for number in range(5)]
        results = await asyncio.gather(*changes, return_exceptions=True)
    assert [type(result) for result in results] == [FullError] * 5
    assert await stored(database, 5) == []
    await database.write(writing("key0"))
    assert await stored(database, 5) == [0]


async def test_a_transaction_that_sqlite_ends_fails_all_that_joined(database: Database) -> None:
    """As a real full disk does: SQLite rolls back everything, and none is told it is stored."""

    async def fill(connection: Connection) -> None:
        rows = [{"key": f"more{number}", "value": "x" * 4000} for number in range(2000)]
        await tell(connection, "INSERT INTO meta VALUES (:key, :value)", *rows)

    await database.write(lambda connection: tell(connection, "PRAGMA max_page_count = 200"))
    changes = [
        database.write(writing("key0")),
        database.write(writing("key1")),
        database.write(fill),
        database.write(writing("key2")),
    ]
    results = await asyncio.gather(*changes, return_exceptions=True)
    await database.write(lambda connection: tell(connection, "PRAGMA max_page_count = 100000"))
    told = {number for number, result in enumerate(results) if result == f"key{min(number, 2)}"}
    assert isinstance(results[2], FullError)
    assert [{0: 0, 1: 1, 3: 2}[number] for number in sorted(told)] == await stored(database, 3)
    await database.write(writing("key0"))
