"""Two use cases that meet in PostgreSQL: the second runs while the first stands still."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, TypeAlias

import pytest
from msgspec import Struct, field

from store.database import Database
from store.drivers import Fetched, Sent
from store.transaction import Connection, TransactionPool
from tests.support.clock import Clock
from tests.support.store.everybody import NOW, row
from tests.support.store.tables import Table, ask, tables, tell

Work: TypeAlias = Callable[[], Awaitable[Any]]

FIRST = (
    "puzzles",
    "dailies",
    "players",
    "servers",
    "attempts",
    "drafts",
    "races",
    "published",
    "web_sessions",
)
"""The tables to which others refer, in an order in which they can be filled."""
KEPT = "kept"
"""The schema with copies of all tables."""
PERSON_COLUMNS = frozenset({"player_id", "person_id", "subject_id"})
NAMED: Mapping[str, set[str]] = MappingProxyType({"players": {"id"}, "deletions": set()})
"""The columns with the IDs of people, in tables where they are others."""
LONGEST = 30.0
"""Seconds after which a use case that neither ends nor waits for a lock has failed."""
WRITING = re.compile("INSERT|UPDATE|DELETE")
GATE: ContextVar["Gate | None"] = ContextVar("gate", default=None)


class TickingClock(Clock):
    """A clock that tells a later instant each time."""

    def __call__(self) -> datetime:
        self.time += timedelta(milliseconds=1)
        gate = GATE.get()
        if gate is not None and not gate.transactions:
            gate.told = self.time
        return self.time


class Gate(Struct, eq=False):
    """Stops a use case before its statement number `at`, and notes its statements.

    `began` is what the clock told last before the last transaction that writes.
    """

    at: int = 0
    sent: list[str] = field(default_factory=list)
    transactions: int = 0
    told: datetime = NOW
    began: datetime = NOW
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    opened: asyncio.Event = field(default_factory=asyncio.Event)


class Ended(Struct, frozen=True):
    """How a use case ended, and when its last change began."""

    began: datetime
    error: Exception | None = None

    def __str__(self) -> str:
        return "done" if self.error is None else f"{type(self.error).__name__}: {self.error}"


def gate_statements(patch: pytest.MonkeyPatch) -> None:
    """Let the gate of a task stop it before a statement."""
    plain, begin = Connection.execute, TransactionPool.transaction

    @asynccontextmanager
    async def transaction(
        self: TransactionPool, seconds: float, **how: bool
    ) -> AsyncIterator[Connection]:
        gate = GATE.get() or Gate()
        gate.transactions += 1
        try:
            async with begin(self, seconds, **how) as connection:
                yield connection
        finally:
            gate.transactions -= 1

    async def execute(self: Connection, sent: Sent) -> Fetched:
        gate = GATE.get()
        if gate is not None:
            gate.sent.append(sent.sql)
            if WRITING.match(sent.sql):
                gate.began = gate.told
            if len(gate.sent) == gate.at:
                gate.reached.set()
                await gate.opened.wait()
        return await plain(self, sent)

    patch.setattr(Connection, "execute", execute)
    patch.setattr(TransactionPool, "transaction", transaction)


async def ending(work: Work, gate: Gate) -> Ended:
    """Run a use case to its end, in a task of its own."""
    GATE.set(gate)
    try:
        await work()
    except Exception as error:
        return Ended(gate.began, error)
    return Ended(gate.began)


@asynccontextmanager
async def nothing_left(gate: Gate) -> AsyncIterator[None]:
    """Await what use cases leave to be done later."""
    before = asyncio.all_tasks()
    yield
    gate.opened.set()
    if left := asyncio.all_tasks() - before:
        await asyncio.wait(left)


async def meet(one: Work, other: Work, at: int, watcher: Database) -> tuple[Ended, Ended] | None:
    """How two use cases end, the second of which runs before statement `at` of the first.

    The second runs until it ends or waits for a lock, then the first goes on. None if the first
    has no such statement.
    """
    gate = Gate(at)
    async with asyncio.timeout(LONGEST), nothing_left(gate):
        first = asyncio.create_task(ending(one, gate))
        reached = asyncio.create_task(gate.reached.wait())
        await asyncio.wait([first, reached], return_when=asyncio.FIRST_COMPLETED)
        if first.done():
            reached.cancel()
            return None
        second = asyncio.create_task(ending(other, Gate()))
        await asyncio.wait([second], timeout=0.004)
        while not second.done() and not await _is_waiting(watcher):
            await asyncio.wait([second], timeout=0.002)
        gate.opened.set()
        return await first, await second


async def _is_waiting(watcher: Database) -> bool:
    """Whether a transaction of the database waits for a lock."""
    sql = """SELECT 1 FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND datname = current_database()"""
    async with watcher.reading() as connection:
        return bool(await ask(connection, sql))


class World(Struct, frozen=True):
    """A database whose rows are put back: the statements that do so, and that find a person's."""

    fill: str
    find: str

    @classmethod
    async def kept(cls, connection: Connection, people: Sequence[int], changes: str) -> "World":
        """Keep rows of some people in all tables, with some changes."""
        found = await tables(connection)
        names = sorted(found, key=lambda name: (*FIRST, name).index(name))
        for name in names:
            await _add_rows(connection, found[name], people)
        for statement in filter(str.strip, changes.split(";")):
            await tell(connection, statement)
        copies = [f"CREATE TABLE {KEPT}.{name} AS TABLE {name}" for name in names]
        await tell(connection, "; ".join([f"CREATE SCHEMA {KEPT}", *copies]))
        emptied = [f"DELETE FROM {name}" for name in reversed(names)]  # noqa: S608
        filled = [f"INSERT INTO {name} SELECT * FROM {KEPT}.{name}" for name in names]  # noqa: S608
        return cls("; ".join(emptied + filled), " UNION ".join(map(_finding, found.values())))

    async def put_back(self, database: Database) -> None:
        """Replace the rows of all tables with those that are kept."""
        async with database.writing() as connection:
            await tell(connection, self.fill)

    async def of_person(self, connection: Connection, person: int) -> list[str]:
        """The tables with rows of a person, but for `deletions`."""
        return [name for (name,) in await ask(connection, self.find, person=person)]


async def _add_rows(connection: Connection, table: Table, people: Sequence[int]) -> None:
    names = [column.name for column in table.columns]
    sql = f"INSERT INTO {table.name} ({', '.join(names)}) VALUES (:{', :'.join(names)})"  # noqa: S608
    for number in people:
        await tell(connection, sql, row(table, number))
    if "id" in names and table.name not in {"players", "servers", "processes"}:
        await ask(connection, f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), 1000)")


def _finding(table: Table) -> str:
    """What finds out whether a table has rows of a person."""
    names = {column.name for column in table.columns} & PERSON_COLUMNS
    if table.name in NAMED:
        names = NAMED[table.name]
    where = " OR ".join(f"{name} = :person" for name in sorted(names)) or "FALSE"
    return f"SELECT '{table.name}' AS name FROM {table.name} WHERE {where}"  # noqa: S608
