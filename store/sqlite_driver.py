"""Connections to SQLite by aiosqlite, each of which has a thread for its statements."""

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

import aiosqlite
from msgspec import Struct

from store.drivers import Fetched, Sent, run_to_end
from store.files import retry_while_locked

BUSY_SECONDS = 5.0
"""Seconds that a transaction waits while another program has locked the database."""
TRY_SECONDS = 0.5
"""Seconds that SQLite waits for a lock in one try, which cannot be cancelled."""


class _File(sqlite3.Connection):
    """Begins a transaction with its first statement: its thread gets one message for both."""

    begin: ClassVar[str]

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        self._begin()
        return super().execute(sql, parameters)

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> sqlite3.Cursor:
        self._begin()
        return super().executemany(sql, parameters)

    def _begin(self) -> None:
        if not self.in_transaction:
            super().execute(self.begin)


class _Reading(_File):
    """A transaction, unless there is a `single` statement, which is one by itself."""

    begin = "BEGIN"
    single = False

    def _begin(self) -> None:
        if not self.single:
            super()._begin()


class _Writing(_File):
    """A transaction that several members can join, of which the last can be undone alone.

    `joins` is whether the next statement is the first one of a member after others; `saved` is
    whether there is a savepoint, before the last such member.
    """

    begin = "BEGIN IMMEDIATE"
    joins = saved = False

    def _begin(self) -> None:
        if not self.in_transaction:
            super()._begin()
            self.saved = False
        if self.joins:
            if self.saved:
                super(_File, self).execute("RELEASE member")
            super(_File, self).execute("SAVEPOINT member")
            self.joins, self.saved = False, True

    def commit(self) -> None:
        """Commit what all members did; the last one may have had no statement."""
        self.joins = False
        super().commit()

    def rollback(self) -> None:
        """Undo what the last member did; all if there is no other."""
        if self.joins or not self.in_transaction:
            self.joins = False
        elif self.saved:
            super(_File, self).execute("ROLLBACK TO member")
        else:
            super().rollback()


class SqliteConnection(Struct, eq=False):
    """A `DriverConnection` to a file; `open_connection` creates it.

    When a task that awaits a statement is cancelled, the statement goes on in its thread, and the
    next one waits for its end.
    """

    raw: aiosqlite.Connection
    file: _File
    place: str
    _busy_seconds: float = BUSY_SECONDS

    async def begin(self, seconds: float, *, single: bool = False) -> None:
        """Note how long the first statement, which begins a transaction, waits for a lock."""
        self._busy_seconds = min(BUSY_SECONDS, seconds)
        if isinstance(self.file, _Reading):
            self.file.single = single

    def join(self) -> None:
        """Let the statements from now on be those of a further member of the transaction."""
        assert isinstance(self.file, _Writing)  # noqa: S101 - for the type checker
        self.file.joins = True

    @property
    def in_transaction(self) -> bool:
        """Whether there is a transaction; SQLite ends it itself, as when the disk is full."""
        return self.file.in_transaction

    async def execute(self, sent: Sent) -> Fetched:
        """See `DriverConnection.execute`.

        The first statement of a transaction waits while another program has locked the database,
        and raises `BusyError` if that lasts too long.
        """
        if self.file.in_transaction:
            return await self._execute(sent)
        return await retry_while_locked(lambda: self._execute(sent), self.place, self._busy_seconds)

    async def _execute(self, sent: Sent) -> Fetched:
        if sent.returns:
            found = [*await self.raw.execute_fetchall(sent.sql, sent.rows[0])]
            return Fetched(found, len(found))
        if len(sent.rows) == 1:
            cursor = await self.raw.execute(sent.sql, sent.rows[0])
        else:
            cursor = await self.raw.executemany(sent.sql, sent.rows)
        return Fetched((), cursor.rowcount)

    async def commit(self) -> None:
        """Commit the transaction; a single statement that read has none."""
        if not (isinstance(self.file, _Reading) and self.file.single):
            await self.raw.commit()

    async def rollback(self) -> None:
        """Roll back the transaction, or what its last member did; nothing without one."""
        await self.raw.rollback()

    async def close(self) -> None:
        """Close the connection, which ends its thread."""
        await self.raw.close()


async def open_connection(path: Path, *, reads_only: bool) -> SqliteConnection:
    """Open a connection to a file; raises `sqlite3.Error`.

    Unless it `reads_only`, its transactions lock out other writers.
    """
    made: list[_File] = []

    def make(*given: Any, **options: Any) -> _File:
        made.append((_Reading if reads_only else _Writing)(*given, **options))
        return made[0]

    raw = aiosqlite.connect(path, timeout=TRY_SECONDS, isolation_level=None, factory=make)
    only = "query_only = ON" if reads_only else "synchronous = FULL"
    try:
        await run_to_end(_open(raw, f"PRAGMA foreign_keys = ON; PRAGMA {only}"))
    except BaseException:
        await raw.close()
        raise
    return SqliteConnection(raw, made[0], str(path))


async def _open(raw: aiosqlite.Connection, pragmas: str) -> None:
    await raw
    raw.row_factory = aiosqlite.Row
    await raw.executescript(pragmas)
