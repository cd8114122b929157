"""Transactions that stay consistent when their task is cancelled.

Cancelling a task that awaits a statement does not stop the statement: the driver would be abandoned
in the middle of it, with its lock. So a cancelled task first waits until the statement has ended,
then rolls back and returns its connection, and only then ends.
"""

import asyncio
import time
import types
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Generator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

import sqlalchemy
from sqlalchemy import CursorResult, Executable
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncTransaction

from store.errors import BusyError
from store.failures import store_error_for, translate_connect_errors, translate_errors

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")
Values = dict[str, Any]
Rows: TypeAlias = CursorResult[*tuple[Any, ...]]


class ToEnd(Protocol):
    """A function that awaits work to its end."""

    def __call__(self, work: Coroutine[Any, Any, Result], /) -> Awaitable[Result]:
        """The result of the work; a cancellation is raised when the work has ended."""


@dataclass(frozen=True, slots=True)
class Connection:
    """A transaction, as the functions of the store take it."""

    raw: AsyncConnection
    to_end: ToEnd

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self.raw.dialect.name

    async def execute(
        self, statement: Executable, values: Values | Sequence[Values] | None = None
    ) -> Rows:
        """Execute a statement, with one row of values or several."""
        return await self.to_end(self.raw.execute(statement, values))

    async def run_sync(
        self,
        function: Callable[Concatenate[sqlalchemy.Connection, Arguments], Result],
        *arguments: Arguments.args,
        **options: Arguments.kwargs,
    ) -> Result:
        """Call a function that takes a synchronous connection of SQLAlchemy."""
        return await self.to_end(self.raw.run_sync(function, *arguments, **options))


@dataclass(frozen=True, slots=True)
class TransactionPool:
    """Connections of one kind to the database `place`; `slots` bounds how many are in use.

    A transaction waits in order for a slot, at most `queue_seconds`, then at most `busy_seconds`
    while another program has locked the database. Both waits can be cancelled. `to_end` awaits a
    statement to its end, as the driver requires it.
    """

    engine: AsyncEngine
    slots: asyncio.Semaphore
    place: str
    queue_seconds: float
    busy_seconds: float
    to_end: ToEnd

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """A transaction that is committed when the block ends, and rolled back if it raises.

        Raises a `StoreError` when the database fails, `BusyError` when no slot becomes free.
        """
        try:
            async with asyncio.timeout(self.queue_seconds):
                await self.slots.acquire()
        except TimeoutError:
            raise BusyError(self.place) from None
        try:
            with translate_errors(self.place):
                async with self._connected() as connection:
                    yield connection
        finally:
            self.slots.release()

    async def close(self) -> None:
        """Close all connections."""
        await self.to_end(self.engine.dispose())

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Connection]:
        raw = self.engine.connect()
        try:
            with translate_connect_errors(self.place):
                await self.to_end(raw.start())
                await self._begin(raw)
            yield Connection(raw, self.to_end)
            await self.to_end(_commit(raw))
        finally:
            if raw.sync_connection is not None:
                await self.to_end(raw.close())  # this rolls back what was not committed

    async def _begin(self, raw: AsyncConnection) -> None:
        """Begin as soon as no other program has locked the database.

        A single try is short, so that a program that stops need not wait for the whole time.
        """
        until = time.monotonic() + self.busy_seconds
        while True:
            try:
                await self.to_end(_started(raw.begin()))
                return
            except DBAPIError as error:
                busy = isinstance(store_error_for(error, self.place), BusyError)
                if not busy or time.monotonic() >= until:
                    raise


async def _started(beginning: AsyncTransaction) -> None:
    await beginning.start()


async def _commit(raw: AsyncConnection) -> None:
    """Commit; if that fails, discard the connection, as its transaction may still be open."""
    try:
        await raw.commit()
    except BaseException:
        await raw.invalidate()
        raise


async def run_to_end(work: Coroutine[Any, Any, Result]) -> Result:
    """Await work to its end, even when cancelled; the cancellation is raised afterwards.

    >>> async def work():
    ...     await asyncio.sleep(0.01)
    ...     print("done")
    >>> async def main():
    ...     task = asyncio.create_task(run_to_end(work()))
    ...     await asyncio.sleep(0)
    ...     task.cancel()
    ...     await asyncio.wait([task])
    ...     print(task.cancelled())
    >>> asyncio.run(main())
    done
    True
    """
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is None:
        return task.result()
    if not task.cancelled():
        task.exception()  # retrieved and dropped: the cancellation is raised
    raise cancelled


@types.coroutine
def run_uninterrupted(work: Coroutine[Any, Any, Result]) -> Generator[Any, Any, Result]:
    """As `run_to_end`, for work that only waits for futures that cannot be cancelled.

    It needs no task of its own: the cancellation comes when the future is done, so the work goes
    on where it waits (`store.sqlite_driver`).
    """
    cancelled: asyncio.CancelledError | None = None
    while True:
        try:
            waiting = work.send(None)
        except StopIteration as end:
            if cancelled is not None:
                raise cancelled from None
            result: Result = end.value
            return result
        except BaseException:
            if cancelled is not None:
                raise cancelled from None
            raise
        try:
            yield waiting
        except asyncio.CancelledError as error:
            cancelled = error
        except Exception:  # noqa: S110 - of the future, from which the work gets it
            pass
