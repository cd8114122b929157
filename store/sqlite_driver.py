"""Connections to SQLite in threads, with one message to the thread for each statement.

SQLAlchemy's dialect for aiosqlite takes any connection that has the methods of aiosqlite's. With
aiosqlite a query takes four messages: to make a cursor, to execute, to fetch the rows, to close the
cursor. Passing messages between threads costs several times the processor time of a statement.
"""

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

Result = TypeVar("Result")
Row = tuple[Any, ...]

CLOSED = "Connection closed"
"""The text of the error after closing, by which SQLAlchemy knows it."""


class SqliteConnection:
    """An `sqlite3` connection, all of whose work is done by one thread.

    Awaiting its work cannot be interrupted: the cancellation of a task is delivered when the work
    has ended. `open_connection` creates it.
    """

    isolation_level: str | None = None

    def __init__(self) -> None:
        self._connection: sqlite3.Connection | None = None
        self._reading: _Reading | None = None
        self._loop = asyncio.get_running_loop()
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        threading.Thread(target=self._serve, name="SQLite", daemon=True).start()

    async def open(self, *arguments: Any, **options: Any) -> None:
        """Open the database; takes the arguments of `sqlite3.connect`, and raises its errors."""
        try:
            self._connection = await self.run(partial(sqlite3.connect, *arguments, **options))
        except BaseException:
            self.stop()
            raise

    def cursor(self) -> "SqliteCursor":
        """A cursor for one statement."""
        return SqliteCursor(self)

    def begin_reading(self) -> None:
        """Begin a transaction that only reads, with the next statement.

        Such a transaction takes no messages of its own: nothing waits for its end either.
        """
        self._reading = _Reading()

    async def commit(self) -> None:
        """Commit the transaction if there is one."""
        await self._end(self.raw.commit)

    async def rollback(self) -> None:
        """Roll back the transaction if there is one."""
        await self._end(self.raw.rollback)

    async def _end(self, end: Callable[[], None]) -> None:
        reading, self._reading = self._reading, None
        if reading is None:
            if self.raw.in_transaction:
                await self.run(end)
        elif reading.begun:
            self._work.put(partial(_try, end))

    async def create_function(self, *arguments: Any, **options: Any) -> None:
        """See `sqlite3.Connection.create_function`."""
        await self.run(partial(self.raw.create_function, *arguments, **options))

    async def close(self) -> None:
        """Close the connection and end its thread."""
        if self._connection is not None:
            await self.run(self._connection.close)
            self._connection = None
        self.stop()

    def stop(self) -> None:
        """End the thread after the work it has; a connection that is open is closed there."""
        connection, self._connection = self._connection, None
        if connection is not None:
            self._work.put(connection.close)
        self._work.put(None)

    @property
    def raw(self) -> sqlite3.Connection:
        """The connection of `sqlite3`, for the thread; raises `ValueError` when it is closed."""
        if self._connection is None:
            raise ValueError(CLOSED)
        return self._connection

    def begin_in_thread(self, raw: sqlite3.Connection) -> None:
        """Begin the transaction of `begin_reading` if it has not begun; called by the thread."""
        if self._reading is not None and not self._reading.begun:
            raw.execute("BEGIN")
            self._reading.begun = True

    async def run(self, function: Callable[[], Result]) -> Result:
        """The result of a function that the thread calls; raises what it raises."""
        future: _WorkDone[Result] = _WorkDone(loop=self._loop)

        def work() -> None:
            try:
                self._tell(partial(future.set_result, function()))
            except BaseException as error:
                self._tell(partial(future.set_exception, error))

        self._work.put(work)
        return await future

    def _tell(self, answer: Callable[[], None]) -> None:
        """Let the event loop do something, unless it is closed and nobody waits any more."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(answer)

    def _serve(self) -> None:
        while (work := self._work.get()) is not None:
            work()


@dataclass(slots=True)
class _Reading:
    """A transaction that only reads; it begins with its first statement."""

    begun: bool = False


class SqliteCursor:
    """A cursor; its rows are fetched with its statement."""

    arraysize = 1

    def __init__(self, connection: SqliteConnection) -> None:
        self._connection = connection
        self._rows: Sequence[Row] = ()
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> "SqliteCursor":
        return self

    async def execute(self, sql: str, values: Sequence[Any] = ()) -> None:
        """Execute a statement and fetch its rows."""
        await self._connection.run(partial(self._execute, self._connection.raw, sql, values))

    async def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Execute a statement for several rows of values."""
        await self._connection.run(partial(self._execute_many, self._connection.raw, sql, rows))

    async def fetchall(self) -> Sequence[Row]:
        """The rows of the statement."""
        return self._rows

    async def close(self) -> None:
        """Forget the rows."""
        self._rows = ()

    def _execute(self, raw: sqlite3.Connection, sql: str, values: Sequence[Any]) -> None:
        self._connection.begin_in_thread(raw)
        cursor = raw.cursor()
        try:
            cursor.execute(sql, values)
            if cursor.description is not None:
                self._rows = cursor.fetchall()
            self._note(cursor)
        finally:
            cursor.close()

    def _execute_many(
        self, raw: sqlite3.Connection, sql: str, rows: Iterable[Sequence[Any]]
    ) -> None:
        self._connection.begin_in_thread(raw)
        cursor = raw.cursor()
        try:
            cursor.executemany(sql, rows)
            self._note(cursor)
        finally:
            cursor.close()

    def _note(self, cursor: sqlite3.Cursor) -> None:
        self.description = cursor.description
        self.rowcount = cursor.rowcount
        self.lastrowid = cursor.lastrowid


async def open_connection(*arguments: Any, **options: Any) -> SqliteConnection:
    """Open a connection; takes the arguments of `sqlite3.connect`, and raises its errors."""
    connection = SqliteConnection()
    await connection.open(*arguments, **options)
    return connection


def _try(end: Callable[[], None]) -> None:
    """End a transaction that only read; a failure shows when the next one begins."""
    with contextlib.suppress(sqlite3.Error):
        end()


class _WorkDone(asyncio.Future[Result]):
    """The result of work in a thread, which goes on when the task that waits is cancelled.

    The task then gets the cancellation when the work has ended.
    """

    def cancel(self, msg: Any | None = None) -> bool:  # noqa: ARG002 - as its base class has it
        """Do not cancel: false says that the task must be told later."""
        return False
