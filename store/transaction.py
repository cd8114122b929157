"""Transactions that a cancelled task leaves in order.

Cancelling a task that awaits a statement does not stop the statement. Left alone, the driver
would be given up in the middle of it, with its lock. So here a cancelled task first waits until
the statement has ended, then rolls back and gives its connection back, and only then ends.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

import sqlalchemy
from sqlalchemy import CursorResult, Executable
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from store.errors import BusyError
from store.failures import store_error_for, translate_connect_errors, translate_errors

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")
Values = dict[str, Any]
Rows: TypeAlias = CursorResult[*tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Connection:
    """A transaction, as the functions of the store take it."""

    raw: AsyncConnection

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self.raw.dialect.name

    async def execute(
        self, statement: Executable, values: Values | Sequence[Values] | None = None
    ) -> Rows:
        """Executes a statement, with one row of values or several."""
        return await run_to_end(self.raw.execute(statement, values))

    async def run_sync(
        self,
        function: Callable[Concatenate[sqlalchemy.Connection, Arguments], Result],
        *arguments: Arguments.args,
        **options: Arguments.kwargs,
    ) -> Result:
        """Calls a function that works with a plain connection of SQLAlchemy."""
        return await run_to_end(self.raw.run_sync(function, *arguments, **options))


@dataclass(frozen=True, slots=True)
class TransactionPool:
    """Connections of one kind to the database `place`, and a seat for each.

    Whoever wants one waits for a slot at most `queue_seconds`, in order, then `busy_seconds` for
    another program that has the database locked. In both places it may be cancelled.
    """

    engine: AsyncEngine
    slots: asyncio.Semaphore
    place: str
    queue_seconds: float
    busy_seconds: float

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """A transaction that is stored when the block ends, and undone if it raises.

        Raises a `StoreError` when the database fails, `BusyError` when there is no seat.
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
        """Closes all connections."""
        await run_to_end(self.engine.dispose())

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Connection]:
        raw = self.engine.connect()
        try:
            with translate_connect_errors(self.place):
                await run_to_end(raw.start())
                await self._begin(raw)
            yield Connection(raw)
            await run_to_end(_commit(raw))
        finally:
            if raw.sync_connection is not None:
                await run_to_end(raw.close())  # which rolls back what was not committed

    async def _begin(self, raw: AsyncConnection) -> None:
        """Begins, as soon as no other program has the database locked.

        One try is short, so that a program that stops need not wait to the end.
        """
        until = time.monotonic() + self.busy_seconds
        while True:
            try:
                await run_to_end(raw.begin().start())
                return
            except DBAPIError as error:
                busy = isinstance(store_error_for(error, self.place), BusyError)
                if not busy or time.monotonic() >= until:
                    raise


async def _commit(raw: AsyncConnection) -> None:
    """Commits; a connection that fails to is given up, as its transaction may still be open."""
    try:
        await raw.commit()
    except BaseException:
        await raw.invalidate()
        raise


async def run_to_end(work: Coroutine[Any, Any, Result]) -> Result:
    """Awaits work to its end, also when cancelled; only then the cancellation goes on.

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
        task.exception()  # seen; the cancellation counts
    raise cancelled
