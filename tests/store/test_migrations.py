"""From nothing to the schema of this version, whoever else does so and whatever is killed."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from store import players
from store.address import parse_address
from store.database import Database, connect, migrate, open_database
from store.errors import ForeignError, NewerError, OlderError
from store.migrate import newest_version, require_newest
from store.schema import metadata
from tests.store.making import NOON

ROOT = Path(__file__).resolve().parents[2]

DIES = """
import asyncio, os, signal, sys
from sqlalchemy import event
from sqlalchemy.engine import Engine
from store.address import parse_address
from store.database import migrate

left = int(sys.argv[2])

@event.listens_for(Engine, "after_cursor_execute")
def count(*_: object) -> None:
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(migrate(parse_address(sys.argv[1])))
"""


def differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


def constraints(connection: Connection) -> set[str]:
    """The names of what SQLite checks, which Alembic does not compare."""
    found = connection.execute(text("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
    words = (word for sql in found.scalars() for word in sql.split())
    return {word.strip('(,)"') for word in words if word.startswith(("ck_", "uq_", "fk_", "pk_"))}


async def test_the_migrations_make_what_the_schema_says(database: Database) -> None:
    async with database.writing() as connection:
        await connection.run_sync(require_newest, "here")
        assert await connection.run_sync(differences) == []


async def test_the_migrations_make_the_same_constraints(file: Path) -> None:
    async with open_database(f"sqlite:///{file}") as database, database.reading() as connection:
        migrated = await connection.run_sync(constraints)
    plain = connect(parse_address(f"sqlite:///{file.with_name('plain.db')}"))
    async with plain as database, database.writing() as connection:
        await connection.run_sync(metadata.create_all)
        assert migrated - {
            "pk_alembic_version",
            "alembic_version_pkc",
        } == await connection.run_sync(constraints)
    assert len(migrated) > 30


async def test_opening_again_changes_nothing(address: str) -> None:
    async with open_database(address) as database, database.writing() as connection:
        await players.ensure(connection, 7, NOON)
    async with open_database(address) as database, database.reading() as connection:
        assert await players.find(connection, 7) is not None


async def test_several_may_migrate_at_once(address: str) -> None:
    place = parse_address(address)
    await asyncio.gather(*(migrate(place) for _ in range(5)))
    async with connect(place) as database, database.reading() as connection:
        await connection.run_sync(require_newest, "here")


@pytest.mark.parametrize("statements", [2, 5, 9, 14, 20, 26])
def test_a_killed_migration_leaves_nothing_half_done(file: Path, statements: int) -> None:
    address = f"sqlite:///{file}"
    done = subprocess.run(
        [sys.executable, "-c", DIES, address, str(statements)], cwd=ROOT, check=False
    )
    assert done.returncode == -signal.SIGKILL

    async def look() -> list[str]:
        async with connect(parse_address(address)) as database, database.reading() as connection:
            return list(
                (await connection.execute(text("SELECT name FROM sqlite_master"))).scalars()
            )

    assert asyncio.run(look()) == []
    asyncio.run(migrate(parse_address(address)))
    assert newest_version() in str(sqlite_rows(file, "SELECT * FROM alembic_version"))


async def test_a_newer_database_is_refused(address: str) -> None:
    place = parse_address(address)
    await migrate(place)
    async with connect(place) as database, database.writing() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NewerError, match="9999"):
        await migrate(place)
    async with connect(place) as database, database.writing() as connection:
        with pytest.raises(NewerError):
            await connection.run_sync(require_newest, "here")
        await connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    await migrate(place)


async def test_a_database_of_something_else_is_refused(address: str) -> None:
    place = parse_address(address)
    async with connect(place) as database, database.writing() as connection:
        with pytest.raises(OlderError):
            await connection.run_sync(require_newest, "here")
        await connection.execute(text("CREATE TABLE recipes (name TEXT)"))
    with pytest.raises(ForeignError):
        await migrate(place)
    async with connect(place) as database, database.writing() as connection:
        await connection.execute(text("DROP TABLE recipes"))
    await migrate(place)


def sqlite_rows(file: Path, query: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(file)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()
