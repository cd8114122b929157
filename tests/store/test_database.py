"""The database under failures and cancellation, and without a usable file."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict

from store import players
from store.address import parse_address
from store.database import Database, connect, open_database
from store.deadlines import beginning_within
from store.drivers import PostgresError
from store.errors import (
    BadAddressError,
    BusyError,
    CorruptError,
    FullError,
    GoneError,
    QueueFullError,
    StoreError,
    UnreachableError,
)
from store.migrate import migrate
from store.records import Player
from store.sql import insert
from store.sqlite_driver import BUSY_SECONDS
from tests.support.long import some_or_all
from tests.support.paths import ROOT
from tests.support.prepared import PreparedDatabases
from tests.support.store.files import files_beside
from tests.support.store.rows import NOON, add_daily, add_solved, snapshot
from tests.support.store.tables import ask, tell

IS_CANCELLED_AND_ENDS = """
import asyncio, sys
from datetime import UTC, datetime
from store import players
from store.address import parse_address
from store.database import connect

ADDRESS = parse_address(sys.argv[1])
NOW = datetime.now(UTC)
databases = []  # they are not collected, so only what closes a connection ends its thread

async def use(begins, closes) -> None:
    begins.set()
    async with connect(ADDRESS) as database:
        databases.append(database)
        async with database.writing() as connection:
            await players.ensure(connection, 7, NOW)
        async with database.reading() as one, database.reading() as other:
            await players.find(one, 7)
            await players.find(other, 7)
        closes.set()

async def stay_in_a_transaction(database, inside) -> None:
    async with database.writing() as connection:
        await players.ensure(connection, 8, NOW)
        inside.set()
        await asyncio.Event().wait()

