"""Files of SQLite databases: their integrity, write-ahead log, side files and locks.

Locks are awaited in tries that are short, because none can be cancelled.
"""

import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from store.errors import BusyError, CorruptError
from store.failures import translate_errors

SIDE_FILE_SUFFIXES = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps beside a database while it is in use."""

Result = TypeVar("Result")


def require_intact(path: Path) -> None:
    """Check the integrity of a database; raises `CorruptError` for the first damage found.

    An empty file is intact: it is a database without data. Raises `UnreachableError` for a file
    that cannot be opened.
    """
    with opened(path) as raw:
        finding = raw.execute("PRAGMA quick_check(1)").fetchone()[0]
    if finding != "ok":
        raise CorruptError(str(path), finding.splitlines()[-1])


def enable_wal(path: Path, seconds: float) -> None:
    """Switch a database to write-ahead logging (WAL), so that readers never wait.

    SQLite refuses immediately, whatever its timeout, while another program does the same or writes;
    this tries again for `seconds`. Raises `BusyError` if that did not help.
    """
    until = time.monotonic() + seconds
    with opened(path) as raw:
        while True:
            try:
                raw.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
                time.sleep(0.01)
            else:
                return


def side_files(path: Path) -> list[Path]:
    """The side files of a database that exist."""
    beside = (path.with_name(path.name + suffix) for suffix in SIDE_FILE_SUFFIXES)
    return [each for each in beside if each.exists()]


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to an existing file, closed after the block; its errors are `StoreError`s.

    It opens the file for writing even to read it: then SQLite removes the side files when the last
    connection is closed.
    """
    uri = f"{path.absolute().as_uri()}?mode=rw"
    with translate_errors(str(path)), closing(sqlite3.connect(uri, uri=True)) as raw:
        yield raw


async def retry_while_locked(
    begin: Callable[[], Awaitable[Result]], place: str, seconds: float
) -> Result:
    """Begin a transaction, and try again while another program has locked the database `place`.

    Raises `BusyError` when that has lasted for `seconds`, and other errors of `begin` unchanged.
    """
    until = time.monotonic() + seconds
    while True:
        try:
            return await begin()
        except sqlite3.OperationalError as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code not in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
                raise
            if time.monotonic() >= until:
                raise BusyError(place) from error
