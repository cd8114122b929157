"""Connections to SQLite by aiosqlite, each of which has a thread for its statements."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import aiosqlite

from store.compiled import CompiledStatement, Row
from store.drivers import FetchedRows, fetched_rows
from store.interruption import run_to_end
from store.locks import retry_while_locked


@dataclass(frozen=True, slots=True)
class SqliteSetup:
    """How connections to a file are opened and begin transactions.

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

    @property
    def pragmas(self) -> tuple[str, ...]:
        """The statements that set up a connection."""
        only = "query_only = ON" if self.reads_only else "synchronous = NORMAL"
        return "PRAGMA foreign_keys = ON", f"PRAGMA {only}"


class SqliteConnection:
    """A `DriverConnection` to a file; `open_connection` creates it.

    When a task that awaits a statement is cancelled, the statement goes on in its thread, and the
    next one waits for its end.
    """

    def __init__(self, raw: aiosqlite.Connection, setup: SqliteSetup) -> None:
        self._raw = raw
        self._setup = setup

    async def begin(self) -> None:
        """Begin a transaction.

        Waits while another program has locked the database; raises `BusyError` if that lasts too
        long.
        """
        await retry_while_locked(
            lambda: self._raw.execute_fetchall(self._setup.begin),
            str(self._setup.path),
            self._setup.busy_seconds,
        )

    async def execute(self, statement: CompiledStatement, rows: Sequence[Row]) -> FetchedRows:
        """See `DriverConnection.execute`."""
        if statement.returns_rows:
            fetched = [await self._raw.execute_fetchall(statement.sql, row) for row in rows]
            return fetched_rows(statement, [row for some in fetched for row in some])
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
    raw = aiosqlite.connect(setup.path, timeout=setup.try_seconds, isolation_level=None)
    try:
        await run_to_end(_open(raw, setup.pragmas))
    except BaseException:
        await raw.close()
        raise
    return SqliteConnection(raw, setup)


async def _open(raw: aiosqlite.Connection, pragmas: Sequence[str]) -> None:
    await raw
    raw.row_factory = aiosqlite.Row
    for pragma in pragmas:
        await raw.execute_fetchall(pragma)
