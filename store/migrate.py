"""Migrates a database to the schema of this version, if it has another one.

The steps need Alembic and SQLAlchemy (`store.migration_steps`), which are not loaded without one.
"""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from store.address import Address
from store.damaged import DamagedRows
from store.errors import EmptyError, OlderError, UnreachableError
from store.files import enable_wal, require_intact
from store.pools import MAINTENANCE_SECONDS, reading_pool
from store.transaction import Connection
from store.versions import current_version, newest_version

WAL_SECONDS = 60.0
"""Seconds that the switch to write-ahead logging waits for other programs."""


async def migrate(address: Address) -> None:
    """Migrate a database to the newest schema.

    A file that does not exist is created, with its folder. Raises `UnreachableError`,
    `CorruptError`, `ForeignError`, `NewerError`, `UnlikeError`, `FullError` or `BusyError`.
    """
    if address.path is not None:
        await asyncio.to_thread(_prepare_file, address)
    async with _looking(address) as connection:
        version = await current_version(connection)
    if version != newest_version():
        from store.migration_steps import apply_steps  # noqa: PLC0415 - a third of a start

        await apply_steps(address)
    if address.path is not None:
        await asyncio.to_thread(enable_wal, address.path, WAL_SECONDS)


async def require_newest(address: Address) -> None:
    """Raises `OlderError`, `EmptyError`, `ForeignError` or `NewerError` unless it is the newest."""
    async with _looking(address) as connection:
        version = await current_version(connection)
    if version is None:
        raise EmptyError(str(address))
    if version != newest_version():
        raise OlderError(str(address))


@asynccontextmanager
async def _looking(address: Address) -> AsyncIterator[Connection]:
    """A transaction that reads a database of any schema."""
    pool = reading_pool(address, MAINTENANCE_SECONDS, DamagedRows())
    try:
        async with pool.transaction(MAINTENANCE_SECONDS) as connection:
            yield connection
    finally:
        await pool.close()


def _prepare_file(address: Address) -> None:
    """Create the folder and a missing file for its owner only; check an existing file."""
    assert address.path is not None  # noqa: S101 - for the type checker: it is called for files
    try:
        address.path.parent.mkdir(parents=True, exist_ok=True)
        # An existing file is left to SQLite: closing it here would drop the locks that this
        # process may have on it (https://sqlite.org/howtocorrupt.html, 2.2).
        if not address.path.exists():
            os.close(os.open(address.path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        reason = error.strerror or "it cannot be made"
        raise UnreachableError(str(address), reason) from error
    require_intact(address.path)
