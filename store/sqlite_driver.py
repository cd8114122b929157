"""Connections to SQLite in threads, with one message to the thread for each statement.

Passing messages between threads costs several times the processor time of a statement. So the
beginning of a transaction is sent with its first statement, and a transaction that only reads does
not wait for its end.
"""

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from store.compiled import CompiledStatement, Row
from store.drivers import FetchedRows
from store.errors import BusyError

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class SqliteSetup:
    """How connections to a file are set up and begin transactions.

    - `reads_only`: whether they cannot write; otherwise a transaction locks out other writers;
    - `try_seconds`: the seconds that SQLite waits for a lock in one try, which cannot be cancelled;
    - `busy_seconds`: the seconds that the beginning of a transaction waits in all.
    """

    path: Path
    reads_only: bool
    try_seconds: float
    busy_seconds: float

    @property
    def begin(self) -> str:
        """The statement that begins a transaction."""
        return "BEGIN" if self.reads_only else "BEGIN IMMEDIATE"

    def open(self) -> sqlite3.Connection:
        """A new connection; raises `sqlite3.Error`."""
        raw = sqlite3.connect(self.path, timeout=self.try_seconds, isolation_level=None)
        only = "query_only = ON" if self.reads_only else "synchronous = NORMAL"
        try:
            for pragma in ("foreign_keys = ON", only):
                raw.execute(f"PRAGMA {pragma}")
        except BaseException:
            raw.close()
            raise
        return raw


class SqliteConnection:
    """A `DriverConnection` to a file, all of whose work is done by one thread.

    `open_connection` creates it.
    """

    def __init__(self, setup: SqliteSetup) -> None:
        self._setup = setup
        self._raw: sqlite3.Connection | None = None
        self._begun = False
        self._loop = asyncio.get_running_loop()
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        threading.Thread(target=self._serve, name="SQLite", daemon=True).start()

    async def open(self) -> None:
        """Open the database; raises `sqlite3.Error`."""
        try:
            await self._run(self._open)
        except BaseException:
            await self.close()
            raise

    async def begin(self) -> None:
        """Begin a transaction with the first statement."""
        self._begun = False

    async def execute(self, statement: CompiledStatement, rows: Sequence[Row]) -> FetchedRows:
        """See `DriverConnection.execute`.

        The first statement of a transaction waits while another program has locked the database,
        and raises `BusyError` if that lasts too long.
        """
        until = time.monotonic() + self._setup.busy_seconds
        while True:
            try:
                return await self._run(partial(self._execute, statement, rows))
            except sqlite3.OperationalError as error:
                if self._begun or not _is_lock(error):
                    raise
                if time.monotonic() >= until:
                    raise BusyError(str(self._setup.path)) from error

    async def commit(self) -> None:
        """Commit the transaction."""
        await self._end("COMMIT")

    async def rollback(self) -> None:
        """Roll back the transaction if there is one."""
        await self._end("ROLLBACK")

    async def close(self) -> None:
        """Close the connection and end its thread."""
        try:
            await self._run(self._close_in_thread)
        finally:
            self._work.put(None)

    async def _end(self, statement: str) -> None:
        if not self._begun:
            return
        end = partial(self._end_in_thread, statement)
        if self._setup.reads_only:
            self._work.put(partial(_try, end))
        else:
            await self._run(end)

    async def _run(self, function: Callable[[], Result]) -> Result:
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

    def _open(self) -> None:
        self._raw = self._setup.open()

    def _execute(self, statement: CompiledStatement, rows: Sequence[Row]) -> FetchedRows:
        raw = self._raw
        assert raw is not None  # noqa: S101 - for the type checker: `open` was awaited
        if not self._begun:
            raw.execute(self._setup.begin)
            self._begun = True
        with contextlib.closing(raw.cursor()) as cursor:
            if not statement.returns_rows and len(rows) > 1:
                cursor.executemany(statement.sql, rows)
                return FetchedRows((), (), cursor.rowcount)
            fetched: list[Row] = []
            for row in rows:
                cursor.execute(statement.sql, row)
                if statement.returns_rows:
                    fetched += cursor.fetchall()
            names = [column[0] for column in cursor.description or ()]
            return FetchedRows(names, fetched, cursor.rowcount)

    def _end_in_thread(self, statement: str) -> None:
        raw = self._raw
        if raw is not None and raw.in_transaction:
            raw.execute(statement)

    def _close_in_thread(self) -> None:
        if self._raw is not None:
            self._raw.close()
            self._raw = None


async def open_connection(setup: SqliteSetup) -> SqliteConnection:
    """Open a connection; raises `sqlite3.Error`."""
    connection = SqliteConnection(setup)
    await connection.open()
    return connection


def _is_lock(error: sqlite3.OperationalError) -> bool:
    """Whether another program has locked the database."""
    return error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


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
