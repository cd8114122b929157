"""Connections to SQLite by aiosqlite, each of which has a thread for its statements."""

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import aiosqlite
from msgspec import Struct

from store.compiled import CompiledStatement, Row
from store.drivers import FetchedRows, fetched_rows, run_to_end
from store.files import retry_while_locked


class _Transactional(sqlite3.Connection):
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


class _Reading(_Transactional):
    begin = "BEGIN"


class _Writing(_Transactional):
    begin = "BEGIN IMMEDIATE"


class SqliteSetup(Struct, frozen=True):
    """How connections to a file are opened and begin transactions.

    - `reads_only`: whether they cannot write; otherwise a transaction locks out other writers;
    - `try_seconds`: the seconds that SQLite waits for a lock in one try, which cannot be cancelled;
    - `busy_seconds`: the seconds that the beginning of a transaction waits in all.
    """

    path: Path
    reads_only: bool
    try_seconds: float
    busy_seconds: float


class SqliteConnection:
    """A `DriverConnection` to a file; `open_connection` creates it.

    When a task that awaits a statement is cancelled, the statement goes on in its thread, and the
    next one waits for its end.
    """

    def __init__(self, raw: aiosqlite.Connection, setup: SqliteSetup) -> None:
        self._raw = raw
        self._setup = setup

    async def begin(self) -> None:
        """Do nothing: the first statement begins a transaction."""

    async def execute(self, statement: CompiledStatement, rows: Sequence[Row]) -> FetchedRows:
        """See `DriverConnection.execute`.

        The first statement of a transaction waits while another program has locked the database,
        and raises `BusyError` if that lasts too long.
        """
        if self._raw.in_transaction:
            return await self._execute(statement, rows)
        return await retry_while_locked(
            lambda: self._execute(statement, rows),
            str(self._setup.path),
            self._setup.busy_seconds,
        )

    async def _execute(self, statement: CompiledStatement, rows: Sequence[Row]) -> FetchedRows:
        if statement.returns_rows:
            [row] = rows
            found = await self._raw.execute_fetchall(statement.sql, row)
            return fetched_rows(statement, [*found])
        if len(rows) == 1:
            cursor = await self._raw.execute(statement.sql, rows[0])
        else:
            cursor = await self._raw.executemany(statement.sql, rows)
        return FetchedRows((), (), cursor.rowcount)

    async def commit(self) -> None:
        """Commit the transaction."""
        await self._raw.commit()

    async def rollback(self) -> None:
        """Roll back the transaction if there is one."""
        await self._raw.rollback()

    async def close(self) -> None:
        """Close the connection, which ends its thread."""
        await self._raw.close()


async def open_connection(setup: SqliteSetup) -> SqliteConnection:
    """Open a connection; raises `sqlite3.Error`."""
    raw = aiosqlite.connect(
        setup.path,
        timeout=setup.try_seconds,
        isolation_level=None,
        factory=_Reading if setup.reads_only else _Writing,
    )
    only = "query_only = ON" if setup.reads_only else "synchronous = FULL"
    try:
        await run_to_end(_open(raw, f"PRAGMA foreign_keys = ON; PRAGMA {only}"))
    except BaseException:
        await raw.close()
        raise
    return SqliteConnection(raw, setup)


async def _open(raw: aiosqlite.Connection, pragmas: str) -> None:
    await raw
    raw.row_factory = aiosqlite.Row
    await raw.executescript(pragmas)
