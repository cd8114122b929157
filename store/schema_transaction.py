"""Transactions of SQLAlchemy, in which the schema is read and migrated.

Alembic and SQLAlchemy's inspection of tables need a connection of SQLAlchemy. All other work is
done by `store.transaction`, which takes far less time.
"""

import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Concatenate, ParamSpec, TypeVar

import sqlalchemy
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from store.address import Address
from store.drivers import CONNECTION_LOST, PostgresError
from store.errors import UnreachableError
from store.failures import first_line, translate_connect_errors, translate_errors
from store.interruption import run_to_end
from store.locks import retry_while_locked
from store.pools import MAINTENANCE_SECONDS, TRY_SECONDS, connect_postgres

LOCK_SECONDS = 60.0
"""Seconds that a migration waits for a lock, while another program may be migrating."""
UNCACHED: Mapping[str, int] = MappingProxyType(
    {"statement_cache_size": 0, "prepared_statement_cache_size": 0}
)
"""Options of asyncpg and of SQLAlchemy that prepare each statement anew: behind PgBouncer, the next
transaction may have another connection, without it."""

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class SchemaTransaction:
    """A transaction for functions that take a connection of SQLAlchemy."""

    raw: AsyncConnection

    async def run(
        self,
        function: Callable[Concatenate[sqlalchemy.Connection, Arguments], Result],
        *arguments: Arguments.args,
        **options: Arguments.kwargs,
    ) -> Result:
        """The result of a function, called with the connection of the transaction."""
        return await run_to_end(self.raw.run_sync(function, *arguments, **options))


@asynccontextmanager
async def schema_transaction(
    address: Address, *, locks: bool = True
) -> AsyncIterator[SchemaTransaction]:
    """A transaction that is committed when the block ends, and rolled back if it raises.

    In SQLite foreign keys are not checked, so that tables can be rebuilt, and if it `locks`, it
    waits at most `LOCK_SECONDS` until it can lock out other writers. Its statements have limits of
    their own in PostgreSQL. Raises a `StoreError` when the database fails.
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
            elif locks:
                await retry_while_locked(lambda: _lock(raw), place, LOCK_SECONDS)
            yield SchemaTransaction(raw)
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
    options: dict[str, Any] = {}
    if address.path is not None:
        options = {"timeout": TRY_SECONDS, "isolation_level": None}
    else:
        options = {"command_timeout": MAINTENANCE_SECONDS, "async_creator_fn": connect_postgres}
        options |= UNCACHED if address.pooled else {}
    try:
        return create_async_engine(
            address.url, connect_args=options, poolclass=NullPool, hide_parameters=True
        )
    except ModuleNotFoundError as error:
        raise UnreachableError.without_driver(str(address), error) from error


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
