"""SQLAlchemy engines, configured for each database."""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry

from store.address import Address
from store.errors import UnreachableError
from store.sqlite_driver import SqliteConnection, open_connection
from store.transaction import TransactionPool, run_to_end, run_uninterrupted

READERS = 4
"""Number of connections that read at the same time."""
POSTGRES_WRITERS = 4
"""Number of connections that write to PostgreSQL at the same time; SQLite has one."""
BUSY_SECONDS = 5.0
"""Seconds that a transaction waits while another program has locked the database."""
TRY_SECONDS = 0.5
"""Seconds that SQLite waits for a lock in one try, which cannot be cancelled."""
MIGRATION_SECONDS = 60.0
"""Seconds that a migration waits for a lock, while another program may be migrating."""
QUEUE_SECONDS = 30.0
"""Seconds that a transaction waits for a free connection."""

UNCACHED: Mapping[str, int] = MappingProxyType(
    {"statement_cache_size": 0, "prepared_statement_cache_size": 0}
)
"""Options of asyncpg and of SQLAlchemy that prepare each statement anew: behind PgBouncer, the next
transaction may have another connection, which does not know it."""


def reading_pool(address: Address) -> TransactionPool:
    """A pool of transactions that see one snapshot of the database and cannot write."""
    engine = _engine(address, READERS, BUSY_SECONDS)
    if address.path is None:
        engine = engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
    else:
        _set_up_sqlite(engine, _begin_reading, "foreign_keys = ON", "query_only = ON")
    return _transaction_pool(engine, address, READERS, BUSY_SECONDS)


def writing_pool(address: Address) -> TransactionPool:
    """A pool of transactions that write; in SQLite one at a time."""
    writers = POSTGRES_WRITERS if address.path is None else 1
    engine = _engine(address, writers, TRY_SECONDS)
    if address.path is not None:
        _set_up_sqlite(engine, _begin_writing, "foreign_keys = ON", "synchronous = NORMAL")
    return _transaction_pool(engine, address, writers, BUSY_SECONDS)


def migrating_pool(address: Address) -> TransactionPool:
    """A pool for migrations; in SQLite without foreign keys, so that tables can be rebuilt."""
    engine = _engine(address, 1, TRY_SECONDS)
    if address.path is not None:
        _set_up_sqlite(engine, _begin_writing, "foreign_keys = OFF")
    return _transaction_pool(engine, address, 1, MIGRATION_SECONDS)


def _transaction_pool(
    engine: AsyncEngine, address: Address, slots: int, busy_seconds: float
) -> TransactionPool:
    return TransactionPool(
        engine,
        asyncio.Semaphore(slots),
        str(address),
        QUEUE_SECONDS,
        busy_seconds,
        run_to_end if address.path is None else run_uninterrupted,
    )


def _engine(address: Address, connections: int, busy_seconds: float) -> AsyncEngine:
    """An engine with a number of connections; raises `UnreachableError` without its driver."""
    options: dict[str, Any] = {}
    if address.path is not None:
        options = {
            "timeout": busy_seconds,
            "isolation_level": None,
            "async_creator_fn": open_connection,
        }
    elif address.pooled:
        options = {**UNCACHED, "prepared_statement_name_func": _unique_name}
    try:
        return create_async_engine(
            address.url,
            connect_args=options,
            poolclass=AsyncAdaptedQueuePool,
            pool_size=connections,
            max_overflow=0,
            pool_pre_ping=address.path is None,
            hide_parameters=True,  # errors are logged, and values are personal data
        )
    except ModuleNotFoundError as error:
        reason = f"the package {error.name} is not installed (`pip install {error.name}`)"
        raise UnreachableError(str(address), reason) from error


def _unique_name() -> str:
    """A name of a prepared statement; another process may have the same connection."""
    return f"__ouro_{secrets.token_hex(16)}__"


def _begin_reading(connection: Connection) -> None:
    raw = connection.connection.driver_connection
    assert isinstance(raw, SqliteConnection)  # noqa: S101 - for the type checker
    raw.begin_reading()


def _begin_writing(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _set_up_sqlite(engine: AsyncEngine, begin: Callable[[Connection], None], *pragmas: str) -> None:
    """Begin transactions explicitly: Python's driver begins them late and for some statements only.

    See https://docs.sqlalchemy.org/en/20/dialects/sqlite.html, "Serializable isolation".
    """

    @event.listens_for(engine.sync_engine, "connect")
    def connect(raw: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = raw.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    event.listen(engine.sync_engine, "begin", begin)
