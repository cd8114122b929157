"""The functions of `ouro db`; the commands in `cli.commands.db` import this module when they run.

Each takes the address of a database, or None for that of the settings, and raises `UsageError` or
a `StoreError` when the database cannot be used.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from app.errors import StartError
from app.settings import load_settings
from cli.errors import UsageError
from store import restoration
from store.address import Address, parse_address
from store.backup import back_up, restore
from store.backup_rotation import rotate_backups
from store.check import BrokenInvariant, check
from store.database import Database, connect
from store.errors import BadAddressError
from store.migrate import migrate, require_newest
from store.pools import MAINTENANCE_SECONDS
from store.versions import newest_version


def upgrade(database: str | None) -> str:
    """Migrate a database to the current schema; returns a sentence to print."""
    address = resolve_address(database)
    asyncio.run(migrate(address))
    return f"The database {address} has schema {newest_version()}."


def back_up_to(target: Path, keep: int | None, database: str | None) -> str:
    """Back up a database to a file; returns a sentence to print.

    With `keep`, the target is a folder, in which this number of backups is kept.
    """
    address = resolve_address(database)
    if keep is None:
        back_up(address, target)
    else:
        target = rotate_backups(address, target, keep, datetime.now(UTC))
    return f"The database {address} is backed up in {target}."


def restore_from(file: Path, database: str | None) -> str:
    """Restore a database from the file of a backup; returns a sentence to print."""
    address = resolve_address(database)
    restore(file, address, datetime.now(UTC))
    return f"The database {address} is restored from {file}."


def mark_restored(database: str | None) -> str:
    """Record that a database was restored by another program; returns a sentence to print."""
    address = resolve_address(database)
    asyncio.run(_mark_restored(address))
    return f"The database {address} is marked as restored now: nothing is sent twice."


async def _mark_restored(address: Address) -> None:
    async with open_existing(address) as opened, opened.writing() as connection:
        await restoration.mark(connection, datetime.now(UTC))


def broken_invariants(database: str | None) -> tuple[BrokenInvariant, ...]:
    """The invariants that a database breaks."""
    return asyncio.run(_check(resolve_address(database)))


def resolve_address(database: str | None) -> Address:
    """The address of a database, by default that of the settings.

    Raises `UsageError` when the address or the settings are invalid.
    """
    try:
        return parse_address(database or load_settings().database_address)
    except (StartError, BadAddressError) as error:
        raise UsageError(str(error)) from None


@asynccontextmanager
async def open_existing(address: Address) -> AsyncIterator[Database]:
    """Connect to a database of the current schema; raises `UsageError` when there is none."""
    if address.path is not None and not address.path.exists():
        raise UsageError(f"There is no database {address}.")
    await require_newest(address)
    async with connect(address, statement_seconds=MAINTENANCE_SECONDS) as opened:
        yield opened


async def _check(address: Address) -> tuple[BrokenInvariant, ...]:
    async with open_existing(address) as opened, opened.reading() as connection:
        return await check(connection)
