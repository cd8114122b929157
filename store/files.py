"""Files of SQLite: whether one is sound, and what lies beside it."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from store.errors import CorruptError
from store.failures import translate_errors

SIDE_FILE_SUFFIXES = ("-wal", "-shm", "-journal")
"""What SQLite appends to a file's name for those it keeps beside it while it works."""


def require_intact(path: Path) -> None:
    """Reads a database through and raises `CorruptError` for the first damage found.

    An empty file is sound: a database that nothing was written to yet. Raises
    `UnreachableError` for a file that cannot be opened.
    """
    with (
        translate_errors(str(path)),
        closing(sqlite3.connect(existing_file_uri(path), uri=True)) as raw,
    ):
        finding = raw.execute("PRAGMA quick_check(1)").fetchone()[0]
    if finding != "ok":
        raise CorruptError(str(path), finding.splitlines()[-1])


def enable_wal(path: Path, seconds: float) -> None:
    """Has a database write its log ahead (WAL) from now on, so that readers never wait.

    SQLite refuses at once, whatever its timeout, when another program is just doing the same or
    writes: then this tries again for some seconds. Raises `BusyError` when that did not help.
    """
    until = time.monotonic() + seconds
    with (
        translate_errors(str(path)),
        closing(sqlite3.connect(existing_file_uri(path), uri=True)) as raw,
    ):
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
    """The files that belong to a database and lie beside it, as far as they exist."""
    beside = (path.with_name(path.name + suffix) for suffix in SIDE_FILE_SUFFIXES)
    return [each for each in beside if each.exists()]


def existing_file_uri(path: Path) -> str:
    """How SQLite is told to open a file that exists, and not to make one.

    It is opened for writing also where we only read: then what SQLite keeps beside it is
    cleared away when the last one closes it.
    """
    return f"{path.absolute().as_uri()}?mode=rw"
