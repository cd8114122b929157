"""Opens the database and gives out transactions.

SQLite: readers and the one writer have their own connections. A write begins with BEGIN
IMMEDIATE, so it never finds out half-way that somebody else writes, and as there is a single
writing connection, writers of one process queue up in order. The log is written ahead (WAL), so
readers never wait.

A transaction is stored wholly or not at all, also when the task is cancelled or the program
killed; a cancelled one may still have been stored. Every write of the store can be repeated, so
whoever is not sure writes again.
"""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from store.address import Address, parse_address
from store.engines import MIGRATION_SECONDS, migrating_pool, reading_pool, writing_pool
from store.errors import UnreachableError
from store.files import enable_wal, require_intact
from store.migrate import apply_next_step
from store.transaction import Connection, TransactionPool


@dataclass(frozen=True, slots=True)
class Database:
    """An open database; `open_database` makes it."""

    address: Address
    reader: TransactionPool
    writer: TransactionPool

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Connection]:
        """A transaction that sees one state of the database and cannot write.

        Raises a `StoreError` when the database fails.
        """
        async with self.reader.transaction() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Connection]:
        """A transaction that is stored as a whole when the block ends, unless it raises.

        Others wait for it: nothing slow belongs in the block. Raises a `StoreError` when the
        database fails; then nothing of it is stored.
        """
        async with self.writer.transaction() as connection:
            yield connection


@asynccontextmanager
async def open_database(address: str) -> AsyncIterator[Database]:
    """Opens `sqlite:///FILE` or `postgresql://…`, migrates it and closes it in the end.

    A file that does not exist is made, with its folder. Raises `BadAddressError`,
    `UnreachableError`, `CorruptError`, `ForeignError`, `NewerError`, `FullError` or `BusyError`;
    then nothing of what was there has been changed.
    """
    place = parse_address(address)
    await migrate(place)
    async with connect(place) as database:
        yield database


@asynccontextmanager
async def connect(address: Address) -> AsyncIterator[Database]:
    """Opens a database as it is, whatever its schema."""
    async with AsyncExitStack() as stack:
        reader, writer = reading_pool(address), writing_pool(address)
        stack.push_async_callback(reader.close)
        stack.push_async_callback(writer.close)
        yield Database(address, reader, writer)


async def migrate(address: Address) -> None:
    """Brings a database to the newest schema; raises as `open_database` does."""
    if address.path is not None:
        await asyncio.to_thread(_prepare_file, address)
    pool = migrating_pool(address)
    try:
        left = True
        while left:
            async with pool.transaction() as connection:
                left = await connection.run_sync(apply_next_step, str(address))
    finally:
        await pool.close()
    if address.path is not None:
        await asyncio.to_thread(enable_wal, address.path, MIGRATION_SECONDS)


def _prepare_file(address: Address) -> None:
    """Makes the folder and a new file for its owner alone; looks whether an old one is sound."""
    assert address.path is not None  # noqa: S101 - for the type checker: it is called for files
    try:
        address.path.parent.mkdir(parents=True, exist_ok=True)
        # One that is there is left to SQLite: closing it here would drop the locks that this
        # process may have on it (https://sqlite.org/howtocorrupt.html, 2.2).
        if not address.path.exists():
            os.close(os.open(address.path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        reason = error.strerror or "it cannot be made"
        raise UnreachableError(str(address), reason) from error
    require_intact(address.path)
