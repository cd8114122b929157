"""SQLAlchemy's engines, set up for how we use each database."""

import asyncio

from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry

from store.address import Address
from store.errors import UnreachableError
from store.transaction import TransactionPool

READERS = 4
"""Connections that read at the same time."""
POSTGRES_WRITERS = 4
"""Connections that write at the same time; SQLite has one."""
BUSY_SECONDS = 5.0
"""How long a transaction waits for another program that has the database locked."""
TRY_SECONDS = 0.5
"""How long of that SQLite waits at a time, and cannot be cancelled."""
MIGRATION_SECONDS = 60.0
"""The same while migrating: another program may be at it, and that takes as long as it takes."""
QUEUE_SECONDS = 30.0
"""How long a transaction waits until others of its program are done."""


def reading_pool(address: Address) -> TransactionPool:
    """Its transactions see one state of the database and cannot write."""
    engine = _engine(address, READERS, BUSY_SECONDS)
    if address.path is None:
        engine = engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
    else:
        _set_up_sqlite(engine, "BEGIN", "foreign_keys = ON", "query_only = ON")
    return _transaction_pool(engine, address, READERS, BUSY_SECONDS)


def writing_pool(address: Address) -> TransactionPool:
    """Its transactions write; in SQLite one at a time."""
    writers = POSTGRES_WRITERS if address.path is None else 1
    engine = _engine(address, writers, TRY_SECONDS)
    if address.path is not None:
        _set_up_sqlite(engine, "BEGIN IMMEDIATE", "foreign_keys = ON", "synchronous = NORMAL")
    return _transaction_pool(engine, address, writers, BUSY_SECONDS)


def migrating_pool(address: Address) -> TransactionPool:
    """Its transactions may make tables anew, without minding what refers to them."""
    engine = _engine(address, 1, TRY_SECONDS)
    if address.path is not None:
        _set_up_sqlite(engine, "BEGIN IMMEDIATE", "foreign_keys = OFF")
    return _transaction_pool(engine, address, 1, MIGRATION_SECONDS)


def _transaction_pool(
    engine: AsyncEngine, address: Address, slots: int, busy_seconds: float
) -> TransactionPool:
    return TransactionPool(
        engine, asyncio.Semaphore(slots), str(address), QUEUE_SECONDS, busy_seconds
    )


def _engine(address: Address, connections: int, busy_seconds: float) -> AsyncEngine:
    """An engine that keeps so many connections; raises `UnreachableError` without a driver."""
    options = {"timeout": busy_seconds, "isolation_level": None} if address.path else {}
    try:
        return create_async_engine(
            address.url,
            connect_args=options,
            poolclass=AsyncAdaptedQueuePool,
            pool_size=connections,
            max_overflow=0,
            pool_pre_ping=address.path is None,
            hide_parameters=True,  # errors end up in logs, and values are people's
        )
    except ModuleNotFoundError as error:
        reason = f"the package {error.name} is not installed (`pip install {error.name}`)"
        raise UnreachableError(str(address), reason) from error


def _set_up_sqlite(engine: AsyncEngine, begin: str, *pragmas: str) -> None:
    """Python's own driver begins transactions late and for some statements only: we do it.

    See https://docs.sqlalchemy.org/en/20/dialects/sqlite.html, "Serializable isolation".
    """

    @event.listens_for(engine.sync_engine, "connect")
    def connect(raw: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = raw.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)
