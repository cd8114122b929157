"""What the connections to both databases have in common.

Their work is awaited to its end, although the task that waits is cancelled.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, Protocol, TypeVar

from msgspec import Struct

CONNECTION_LOST = "08006"
"""PostgreSQL's code for a connection that failed."""

Result = TypeVar("Result")


class Sent(Struct, frozen=True):
    """A statement with its rows of values in order; one that `returns` rows has one."""

    sql: str
    rows: Sequence[Sequence[Any]]
    returns: bool


class Fetched(Struct, frozen=True):
    """The rows that a statement returned, which have keys like mappings.

    `count` is the number of rows that the statement changed, -1 where it is unknown.
    """

    rows: Sequence[Any]
    count: int


class PostgresError(Exception):
    """PostgreSQL refused a statement, or its connection failed.

    `state` is PostgreSQL's code, empty if there is none. The message contains no values.
    """

    def __init__(self, state: str, message: str) -> None:
        super().__init__(state, message)
        self.state = state
        self.message = message

    def __str__(self) -> str:
        return self.message


class DriverConnection(Protocol):
    """A connection to a database, with one transaction at a time.

    After a task that awaited one of these methods was cancelled, `rollback` is called, and `close`
    if that fails. The methods raise `sqlite3.Error`, `PostgresError` or `BusyError`.
    """

    async def begin(self, seconds: float, *, single: bool = False) -> None:
        """Begin a transaction, at the latest with its first statement.

        It may be left out for a `single` statement that reads. While another program has locked the
        database, that waits at most for `seconds`.
        """

    async def execute(self, sent: Sent) -> Fetched:
        """Execute a statement once for each row of its values."""

    async def commit(self) -> None:
        """Commit the transaction."""

    async def rollback(self) -> None:
        """Roll back the transaction if there is one."""

    async def close(self) -> None:
        """Close the connection; what was not committed is lost."""


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
