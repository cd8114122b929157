"""Transactions that stay consistent when their task is cancelled.

A task that is cancelled first rolls back and returns its connection, and only then ends. A driver
whose statement may still be running refuses to roll back; its connection is closed instead.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from msgspec import Struct, field
from sqlalchemy import Executable
from sqlalchemy.engine.result import IteratorResult, SimpleResultMetaData

from store.compiled import Compiler, Values
from store.damaged import DamagedRows
from store.drivers import DriverConnection, FetchedRows, PostgresError, run_to_end
from store.errors import BusyError
from store.failures import translate_connect_errors, translate_errors

SILENT_SECONDS = 5.0
"""Seconds after an attempt to connect without an answer in which all transactions that need a new
connection fail at once."""


class Rows(IteratorResult[*tuple[Any, ...]]):
    """The result of a statement; `rowcount` is the number of rows it changed."""

    def __init__(self, fetched: FetchedRows) -> None:
        super().__init__(SimpleResultMetaData(fetched.names), iter(fetched.rows))
        self.rowcount = fetched.count


class Connection(Struct, frozen=True):
    """A transaction, as the functions of the store take it."""

    driver: DriverConnection
    compiler: Compiler
    damaged: DamagedRows

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self.compiler.dialect.name

    async def fetch(
        self, statement: Executable, values: Values | Sequence[Values] | None = None
    ) -> FetchedRows:
        """Execute a statement, with one row of values or once for each of several.

        Values are converted by the types of columns; a row that cannot be read is skipped. All rows
        of values have the same names; a statement that returns rows takes one.
        """
        rows: Sequence[Values] = [values or {}] if isinstance(values, dict | None) else values
        compiled = self.compiler.compile(statement, tuple(rows[0]))
        fetched = await self.driver.execute(compiled, [compiled.arguments(row) for row in rows])
        read = compiled.read(fetched.rows, self.damaged)
        skipped = len(fetched.rows) - len(read)
        return FetchedRows(fetched.names, read, fetched.count, skipped, compiled.table)

    async def execute(
        self, statement: Executable, values: Values | Sequence[Values] | None = None
    ) -> Rows:
        """As `fetch`, with the result as SQLAlchemy gives it."""
        return Rows(await self.fetch(statement, values))


class TransactionPool(Struct):
    """Connections of one kind to the database `place`; `slots` bounds how many are in use.

    `open` opens a connection. A transaction waits in order for a slot, at most `queue_seconds`.
    `damaged` gets the rows that cannot be read.
    """

    open: Callable[[], Awaitable[DriverConnection]]
    compiler: Compiler
    slots: asyncio.Semaphore
    place: str
    queue_seconds: float
    damaged: DamagedRows
    idle: list[DriverConnection] = field(default_factory=list)
    closed: bool = False
    silent_until: float = 0.0

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """A transaction that is committed when the block ends, and rolled back if it raises.

        Raises a `StoreError` when the database fails, `BusyError` when no slot becomes free.
        """
        await self._take_slot()
        try:
            with translate_errors(self.place):
                async with self._begun() as driver:
                    yield Connection(driver, self.compiler, self.damaged)
        finally:
            self.slots.release()

    async def close(self) -> None:
        """Close the connections that are not in use, and the others after their transactions."""
        self.closed = True
        await run_to_end(self._close_idle())

    async def _close_idle(self) -> None:
        while self.idle:
            await self.idle.pop().close()

    async def _take_slot(self) -> None:
        try:
            async with asyncio.timeout(self.queue_seconds):
                await self.slots.acquire()
        except TimeoutError:
            raise BusyError(self.place) from None

    @asynccontextmanager
    async def _begun(self) -> AsyncIterator[DriverConnection]:
        driver = await self._begin()
        try:
            yield driver
        except BaseException:
            await self._give_up(driver)
            raise
        try:
            await driver.commit()
        except BaseException:  # its transaction may still be open
            await driver.close()
            raise
        await self._put_back(driver)

    async def _begin(self) -> DriverConnection:
        """A connection with a transaction; one that was lost while it was idle is replaced."""
        while self.idle:
            driver = self.idle.pop()
            try:
                await driver.begin()
            except PostgresError:
                await driver.close()
                await self._close_idle()  # they were probably lost, too
            except BaseException:
                await driver.close()
                raise
            else:
                return driver
        with translate_connect_errors(self.place):
            driver = await self._open()
            try:
                await driver.begin()
            except BaseException:
                await driver.close()
                raise
            return driver

    async def _open(self) -> DriverConnection:
        """Open a connection, unless the database was silent just now: others need not wait, too."""
        clock = asyncio.get_running_loop().time
        if clock() < self.silent_until:
            raise TimeoutError
        try:
            return await self.open()
        except TimeoutError:
            self.silent_until = clock() + SILENT_SECONDS
            raise

    async def _give_up(self, driver: DriverConnection) -> None:
        try:
            await driver.rollback()
        except (PostgresError, sqlite3.Error):
            await driver.close()  # this rolls back, too
        except BaseException:
            await driver.close()
            raise
        else:
            await self._put_back(driver)

    async def _put_back(self, driver: DriverConnection) -> None:
        if self.closed:
            await driver.close()
        else:
            self.idle.append(driver)
