"""Transactions that stay consistent when their task is cancelled.

A task that is cancelled first rolls back and returns its connection, and only then ends. A driver
whose statement may still be running refuses to roll back; its connection is closed instead.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from msgspec import Struct, field

from store.damaged import DamagedRows
from store.drivers import DriverConnection, Fetched, PostgresError, Sent, run_to_end
from store.errors import QueueFullError
from store.failures import translate_connect_errors, translate_errors

SILENT_SECONDS = 5.0
"""Seconds after an attempt to connect without an answer in which all transactions that need a new
connection fail at once."""


class Connection(Struct, frozen=True):
    """A transaction, as the functions of the store take it.

    `dialect` is `sqlite` or `postgresql`, `place` the database for errors. `damaged` gets the rows
    that cannot be read. `kept` is what `Database.write` stores even if its work refuses.
    """

    driver: DriverConnection
    dialect: str
    place: str
    damaged: DamagedRows
    kept: list[Callable[[Connection], Awaitable[None]]] = field(default_factory=list)

    async def execute(self, sent: Sent) -> Fetched:
        """Execute a statement; raises a `StoreError` when the database fails."""
        with translate_errors(self.place):
            return await self.driver.execute(sent)


class TransactionPool(Struct):
    """Connections of one kind to the database `place`; `slots` bounds how many are in use.

    `open` opens a connection. A transaction waits in order for a slot. `damaged` gets the rows that
    cannot be read.
    """

    open: Callable[[], Awaitable[DriverConnection]]
    dialect: str
    slots: asyncio.Semaphore
    place: str
    damaged: DamagedRows
    idle: list[DriverConnection] = field(default_factory=list)
    closed: bool = False
    silent_until: float = 0.0

    @asynccontextmanager
    async def transaction(
        self, seconds: float, *, single: bool = False
    ) -> AsyncIterator[Connection]:
        """A transaction that is committed when the block ends, and rolled back if it raises.

        `single` is whether it reads by one statement. Raises a `StoreError` when the database
        fails, `QueueFullError` when no slot becomes free in `seconds`, and `BusyError` when it is
        locked by another program all the time.
        """
        left = await self._take_slot(seconds)
        try:
            with translate_errors(self.place):
                async with self._begun(left, single) as driver:
                    yield self._connection(driver)
        finally:
            self.slots.release()

    async def close(self) -> None:
        """Close the connections that are not in use, and the others after their transactions."""
        self.closed = True
        await run_to_end(self._close_idle())

    async def _close_idle(self) -> None:
        while self.idle:
            await self.idle.pop().close()

    def _connection(self, driver: DriverConnection) -> Connection:
        return Connection(driver, self.dialect, self.place, self.damaged)

    async def _take_slot(self, seconds: float) -> float:
        """Wait for a slot; the seconds that are left then."""
        clock = asyncio.get_running_loop().time
        until = clock() + seconds
        try:
            async with asyncio.timeout_at(until):
                await self.slots.acquire()
        except TimeoutError:
            raise QueueFullError(self.place, seconds) from None
        return until - clock()

    @asynccontextmanager
    async def _begun(self, seconds: float, single: bool) -> AsyncIterator[DriverConnection]:
        driver = await self._begin(seconds, single)
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

    async def _begin(self, seconds: float, single: bool = False) -> DriverConnection:
        """A connection with a transaction; one that was lost while it was idle is replaced."""
        with translate_connect_errors(self.place):
            while True:
                is_idle = bool(self.idle)
                driver = self.idle.pop() if is_idle else await self._open()
                try:
                    await driver.begin(seconds, single=single)
                except BaseException as error:
                    await driver.close()
                    if not is_idle or not isinstance(error, PostgresError):
                        raise
                    await self._close_idle()  # they were probably lost, too
                else:
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
