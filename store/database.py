"""Opens the database and gives out transactions.

SQLite: readers and the one writer have their own connections. A write begins with BEGIN
IMMEDIATE, so it never finds out half-way that somebody else writes, and as there is a single
writing connection, writers of one process queue up in order. The log is written ahead (WAL), so
readers never wait.

Cancelling a task that awaits a statement does not cancel the statement; what was begun may
still land. A transaction lands wholly or not at all, and every write of the store can be
repeated, so whoever is not sure writes again.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TypeAlias

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from store.address import Address, parse_address
from store.engines import migrating_engine, reading_engine, writing_engine
from store.errors import UnreachableError
from store.failures import translated, translated_at_connect
from store.files import require_sound
from store.migrate import take_step

Connection: TypeAlias = AsyncConnection
"""A transaction, as the functions of the store take it."""


@dataclass(frozen=True, slots=True)
class Database:
    """An open database; `open_database` makes it."""

    address: Address
    reader: AsyncEngine
    writer: AsyncEngine

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that sees one state of the database and cannot write.

        Raises a `StoreError` when the database fails.
        """
        async with _transaction(self.reader, self.address) as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that is stored as a whole when the block ends, unless it raises.

        Others wait for it: nothing slow belongs in the block. Raises a `StoreError` when the
        database fails; then nothing of it is stored.
        """
        async with _transaction(self.writer, self.address) as connection:
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
        reader, writer = reading_engine(address), writing_engine(address)
        stack.push_async_callback(_close, reader)
        stack.push_async_callback(_close, writer)
        yield Database(address, reader, writer)


async def migrate(address: Address) -> None:
    """Brings a database to the newest schema; raises as `open_database` does."""
    if address.path is not None:
        await asyncio.to_thread(_prepare, address)
    engine = migrating_engine(address)
    try:
        left = True
        while left:
            async with _transaction(engine, address) as connection:
                left = await connection.run_sync(take_step, str(address))
    finally:
        await _close(engine)


@asynccontextmanager
async def _transaction(engine: AsyncEngine, address: Address) -> AsyncIterator[AsyncConnection]:
    place = str(address)
    with translated(place):
        async with AsyncExitStack() as stack:
            with translated_at_connect(place):
                connection = await stack.enter_async_context(engine.connect())
                await stack.enter_async_context(connection.begin())
            yield connection


async def _close(engine: AsyncEngine) -> None:
    await asyncio.shield(engine.dispose())


def _prepare(address: Address) -> None:
    """Makes the folder of a new file; looks whether an old one is sound."""
    assert address.path is not None  # noqa: S101 - for the type checker: it is called for files
    try:
        address.path.parent.mkdir(parents=True, exist_ok=True)
        exists = address.path.exists()
    except OSError as error:
        reason = error.strerror or "its folder cannot be made"
        raise UnreachableError(str(address), reason) from error
    if exists:
        require_sound(address.path)
