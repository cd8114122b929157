"""Backs up a SQLite database while it is in use, restores backups, and keeps the newest.

A copy is written under another name in the folder of its target. It gets its own name only when it
is complete and its integrity was checked, so no partial copy is ever visible. Nothing is
overwritten, and only the owner can read the copy.
"""

import os
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from store import restoration, versions
from store.address import Address
from store.errors import BackupError, CorruptError, FullError, NoFileError
from store.files import opened, require_intact, side_files

ALREADY_EXISTS = "is there already, and nothing is overwritten"

_NAME = re.compile(r"ouro-\d{8}T\d{6}Z\.db(?P<part>\..+\.part)?")
"""A backup, or the part of one whose program was killed. Names sort by time."""


def back_up(address: Address, target: Path) -> None:
    """Copy a database, as of one instant, to a new file; it may be in use.

    Blocks until the copy is complete. Raises `BackupError` if there is no such database or `target`
    exists, `NoFileError` for PostgreSQL, and `CorruptError` for a damaged database.
    """
    source = _file_of(address)
    if not source.exists():
        raise BackupError(source, "is no database that could be backed up")
    _copy(source, target)


def restore(source: Path, address: Address, now: datetime) -> None:
    """Restore a backup as the database at an address that has none.

    The database records that it was restored at `now`: what was sent since the backup is not in it
    and must not be sent again.

    Blocks until that is complete. Raises `BackupError` if there is a database, in use or not, or if
    `source` is missing or empty; `NoFileError` for PostgreSQL; `CorruptError` if the backup is
    damaged; `ForeignError` if it is another program's; `NewerError` if its schema is newer. A
    backup with an older schema is migrated when it is opened.
    """
    target = _file_of(address)
    if not source.is_file():
        raise BackupError(source, "is no file")
    _require_valid_backup(source)
    left = [each for each in (target, *side_files(target)) if each.exists()]
    if left:
        names = " and ".join(str(each) for each in left)
        raise BackupError(source, f"was not restored: stop Ouro and move {names} away first")
    _copy(source, target, restored_at=now)


def _file_of(address: Address) -> Path:
    """The file of a SQLite database; raises `NoFileError` for PostgreSQL."""
    if address.path is None:
        raise NoFileError
    return address.path


def _require_valid_backup(source: Path) -> None:
    """Raises unless a file is an undamaged database with a known schema."""
    require_intact(source)
    with opened(source) as raw:
        tables = {name for (name,) in raw.execute(versions.SELECT_TABLES)}
        has_version = versions.VERSION_TABLE in tables
        [found] = (has_version and raw.execute(versions.SELECT_VERSION).fetchone()) or [None]
        if versions.checked(tables, found, str(source)) is None:
            raise BackupError(source, "is empty")
        broken = raw.execute("PRAGMA foreign_key_check").fetchone()
    if broken is not None:
        raise CorruptError(str(source), f"a row of {broken[0]} refers to one that is missing")


def _copy(source: Path, target: Path, restored_at: datetime | None = None) -> None:
    """Copy with SQLite's backup API, which includes what is only in the log.

    With `restored_at` the copy records that it was restored then.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _temporary_file(target) as temporary:
            _copy_pages(source, temporary)
            if restored_at is not None:
                _mark(temporary, restored_at)
            require_intact(temporary)
            _fsync(temporary)
            _link(temporary, target)
        _fsync(target.parent)
    except FullError:  # the source is only read
        raise FullError(str(target)) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise BackupError(target, f"cannot be written: {reason}") from error


def _copy_pages(source: Path, temporary: Path) -> None:
    with opened(source) as old, closing(sqlite3.connect(temporary)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")  # a single file, without side files


def _mark(part: Path, restored_at: datetime) -> None:
    """As `store.restoration.mark`, in a database of any version."""
    with opened(part) as connection:
        connection.execute(
            "INSERT INTO meta (key, value) VALUES (?, ?) "
            "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            (restoration.KEY, restored_at.isoformat()),
        )
        connection.commit()


@contextmanager
def _temporary_file(target: Path) -> Iterator[Path]:
    """A file in the folder of the target, readable by its owner only, deleted after the block."""
    if target.exists():
        raise BackupError(target, ALREADY_EXISTS)
    handle, name = tempfile.mkstemp(prefix=f"{target.name}.", suffix=".part", dir=target.parent)
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


def _link(temporary: Path, target: Path) -> None:
    """Add a hard link to a file; unlike renaming, this never overwrites."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise BackupError(target, ALREADY_EXISTS) from None


def _fsync(path: Path) -> None:
    """Write the buffers of a file or folder to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def rotate_backups(address: Address, folder: Path, keep: int, now: datetime) -> Path:
    """Back up a database to a new file in a folder, and delete all but the newest `keep` backups.

    Returns the new file. The database may be in use. Other files in the folder are not touched,
    and if the backup fails, nothing is deleted. Raises `BackupError` if an old backup cannot be
    deleted, and what `back_up` raises.
    """
    target = folder / backup_name(now)
    back_up(address, target)
    try:
        for path in _outdated(folder, keep):
            path.unlink()
    except OSError as error:
        reason = error.strerror or str(error)
        raise BackupError(folder, f"has old backups that cannot be deleted: {reason}") from error
    return target


def backup_name(now: datetime) -> str:
    """The name of a backup that is made at an instant.

    >>> backup_name(datetime(2026, 11, 21, 3, 40, tzinfo=UTC))
    'ouro-20261121T034000Z.db'
    """
    return f"ouro-{now.astimezone(UTC):%Y%m%dT%H%M%SZ}.db"


def _outdated(folder: Path, keep: int) -> list[Path]:
    """The backups and parts of backups that are older than the newest `keep` backups."""
    found = {path: name for path in folder.iterdir() if (name := _NAME.fullmatch(path.name))}
    kept = sorted(path for path, name in found.items() if not name["part"])[-keep:]
    return [path for path in found if path < kept[0]]
