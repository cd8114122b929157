"""Copies of a SQLite database, made while it is in use, and bringing one back.

A copy is written beside its place under another name and takes its own name only when it is
whole and was found sound, so nobody ever meets half of one. Nothing is overwritten, and only
the owner may read it.
"""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from store import restoration
from store.address import Address
from store.errors import BackupError, CorruptError, FullError, NoFileError
from store.failures import translated
from store.files import require_sound, side_files, uri
from store.migrate import current_version

TAKEN = "is there already, and nothing is overwritten"


def back_up(address: Address, target: Path) -> None:
    """Copies a database, as it is at one instant, to a new file; it may be in use.

    Blocks until it is done. Raises `BackupError` when there is no such database or there is a
    file at `target`, `NoFileError` for PostgreSQL, and `CorruptError` for a damaged one.
    """
    source = _file_of(address)
    if not source.exists():
        raise BackupError(source, "is no database that could be backed up")
    _copy(source, target)


def restore(source: Path, address: Address, now: datetime) -> None:
    """Brings a backup back as the database at an address where there is none.

    The database remembers that it was restored at the present instant: what was sent between the
    backup and now is not known to it, and is not to be sent again.

    Blocks until it is done. Raises `BackupError` when there is a database, be it live or not,
    or when `source` is none of ours; `CorruptError` when it is damaged; `NewerError` when it is
    of a newer version. An older one is migrated when it is opened next.
    """
    target = _file_of(address)
    if not source.is_file():
        raise BackupError(source, "is no file")
    _require_ours(source)
    left = [each for each in (target, *side_files(target)) if each.exists()]
    if left:
        names = " and ".join(str(each) for each in left)
        raise BackupError(source, f"was not restored: stop Ouro and move {names} away first")
    _copy(source, target, restored_at=now)


def _file_of(address: Address) -> Path:
    if address.path is None:
        raise NoFileError
    return address.path


def _require_ours(source: Path) -> None:
    """Raises unless a file is a sound database of a version we know."""
    require_sound(source)
    engine = create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(uri(source), uri=True),
        poolclass=NullPool,
    )
    with translated(str(source)), engine.connect() as connection:
        if current_version(connection, str(source)) is None:
            raise BackupError(source, "is empty")
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise CorruptError(str(source), f"a row of {broken[0]} refers to one that is missing")


def _copy(source: Path, target: Path, restored_at: datetime | None = None) -> None:
    """Copies by SQLite's own means, which take in what is still in the log.

    With `restored_at` the copy remembers that it was restored then.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _part(target) as part:
            _copy_pages(source, part)
            if restored_at is not None:
                _mark(part, restored_at)
            require_sound(part)
            _flush(part)
            _name(part, target)
        _flush(target.parent)
    except FullError:  # the source is only read
        raise FullError(str(target)) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise BackupError(target, f"cannot be written: {reason}") from error


def _copy_pages(source: Path, part: Path) -> None:
    with (
        translated(str(source)),
        closing(sqlite3.connect(uri(source), uri=True)) as old,
        closing(sqlite3.connect(part)) as new,
    ):
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")  # one file, with none beside it


def _mark(part: Path, restored_at: datetime) -> None:
    """As `store.restoration.mark`, in a database of any version."""
    with translated(str(part)), closing(sqlite3.connect(part)) as connection:
        connection.execute(
            "INSERT INTO meta (key, value) VALUES (?, ?) "
            "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            (restoration.KEY, restored_at.isoformat()),
        )
        connection.commit()


@contextmanager
def _part(target: Path) -> Iterator[Path]:
    """A file beside the target, for its owner alone, that is gone after the block."""
    if target.exists():
        raise BackupError(target, TAKEN)
    handle, name = tempfile.mkstemp(prefix=f"{target.name}.", suffix=".part", dir=target.parent)
    os.close(handle)
    part = Path(name)
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


def _name(part: Path, target: Path) -> None:
    """Gives a file a second name; unlike a renaming this never overwrites."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise BackupError(target, TAKEN) from None


def _flush(path: Path) -> None:
    """Has the system write a file or folder to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