async def main() -> None:
    inside = asyncio.Event()
    async with connect(ADDRESS) as database:
        databases.append(database)
        for number in range(0, 120, 3):
            begins, closes = asyncio.Event(), asyncio.Event()
            task = asyncio.create_task(use(begins, closes))
            await (begins if number % 4 < 2 else closes).wait()
            for _ in range(number // 4):
                await asyncio.sleep(0.0005 if number % 2 else 0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        task = asyncio.create_task(stay_in_a_transaction(database, inside))
        await inside.wait()

asyncio.run(main())
print(len(databases))
"""
FULL = 2
"""The number of SQLite's `synchronous = FULL`."""


class Killed(Exception):  # noqa: N818 - what happens, not an error
    """Simulates the end of the program."""


async def add_players(database: Database, count: int) -> None:
    async with database.writing() as connection:
        rows = [asdict(Player(number, NOON)) for number in range(100, 100 + count)]
        await insert("players", Player).run(connection, *rows)


def damage_file(file: Path, damage: str) -> bytes:
    """Damage a file; returns its new content."""
    content = file.read_bytes()
    damaged = {
        "noise": os.urandom(5000),
        "cut": content[: len(content) // 2],
        "holes": content[:8192] + bytes(len(content) - 12288) + content[-4096:],
        "noise behind a sound head": content[:4096] + os.urandom(len(content) - 4096),
    }[damage]
    file.write_bytes(damaged)
    return damaged


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("mysql://a:geheim@b/c", "no database that Ouro knows"),
        ("geheim", "cannot be read"),
        ("nonsense://geheim", r"cannot be read|no database that Ouro knows"),
        ("sqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("sqlite:///file:geheim?mode=memory", "names no file"),
        ("sqlite:///a.db?timeout=geheim", "options"),
        ("postgresql://ouro:geheim@host", "names no database"),
    ],
)
def test_an_address_is_refused_and_not_repeated(address: str, problem: str) -> None:
    with pytest.raises(BadAddressError, match=problem) as caught:
        parse_address(address)
    assert "geheim" not in str(caught.value)


async def test_errors_contain_no_password() -> None:
    with pytest.raises(UnreachableError) as caught:
        async with open_database("postgresql://ouro:geheim@127.0.0.1:1/ouro"):
            pass
    assert "127.0.0.1/ouro" in str(caught.value)
    assert "geheim" not in str(caught.value)


async def test_readers_do_not_write(database: Database) -> None:
    async with database.reading() as connection:
        with pytest.raises((UnreachableError, PostgresError), match=r"read-?only"):
            await players.ensure(connection, 7, NOON)


async def test_readers_do_not_wait_for_a_writer(database: Database) -> None:
    async with database.writing() as writing:
        await players.ensure(writing, 7, NOON)
        async with asyncio.timeout(30), database.reading() as reading:
            assert await players.find(reading, 7) is None
    async with database.reading() as reading:
        assert await players.find(reading, 7) is not None


async def test_a_single_statement_reads_what_is_stored_and_others_a_snapshot(
    database: Database,
) -> None:
    async with database.writing() as connection:
        await players.ensure(connection, 7, NOON)
    async with database.reading(single=True) as connection:
        assert await players.find(connection, 7) is not None
    async with database.reading() as connection:
        assert await players.find(connection, 8) is None
        async with database.writing() as writing:
            await players.ensure(writing, 8, NOON)
        assert await players.find(connection, 8) is None
    async with database.reading(single=True) as connection:
        assert await players.find(connection, 8) is not None


async def test_a_block_that_fails_stores_nothing(database: Database) -> None:
    async def fail_late() -> None:
        async with database.writing() as connection:
            await players.ensure(connection, 7, NOON)
            raise KeyError

    with pytest.raises(KeyError):
        await fail_late()
    async with database.reading() as connection:
        assert await players.find(connection, 7) is None


@some_or_all("stride", 5, 1)
async def test_a_cancelled_transaction_is_stored_as_a_whole_or_not_at_all(
    database: Database, stride: int
) -> None:
    async with database.writing() as connection:
        daily = await add_daily(connection)

    async def write(player_id: int) -> None:
        async with database.writing() as connection:
            await add_solved(connection, player_id, daily, 60)

    landed = set()
    for steps in range(1, 60, stride):
        task = asyncio.create_task(write(steps))
        for _ in range(steps):
            await asyncio.sleep(0.0002 if steps % 2 else 0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        async with asyncio.timeout(30), database.writing() as connection:  # nothing keeps a lock
            rows = await snapshot(connection)
        attempts = {row[1] for row in rows["attempts"] if row[19] is not None}
        assert attempts == {row[0] for row in rows["players"]}
        landed = attempts
    await write(1000)
    assert landed != set(range(1, 60, stride))


async def test_a_failure_at_any_statement_stores_nothing(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the program had died there: between any two statements, and at the commit."""
    async with database.writing() as connection:
        daily = await add_daily(connection)
        before = await snapshot(connection)

    left = 0

    def failing(method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def fail_or_call(*arguments: Any) -> Any:
            nonlocal left
            left -= 1
            if left == 0:
                raise Killed
            return await method(*arguments)

        return fail_or_call

    async def solve() -> None:
        async with database.writing() as connection:
            await add_solved(connection, 7, daily, 60)

    driver = type(database.writer.idle[0])
    monkeypatch.setattr(driver, "execute", failing(driver.execute))
    monkeypatch.setattr(driver, "commit", failing(driver.commit))
    points = 0
    while True:
        points += 1
        left = points
        try:
            await solve()
        except Killed:
            left = -1
            async with database.reading() as connection:
                assert await snapshot(connection) == before
        else:
            break
    left = -1
    assert points > 5
    async with database.reading() as connection:
        after = await snapshot(connection)
    assert [len(after[name]) for name in ("players", "attempts")] == [1, 1]


async def test_a_program_ends_whatever_was_cancelled(prepared_databases: PreparedDatabases) -> None:
    """Opening, a statement, a commit, closing; and a transaction that outlives the database.

    A connection that is left open would keep its thread, for which the program would wait.
    """
    async with prepared_databases.opened() as database:
        command = [sys.executable, "-W", "default::ResourceWarning", "-c", IS_CANCELLED_AND_ENDS]
        ended = await asyncio.to_thread(
            subprocess.run,
            [*command, f"sqlite:///{database.address.path}"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert (ended.returncode, ended.stderr) == (0, "")
        assert int(ended.stdout) > 1
        async with database.reading() as connection:
            assert await players.find(connection, 8) is None


async def test_a_full_disk_is_reported_and_loses_nothing(file: Path) -> None:
    async with open_database(f"sqlite:///{file}") as database:
        async with database.writing() as connection:
            await players.ensure(connection, 7, NOON)
            [[pages]] = await ask(connection, "PRAGMA page_count")
            await tell(connection, f"PRAGMA max_page_count = {pages}")
        with pytest.raises(FullError):
            await add_players(database, 10_000)
        async with database.writing() as connection:
            rows = await snapshot(connection)
            assert [row[0] for row in rows["players"]] == [7]
            await tell(connection, "PRAGMA max_page_count = 100000")
        async with database.writing() as connection:
            await players.ensure(connection, 8, NOON)


async def test_a_commit_survives_a_loss_of_power(sqlite_database: Database) -> None:
    """SQLite waits at each commit until its log is on the disk: Discord has the post already."""
    async with sqlite_database.writing() as connection:
        assert [[*row] for row in await ask(connection, "PRAGMA synchronous")] == [[FULL]]


async def test_a_lock_of_another_program_is_reported(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert BUSY_SECONDS >= 1
    monkeypatch.setattr("store.sqlite_driver.BUSY_SECONDS", 0.05)
    async with open_database(f"sqlite:///{file}") as database:
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(BusyError):
                async with database.writing() as connection:
                    await players.find(connection, 7)
            async with database.reading() as connection:
                assert await players.find(connection, 7) is None
            other.execute("ROLLBACK")
        async with database.writing() as connection:
            await players.ensure(connection, 7, NOON)


async def test_waiting_too_long_for_other_writers_is_reported(file: Path) -> None:
    async with open_database(f"sqlite:///{file}") as database, database.writing():
        with pytest.raises(QueueFullError, match=r"within 0\.01 s"):
            async with database.writing(0.01):
                pass
        with pytest.raises(QueueFullError, match=r"within 0\.05 s"), beginning_within(0.05):
            await database.write(lambda connection: players.ensure(connection, 7, NOON))


@pytest.mark.parametrize("damage", ["noise", "cut", "holes"])
async def test_a_damaged_file_is_refused_and_unchanged(file: Path, damage: str) -> None:
    async with open_database(f"sqlite:///{file}") as database:
        await add_players(database, 2000)
    damaged = damage_file(file, damage)
    with pytest.raises(CorruptError, match="ouro db restore"):
        async with open_database(f"sqlite:///{file}"):
            pass
    assert files_beside(file) == {"ouro.db": damaged}


async def test_damage_found_while_running_is_reported(file: Path) -> None:
    async with open_database(f"sqlite:///{file}") as database:
        await add_players(database, 2000)
    damage_file(file, "noise behind a sound head")
    async with connect(parse_address(f"sqlite:///{file}")) as database:
        with pytest.raises(CorruptError):
            async with database.reading() as connection:
                await snapshot(connection)


@pytest.fixture
def empty_file(file: Path) -> Path:
    file.touch()
    return file


async def test_an_empty_file_becomes_a_database(empty_file: Path) -> None:
    async with (
        open_database(f"sqlite:///{empty_file}") as database,
        database.reading() as connection,
    ):
        assert await players.find(connection, 7) is None


async def test_a_missing_folder_is_created_and_a_file_in_its_place_reported(tmp_path: Path) -> None:
    await migrate(parse_address(f"sqlite:///{tmp_path / 'a' / 'b' / 'ouro.db'}"))
    assert (tmp_path / "a" / "b" / "ouro.db").exists()
    (tmp_path / "file").touch()
    for place in (tmp_path / "file" / "ouro.db", tmp_path / "a"):
        with pytest.raises(UnreachableError):
            await migrate(parse_address(f"sqlite:///{place}"))


async def test_errors_contain_no_values(database: Database) -> None:
    secret = "s3cret"  # noqa: S105 - of nobody
    with pytest.raises((sqlite3.Error, PostgresError), match="nowhere") as caught:
        async with database.writing() as connection:
            await tell(connection, "UPDATE nowhere SET a = :a", a=secret)
    assert not isinstance(caught.value, StoreError)
    assert secret not in str(caught.value)


async def test_a_transaction_that_fails_keeps_nothing_open(database: Database) -> None:
    """In SQLite rows may refer to missing ones up to the commit, which then fails."""

    async def refer_to_nothing() -> None:
        async with database.writing() as connection:
            if database.address.path is not None:
                await tell(connection, "PRAGMA defer_foreign_keys = ON")
            await tell(connection, "INSERT INTO members (player_id, server_id) VALUES (1, 2)")

    for _ in range(2):
        with pytest.raises(GoneError):
            await refer_to_nothing()
    async with database.writing() as connection:
        await players.ensure(connection, 7, NOON)
        assert len((await snapshot(connection))["members"]) == 0


async def test_a_database_is_for_its_owner_alone(file: Path) -> None:
    async with open_database(f"sqlite:///{file}") as database, database.writing() as connection:
        await players.ensure(connection, 7, NOON)
        modes = {each.name: each.stat().st_mode & 0o777 for each in file.parent.iterdir()}
    assert modes == dict.fromkeys(("ouro.db", "ouro.db-shm", "ouro.db-wal"), 0o600)


async def test_a_lost_connection_is_replaced(postgresql_tables: str) -> None:
    """PostgreSQL ends the idle connections of a pool, as when it restarts."""
    async with open_database(postgresql_tables) as database:
        async with database.writing() as first, database.writing() as second:
            await players.ensure(first, 7, NOON)
            await players.ensure(second, 8, NOON)
        async with database.reading() as connection:
            await ask(
                connection,
                "SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND state = 'idle'",
            )
        for _ in range(2):
            async with database.writing() as connection:
                assert await players.find(connection, 7) is not None
        async with database.reading(single=True), database.reading(single=True) as connection:
            assert await players.find(connection, 7) is not None


async def test_a_connection_that_is_lost_within_a_transaction_is_reported(
    postgresql_tables: str,
) -> None:
    async def be_cut_off(database: Database) -> None:
        async with database.writing() as connection:
            await players.ensure(connection, 7, NOON)
            [[own]] = await ask(connection, "SELECT pg_backend_pid()")
            async with database.reading() as other:
                await ask(other, "SELECT pg_terminate_backend(:pid, 30000)", pid=own)
            await players.find(connection, 7)

    async with open_database(postgresql_tables) as database:
        with pytest.raises(UnreachableError):
            await be_cut_off(database)
        async with database.reading() as connection:
            assert await players.find(connection, 7) is None
