"""Pools of connections, configured for each database."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

from sqlalchemy import URL

from store.address import Address
from store.compiled import Compiler
from store.damaged import DamagedRows
from store.drivers import DriverConnection
from store.errors import UnreachableError
from store.sqlite_driver import SqliteSetup
from store.sqlite_driver import open_connection as open_file
from store.transaction import TransactionPool

READERS = 4
"""Number of connections that read at the same time."""
POSTGRES_WRITERS = 4
"""Number of connections that write to PostgreSQL at the same time; SQLite has one."""
BUSY_SECONDS = 5.0
"""Seconds that a transaction waits while another program has locked the database."""
TRY_SECONDS = 0.5
"""Seconds that SQLite waits for a lock in one try, which cannot be cancelled."""
QUEUE_SECONDS = 30.0
"""Seconds that a transaction waits for a free connection."""
STATEMENT_SECONDS = 10.0
"""Seconds that PostgreSQL may take for a statement."""
MAINTENANCE_SECONDS = 600.0
"""The same for a migration, and for a check of the whole database."""
ROW_LOCK_SECONDS = 1.5
"""Seconds that a statement waits in PostgreSQL for a lock, which others have for milliseconds; more
than PostgreSQL's `deadlock_timeout`, so that one of two deadlocked transactions goes on."""
IDLE_SECONDS = 10.0
"""Seconds between two statements of a transaction after which PostgreSQL undoes it: its program is
frozen, or cut off, and others wait for its locks."""


def reading_pool(
    address: Address, statement_seconds: float, damaged: DamagedRows
) -> TransactionPool:
    """A pool of read-only transactions, each on one snapshot of the database."""
    compiler = _compiler(address.url.drivername)
    if address.path is None:
        begin = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
        return _postgres_pool(address, compiler, READERS, begin, statement_seconds, damaged)
    setup = SqliteSetup(address.path, True, BUSY_SECONDS, BUSY_SECONDS)
    return _sqlite_pool(setup, compiler, READERS, damaged)


def writing_pool(
    address: Address, statement_seconds: float, damaged: DamagedRows
) -> TransactionPool:
    """A pool of transactions that write; in SQLite one at a time."""
    compiler = _compiler(address.url.drivername)
    if address.path is None:
        return _postgres_pool(
            address, compiler, POSTGRES_WRITERS, "BEGIN", statement_seconds, damaged
        )
    setup = SqliteSetup(address.path, False, TRY_SECONDS, BUSY_SECONDS)
    return _sqlite_pool(setup, compiler, 1, damaged)


@cache
def _compiler(driver: str) -> Compiler:
    """The compiler of all pools with one driver, which compile a statement once."""
    return Compiler(URL.create(driver).get_dialect()())


def _sqlite_pool(
    setup: SqliteSetup, compiler: Compiler, slots: int, damaged: DamagedRows
) -> TransactionPool:
    async def open_connection() -> DriverConnection:
        return await open_file(setup)

    return _pool(open_connection, compiler, slots, str(setup.path), damaged)


def _limits(**seconds: float) -> str:
    """Settings of PostgreSQL for one transaction, so that they are right behind PgBouncer, too.

    >>> _limits(lock_timeout=1.5)
    'SET LOCAL lock_timeout = 1500'
    """
    each = (f"SET LOCAL {name} = {round(1000 * value)}" for name, value in seconds.items())
    return "; ".join(each)


def _postgres_pool(  # noqa: PLR0913, PLR0917 - what the two pools differ in
    address: Address,
    compiler: Compiler,
    slots: int,
    begin: str,
    statement_seconds: float,
    damaged: DamagedRows,
) -> TransactionPool:
    """A pool of connections to a server; raises `UnreachableError` without the driver."""
    try:
        from store import postgres_driver  # noqa: PLC0415 - it needs an optional package
    except ModuleNotFoundError as error:
        raise UnreachableError.without_driver(str(address)) from error
    _, options = compiler.dialect.create_connect_args(address.url)
    options["command_timeout"] = statement_seconds
    if address.pooled:  # the next transaction may have another connection to the server
        options["statement_cache_size"] = 0
    limited = _limits(
        statement_timeout=statement_seconds,
        lock_timeout=ROW_LOCK_SECONDS,
        idle_in_transaction_session_timeout=IDLE_SECONDS,
    )
    setup = postgres_driver.PostgresSetup(options, f"{begin}; {limited}")

    async def open_connection() -> DriverConnection:
        return await postgres_driver.open_connection(setup)

    return _pool(open_connection, compiler, slots, str(address), damaged)


async def connect_postgres(**options: Any) -> Any:
    """Connect by options of `asyncpg.connect`, as the pools do."""
    from store import postgres_driver  # noqa: PLC0415 - it needs an optional package

    return await postgres_driver.connect(**options)


def _pool(
    open_connection: Callable[[], Awaitable[DriverConnection]],
    compiler: Compiler,
    slots: int,
    place: str,
    damaged: DamagedRows,
) -> TransactionPool:
    return TransactionPool(
        open_connection, compiler, asyncio.Semaphore(slots), place, QUEUE_SECONDS, damaged
    )
