"""The steps that migrate a database to the schema of this version, by Alembic and SQLAlchemy.

Each step is one transaction that takes a lock before it reads the database's version. Programs that
start at the same time therefore take turns, and one that is killed in the middle of a step leaves
the database as it was before that step.
"""

import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from types import MappingProxyType
from typing import Any

import sqlalchemy
from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from store import versions
from store.address import Address
from store.drivers import CONNECTION_LOST, PostgresError, run_to_end
from store.errors import CorruptError, UnlikeError, UnreachableError
from store.failures import first_line, translate_connect_errors, translate_errors
from store.files import retry_while_locked
from store.pools import MAINTENANCE_SECONDS, connect_postgres
from store.sqlite_driver import TRY_SECONDS
from store.versions import newest_version

ADVISORY_LOCK = 0x4F75726F
"""The key of the advisory lock in PostgreSQL: "Ouro"."""

LOCK_SECONDS = 60.0
"""Seconds that a migration waits for a lock, while another program may be migrating."""
UNCACHED: Mapping[str, int] = MappingProxyType(
    {"statement_cache_size": 0, "prepared_statement_cache_size": 0}
)
"""Options of asyncpg and of SQLAlchemy that prepare each statement anew: behind PgBouncer, the next
transaction may have another connection, without it."""


async def apply_steps(address: Address) -> None:
    """Apply all migrations that a database lacks; see `store.migrate.migrate` for errors."""
    left = first = True
    while left:
        async with schema_transaction(address) as raw:
            left = await run_to_end(raw.run_sync(apply_next_step, str(address), first=first))
        first = False


def apply_next_step(connection: Connection, place: str, *, first: bool = True) -> bool:
    """Apply the next migration in the connection's transaction; False if there is none.

    Before the `first`, it compares the tables with those of the schema that the database names, and
    raises `UnlikeError` if they differ.

    The caller begins the transaction, in SQLite with BEGIN IMMEDIATE and without foreign keys (a
    step may rebuild a table), and commits it. Raises `CorruptError` if a row then refers to a
    missing one.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ADVISORY_LOCK})
    version = _current_version(connection, place)
    if version == newest_version():
        return False
    if first and version is not None and not _has_columns_of(connection, version):
        raise UnlikeError(place, version)
    upgrade(connection, "+1")
    if connection.dialect.name == "sqlite":
        broken = connection.execute(text("PRAGMA foreign_key_check")).first()
        if broken is not None:
            raise CorruptError(place, f"a row of {broken[0]} refers to one that is missing")
    return True


def _current_version(connection: Connection, place: str) -> str | None:
    tables = inspect(connection).get_table_names()
    has_version = versions.VERSION_TABLE in tables
    found = connection.scalar(text(versions.SELECT_VERSION)) if has_version else None
    return versions.checked(tables, found, place)


def _has_columns_of(connection: Connection, version: str) -> bool:
    """Whether the tables of a version have the columns that its migrations make, and no others."""
    engine = sqlalchemy.create_engine("sqlite://")
    with engine.begin() as empty:
        upgrade(empty, version)
        expected = _columns_of(empty)
    engine.dispose()
    found = _columns_of(connection)
    return all(found.get(table) == expected[table] for table in expected)


def _columns_of(connection: Connection) -> dict[str, frozenset[str]]:
    """The names of the columns of each table of a database."""
    found = inspect(connection).get_multi_columns()
    return {name: frozenset(each["name"] for each in found[_, name]) for _, name in found}


def upgrade(connection: Connection, revision: str) -> None:
    """Migrate up to a revision."""
    config = Config()
    config.set_main_option("script_location", str(versions.FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


@asynccontextmanager
async def schema_transaction(address: Address) -> AsyncIterator[AsyncConnection]:
    """A transaction that is committed when the block ends, and rolled back if it raises.

    What it runs is to be awaited by `run_to_end`: no statement is left when its task is cancelled.
    In SQLite foreign keys are not checked, so that tables can be rebuilt, and it waits at most
    `LOCK_SECONDS` until it can lock out other writers. Its statements have limits of their own in
    PostgreSQL. Raises a `StoreError` when the database fails.
    """
    engine = _engine(address)
    raw = engine.connect()
    place = str(address)
    try:
        with translate_errors(place), _unwrapped():
            with translate_connect_errors(place), _unwrapped():
                await run_to_end(_start(raw))
            if address.path is None:
                await run_to_end(_limit(raw))
            else:
                await retry_while_locked(lambda: _lock(raw), place, LOCK_SECONDS)
            yield raw
            await run_to_end(raw.commit())
    except BaseException:
        if raw.sync_connection is not None and address.path is None:
            await run_to_end(raw.invalidate())  # it may not answer: the server rolls back
        raise
    finally:
        if raw.sync_connection is not None:
            await run_to_end(raw.close())  # this rolls back what was not committed
        await run_to_end(engine.dispose())


async def _start(raw: AsyncConnection) -> None:
    await raw.start()
    await raw.begin()


async def _limit(raw: AsyncConnection) -> None:
    limits = {"lock_timeout": LOCK_SECONDS, "statement_timeout": MAINTENANCE_SECONDS}
    for name, seconds in limits.items():  # one statement at a time
        await raw.exec_driver_sql(f"SET LOCAL {name} = {round(1000 * seconds)}")


async def _lock(raw: AsyncConnection) -> None:
    with _unwrapped():
        await run_to_end(raw.exec_driver_sql("BEGIN IMMEDIATE"))


def _engine(address: Address) -> AsyncEngine:
    """An engine without a pool; raises `UnreachableError` without its driver."""
    if address.path is not None:
        url = URL.create("sqlite+aiosqlite", database=str(address.path))
        options: dict[str, Any] = {"timeout": TRY_SECONDS, "isolation_level": None}
    else:
        url = URL.create("postgresql+asyncpg")
        options = {**address.options, "command_timeout": MAINTENANCE_SECONDS}
        options |= {"async_creator_fn": connect_postgres}
        options |= UNCACHED if address.pooled else {}
    try:
        return create_async_engine(
            url, connect_args=options, poolclass=NullPool, hide_parameters=True
        )
    except ModuleNotFoundError as error:
        raise UnreachableError.without_driver(str(address)) from error


@contextmanager
def _unwrapped() -> Iterator[None]:
    """Raise the errors of the drivers, which SQLAlchemy wraps, as the drivers of the store do."""
    try:
        yield
    except Exception as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        if isinstance(cause, sqlite3.Error):
            raise cause from error
        if isinstance(cause, TimeoutError):
            raise PostgresError(CONNECTION_LOST, "it does not answer") from error
        state = getattr(cause, "sqlstate", None)  # asyncpg, an optional package, sets it
        if state is None:
            raise
        raise PostgresError(str(state), first_line(cause or error)) from error
