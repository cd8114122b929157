"""Keeps the newest backups of a SQLite database in a folder, named after the time of each."""

import re
from datetime import UTC, datetime
from pathlib import Path

from store.address import Address
from store.backup import back_up
from store.errors import BackupError

_NAME = re.compile(r"ouro-\d{8}T\d{6}Z\.db(?P<part>\..+\.part)?")
"""A backup, or the part of one whose program was killed. Names sort by time."""


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
