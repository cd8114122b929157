"""Pools of connections, configured for each database."""

from asyncio import Semaphore
from functools import partial
from typing import Any

from store.address import Address
from store.damaged import DamagedRows
from store.errors import UnreachableError
from store.group_commit import JoiningPool
from store.sqlite_driver import open_connection as open_file
from store.transaction import TransactionPool

READERS = 4
"""Number of connections that read at the same time."""
POSTGRES_WRITERS = 4
"""Number of connections that write to PostgreSQL at the same time; SQLite has one."""
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
    if address.path is None:
        begin = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
        return _postgres_pool(address, READERS, begin, statement_seconds, damaged)
    opening = partial(open_file, address.path, reads_only=True)
    return TransactionPool(opening, "sqlite", Semaphore(READERS), str(address), damaged)


def writing_pool(
    address: Address, statement_seconds: float, damaged: DamagedRows
) -> TransactionPool:
    """A pool of transactions that write; in SQLite one at a time."""
    if address.path is None:
        return _postgres_pool(address, POSTGRES_WRITERS, "BEGIN", statement_seconds, damaged)
    opening = partial(open_file, address.path, reads_only=False)
    return JoiningPool(opening, "sqlite", Semaphore(1), str(address), damaged)


def _limits(**seconds: float) -> str:
    """Settings of PostgreSQL for one transaction, so that they are right behind PgBouncer, too.

    >>> _limits(lock_timeout=1.5)
    'SET LOCAL lock_timeout = 1500'
    """
    each = (f"SET LOCAL {name} = {round(1000 * value)}" for name, value in seconds.items())
    return "; ".join(each)


def _postgres_pool(
    address: Address, slots: int, begin: str, statement_seconds: float, damaged: DamagedRows
) -> TransactionPool:
    """A pool of connections to a server; raises `UnreachableError` without the driver."""
    try:
        from store import postgres_driver  # noqa: PLC0415 - it needs an optional package
    except ModuleNotFoundError as error:
        raise UnreachableError.without_driver(str(address)) from error
    options = {**address.options, "command_timeout": statement_seconds}
    if address.pooled:  # the next transaction may have another connection to the server
        options["statement_cache_size"] = 0
    limited = _limits(
        statement_timeout=statement_seconds,
        lock_timeout=ROW_LOCK_SECONDS,
        idle_in_transaction_session_timeout=IDLE_SECONDS,
    )
    opening = partial(postgres_driver.open_connection, options, f"{begin}; {limited}")
    return TransactionPool(opening, "postgresql", Semaphore(slots), str(address), damaged)


async def connect_postgres(**options: Any) -> Any:
    """Connect by options of `asyncpg.connect`, as the pools do."""
    from store import postgres_driver  # noqa: PLC0415 - it needs an optional package

    return await postgres_driver.connect(**options)
