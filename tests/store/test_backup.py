"""Backups: complete, of one instant, made during writes, and restored unchanged."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from store import meta, players
from store.address import file_address, parse_address
from store.backup import back_up, restore
from store.database import Database, open_database
from store.errors import (
    BackupError,
    CorruptError,
    NewerError,
    NoFileError,
)
from tests.support.store.rows import NOON, Snapshot, add_daily, add_solved, snapshot
from tests.support.store.tables import tell


def fill(file: Path) -> Snapshot:
    """Create a database with an attempt."""

    async def make() -> Snapshot:
        async with open_database(file_address(file)) as database, database.writing() as connection:
            await add_solved(connection, 7, await add_daily(connection), 60)
            return await snapshot(connection)

    return asyncio.run(make())


def content(file: Path) -> Snapshot:
    async def read() -> Snapshot:
        async with open_database(file_address(file)) as database, database.reading() as connection:
            return await snapshot(connection)

    return asyncio.run(read())


def rows(file: Path, *statements: str) -> list[tuple[Any, ...]]:
    """The rows that the last statement returns."""
    with closing(sqlite3.connect(file, isolation_level=None)) as raw:
        return [raw.execute(statement).fetchall() for statement in statements][-1]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copy.db"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A database in a folder that does not exist yet."""
    return tmp_path / "new" / "ouro.db"


async def count(database: Database, counted: list[int]) -> None:
    """Write the same value to two rows, again and again."""
    while True:
        async with database.writing() as connection:
            await meta.write(connection, "a", str(len(counted)))
            await meta.write(connection, "z", str(len(counted)))
        counted.append(len(counted))


async def test_a_backup_of_a_busy_database_is_of_one_instant(file: Path, copy: Path) -> None:
    address = file_address(file)
    counted: list[int] = []
    meanwhile = 0
    async with open_database(address) as database:
        async with database.writing() as connection:
            between = [{"key": f"m{number}", "value": "x" * 1000} for number in range(5000)]
            await tell(connection, "INSERT INTO meta (key, value) VALUES (:key, :value)", *between)
            await meta.write(connection, "a", "-1")
            await meta.write(connection, "z", "-1")
        writer = asyncio.create_task(count(database, counted))
        for number in range(5):
            await asyncio.sleep(0.05)
            before = len(counted)
            target = copy.with_name(f"copy{number}.db")
            await asyncio.to_thread(back_up, parse_address(address), target)
            meanwhile += len(counted) - before
            found = dict(rows(target, "SELECT key, value FROM meta WHERE key IN ('a', 'z')"))
            assert found["a"] == found["z"]
            assert before - 1 <= int(found["a"]) <= len(counted)
        writer.cancel()
        await asyncio.wait([writer])
        assert writer.cancelled()
    assert meanwhile > 0


async def test_uncommitted_changes_are_not_backed_up(file: Path, copy: Path) -> None:
    async with open_database(file_address(file)) as database, database.writing() as connection:
        await players.ensure(connection, 7, NOON)
        await asyncio.to_thread(back_up, parse_address(file_address(file)), copy)
    assert rows(copy, "SELECT * FROM players") == []


def test_a_backup_is_one_file_and_comes_back_as_it_was(
    file: Path, copy: Path, elsewhere: Path
) -> None:
    before = fill(file)
    back_up(parse_address(file_address(file)), copy)
    assert names(file.parent) == ["copy.db", "ouro.db"]
    restore(copy, parse_address(file_address(elsewhere)), NOON)
    assert names(elsewhere.parent) == ["ouro.db"]
    [[restored]] = rows(elsewhere, "SELECT value FROM meta WHERE key = 'restored_at'")
    assert restored == NOON.isoformat()
    rows(elsewhere, "DELETE FROM meta WHERE key = 'restored_at'")
    assert content(elsewhere) == before


def test_nothing_is_overwritten(file: Path, copy: Path) -> None:
    before = fill(file)
    copy.write_text("precious")
    with pytest.raises(BackupError, match="nothing is overwritten"):
        back_up(parse_address(file_address(file)), copy)
    assert copy.read_text() == "precious"
    copy.unlink()
    back_up(parse_address(file_address(file)), copy)
    with pytest.raises(BackupError, match="stop Ouro and move"):
        restore(copy, parse_address(file_address(file)), NOON)
    assert content(file) == before


def test_a_leftover_log_prevents_restoring(file: Path, copy: Path) -> None:
    """SQLite would apply the log to the restored database."""
    fill(file)
    back_up(parse_address(file_address(file)), copy)
    file.rename(file.with_name("old.db"))
    log = file.with_name("ouro.db-wal")
    log.touch()
    with pytest.raises(BackupError, match=r"ouro\.db-wal"):
        restore(copy, parse_address(file_address(file)), NOON)
    assert not file.exists()


def test_invalid_backups_are_refused(file: Path, copy: Path, elsewhere: Path) -> None:
    fill(file)
    address = parse_address(file_address(elsewhere))
    with pytest.raises(BackupError, match="is no file"):
        restore(copy, address, NOON)
    copy.touch()
    with pytest.raises(BackupError, match="is empty"):
        restore(copy, address, NOON)
    copy.write_bytes(b"no database at all" * 1000)
    with pytest.raises(CorruptError):
        restore(copy, address, NOON)
    copy.unlink()
    back_up(parse_address(file_address(file)), copy)
    rows(
        copy,
        "PRAGMA foreign_keys = OFF",
        "INSERT INTO members (player_id, server_id) VALUES (1, 2)",
    )
    with pytest.raises(CorruptError, match="members"):
        restore(copy, address, NOON)
    rows(copy, "DELETE FROM members", "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerError, match="9999"):
        restore(copy, address, NOON)
    assert not elsewhere.exists()


def test_a_copy_that_fails_leaves_nothing(file: Path, tmp_path: Path) -> None:
    file.write_bytes(b"no database at all" * 1000)
    with pytest.raises(CorruptError):
        back_up(parse_address(file_address(file)), tmp_path / "copy.db")
    assert names(tmp_path) == ["ouro.db"]
    file.unlink()
    with pytest.raises(BackupError, match="is no database"):
        back_up(parse_address(file_address(file)), tmp_path / "copy.db")
    assert names(tmp_path) == []


def test_a_missing_folder_is_created_and_a_file_in_its_place_reported(
    file: Path, elsewhere: Path
) -> None:
    fill(file)
    back_up(parse_address(file_address(file)), elsewhere)
    assert names(elsewhere.parent) == ["ouro.db"]
    below_a_file = file / "copy.db"
    with pytest.raises(BackupError, match="cannot be written"):
        back_up(parse_address(file_address(file)), below_a_file)
    with pytest.raises(BackupError, match="cannot be written"):
        restore(elsewhere, parse_address(file_address(below_a_file)), NOON)


def test_backups_of_postgresql_are_refused(copy: Path) -> None:
    address = parse_address("postgresql://ouro@db.example/ouro")
    with pytest.raises(NoFileError, match="pg_dump"):
        back_up(address, copy)
    copy.touch()
    with pytest.raises(NoFileError, match="pg_restore"):
        restore(copy, address, NOON)


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())
