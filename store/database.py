"""Opens the database and provides transactions.

SQLite: readers and the single writer have separate connections. A write begins with BEGIN
IMMEDIATE, so it never finds another writer half-way. As there is a single writing connection,
writers of one process queue in order, and those that waited are committed together
(`store.group_commit`). The log is written ahead (WAL), so readers never wait.

A transaction is committed as a whole or not at all, also when the task is cancelled or the program
is killed; a cancelled one may have been committed. Every write of the store is idempotent, so it
can be repeated if its outcome is unknown.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Concatenate, ParamSpec, TypeVar

from msgspec import Struct

from store.address import Address, parse_address
from store.damaged import DamagedRows
from store.deadlines import QUEUE_SECONDS, seconds_to_begin
from store.errors import ConflictError, StoreError
from store.migrate import migrate
from store.pools import STATEMENT_SECONDS, reading_pool, writing_pool
from store.transaction import Connection, TransactionPool

Given = ParamSpec("Given")
Result = TypeVar("Result")


class Database(Struct, frozen=True):
    """An open database; `open_database` creates it. `damaged` gets rows that cannot be read."""

    address: Address
    reader: TransactionPool
    writer: TransactionPool
    damaged: DamagedRows

    @asynccontextmanager
    async def reading(self, *, single: bool = False) -> AsyncIterator[Connection]:
        """A read-only transaction on one snapshot of the database.

        One that is `single` has one statement only. Raises a `StoreError` when the database fails.
        """
        async with self.reader.transaction(QUEUE_SECONDS, single=single) as connection:
            yield connection

    @asynccontextmanager
    async def writing(self, seconds: float = QUEUE_SECONDS) -> AsyncIterator[Connection]:
        """A transaction that is committed when the block ends, unless it raises.

        Other writers wait for it, so the block must not contain anything slow. Raises a
        `StoreError` when the database fails, and `QueueFullError` if it does not begin in
        `seconds`; then nothing is stored.
        """
        async with self.writer.transaction(seconds) as connection:
            yield connection

    async def read(
        self,
        work: Callable[Concatenate[Connection, Given], Awaitable[Result]],
        *given: Given.args,
        **named: Given.kwargs,
    ) -> Result:
        """The result of `work` with a transaction of `reading`, and what it is given beside it."""
        async with self.reading() as connection:
            return await work(connection, *given, **named)

    async def write(self, work: Callable[[Connection], Awaitable[Result]]) -> Result:
        """The result of `work` in a transaction of `writing`, which is committed then.

        If the database undoes the transaction because of a concurrent one, `work` is called once
        more in a new transaction; so it must have no effect but its statements. Raises what `work`
        raises, after storing what it `kept`, and a `StoreError` when the database fails,
        `ConflictError` after a second conflict.
        """
        try:
            return await self._write(work)
        except ConflictError:
            return await self._write(work)

    async def _write(self, work: Callable[[Connection], Awaitable[Result]]) -> Result:
        kept: Sequence[Callable[[Connection], Awaitable[None]]] = ()
        try:
            async with self.writing(seconds_to_begin()) as connection:
                kept = connection.kept
                return await work(connection)
        except StoreError:
            raise
        except Exception:
            for keep in kept:
                async with self.writing() as connection:
                    await keep(connection)
            raise


@asynccontextmanager
async def open_database(address: str) -> AsyncIterator[Database]:
    """Open `sqlite:///FILE` or `postgresql://…`, migrate it, and close it when the block ends.

    A file that does not exist is created, with its folder. Raises `BadAddressError`,
    `UnreachableError`, `CorruptError`, `ForeignError`, `NewerError`, `FullError` or `BusyError`;
    then the existing database is unchanged.
    """
    place = parse_address(address)
    await migrate(place)
    async with connect(place) as database:
        yield database


@asynccontextmanager
async def connect(
    address: Address, *, statement_seconds: float = STATEMENT_SECONDS
) -> AsyncIterator[Database]:
    """Open a database without migrating it, whatever its schema.

    A statement that PostgreSQL does not end in `statement_seconds` fails.
    """
    async with AsyncExitStack() as stack:
        damaged = DamagedRows()
        reader = reading_pool(address, statement_seconds, damaged)
        writer = writing_pool(address, statement_seconds, damaged)
        stack.push_async_callback(reader.close)
        stack.push_async_callback(writer.close)
        yield Database(address, reader, writer, damaged)
