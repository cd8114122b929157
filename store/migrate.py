"""Migrates a database to the schema of this version, step by step.

Each step is one transaction that takes a lock before it reads the database's version. Programs that
start at the same time therefore take turns, and one that is killed in the middle of a step leaves
the database as it was before that step.
"""

import asyncio
import os

from sqlalchemy import Connection, text

from store import versions
from store.address import Address
from store.errors import CorruptError, UnreachableError
from store.files import enable_wal, require_intact
from store.schema_transaction import LOCK_SECONDS, schema_transaction
from store.versions import current_version, newest_version

ADVISORY_LOCK = 0x4F75726F
"""The key of the advisory lock in PostgreSQL: "Ouro"."""


async def migrate(address: Address) -> None:
    """Migrate a database to the newest schema.

    A file that does not exist is created, with its folder. Raises `UnreachableError`,
    `CorruptError`, `ForeignError`, `NewerError`, `FullError` or `BusyError`.
    """
    if address.path is not None:
        await asyncio.to_thread(_prepare_file, address)
    left = True
    while left:
        async with schema_transaction(address) as transaction:
            left = await transaction.run(apply_next_step, str(address))
    if address.path is not None:
        await asyncio.to_thread(enable_wal, address.path, LOCK_SECONDS)


async def require_newest(address: Address) -> None:
    """Raises `OlderError`, `ForeignError` or `NewerError` unless the schema is the newest."""
    async with schema_transaction(address, locks=False) as transaction:
        await transaction.run(versions.require_newest, str(address))


def apply_next_step(connection: Connection, place: str) -> bool:
    """Apply the next migration in the connection's transaction; False if there is none.

    The caller begins the transaction, in SQLite with BEGIN IMMEDIATE and without foreign keys (a
    step may rebuild a table), and commits it. Raises `CorruptError` if a row then refers to a
    missing one.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ADVISORY_LOCK})
    if current_version(connection, place) == newest_version():
        return False
    _upgrade_by_one(connection)
    if connection.dialect.name == "sqlite":
        broken = connection.execute(text("PRAGMA foreign_key_check")).first()
        if broken is not None:
            raise CorruptError(place, f"a row of {broken[0]} refers to one that is missing")
    return True


def _upgrade_by_one(connection: Connection) -> None:
    """Apply the next migration by Alembic, which is loaded only when there is one."""
    from alembic import command  # noqa: PLC0415 - it takes a third of the time of a start
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(versions.FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "+1")


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
