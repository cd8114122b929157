"""What `ouro db` does; `cli.commands.db` has its commands, which import this when they run."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from app.errors import StartError
from app.settings import load_settings
from cli.errors import UsageError
from store import restoration
from store.address import Address, parse_address
from store.backup import back_up, restore
from store.check import BrokenInvariant, check
from store.database import connect, migrate
from store.errors import BadAddressError
from store.migrate import newest_version, require_newest


def upgrade(database: str | None) -> str:
    """Migrates the database; returns what to say."""
    address = address_of(database)
    asyncio.run(migrate(address))
    return f"The database {address} has schema {newest_version()}."


def copy_to(file: Path, database: str | None) -> str:
    """Backs the database up; returns what to say."""
    address = address_of(database)
    back_up(address, file)
    return f"The database {address} is backed up in {file}."


def bring_back(file: Path, database: str | None) -> str:
    """Restores a backup; returns what to say."""
    address = address_of(database)
    restore(file, address, datetime.now(UTC))
    return f"The database {address} is restored from {file}."


def mark_restored(database: str | None) -> str:
    """Notes that a database was restored by other means; returns what to say."""
    address = address_of(database)
    asyncio.run(_mark_restored(address))
    return f"The database {address} is marked as restored now: nothing is sent twice."


async def _mark_restored(address: Address) -> None:
    if address.path is not None and not address.path.exists():
        raise UsageError(f"There is no database {address}.")
    async with connect(address) as opened:
        async with opened.reading() as connection:
            await connection.run_sync(require_newest, str(address))
        async with opened.writing() as connection:
            await restoration.mark(connection, datetime.now(UTC))


def findings(database: str | None) -> tuple[BrokenInvariant, ...]:
    """What does not hold in the database."""
    return asyncio.run(_check(address_of(database)))


def address_of(database: str | None) -> Address:
    """The database that was named, or else the one in the settings."""
    try:
        return parse_address(database or load_settings().database_address)
    except (StartError, BadAddressError) as error:
        raise UsageError(str(error)) from None


async def _check(address: Address) -> tuple[BrokenInvariant, ...]:
    if address.path is not None and not address.path.exists():
        raise UsageError(f"There is no database {address}.")
    async with connect(address) as opened, opened.reading() as connection:
        await connection.run_sync(require_newest, str(address))
        return await check(connection)
