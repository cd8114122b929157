"""One row that cannot be read loses itself alone, whatever a person asks for."""

import json
import shutil
import sqlite3
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import pytest

from app.settings import Settings
from service.errors import SecretPuzzle
from service.people.personal_data import Export
from service.services import Services
from solver.explain.techniques import PRACTISED
from store import privacy
from store.address import file_address, parse_address
from store.database import Database, connect
from store.transaction import Connection
from tests.support.clock import Clock
from tests.support.faults.use_cases import EXPECTED, UNCALLED, bound, use_cases, values
from tests.support.fixtures.services import now, pool, run_here
from tests.support.prepared import PreparedDatabases
from tests.support.store.damage import Damage, damage
from tests.support.store.everybody import NOW, RACE_CHANNELS, fill
from tests.support.store.tables import tables_in, tell
from workers.errors import Busy, BusyReason
from workers.pool import LocalPool, Priority

__all__ = ["now", "pool"]

ADA = 38
"""A person none of whose rows is damaged."""
TOGETHER = """
UPDATE attempts SET ranked = TRUE, seconds = 60;
UPDATE members SET server_id = :ada;
UPDATE races SET channel_id = :channel;
UPDATE activity_boards SET instance = (SELECT instance FROM activity_boards LIMIT 1);
UPDATE outages SET ended_at = '2026-11-21 11:00:00.000000'
"""
"""Lets everybody be in one server, channel and instance, with a ranked daily."""
ALONE = """
UPDATE attempts SET (day, track) =
    (SELECT day, track FROM dailies WHERE dailies.puzzle_id = attempts.puzzle_id);
UPDATE attempts SET day = NULL, track = NULL WHERE id % 4 = 3;
UPDATE attempts SET ranked = TRUE, seconds = 60 WHERE id % 2 = 0;
UPDATE attempts SET solved_at = NULL, seconds = NULL WHERE id % 4 = 1;
UPDATE journals SET uses = '{}';
UPDATE attempts SET player_id = :ada;
UPDATE drafts SET player_id = :ada;
UPDATE skills SET player_id = :ada;
UPDATE web_links SET player_id = :ada;
UPDATE web_sessions SET player_id = :ada;
UPDATE activity_boards SET player_id = :ada;
UPDATE racers SET player_id = :ada;
UPDATE members SET player_id = :ada;
UPDATE quotas SET subject_id = :ada
"""
"""Lets one person have everything."""


WAITING = """
UPDATE attempts SET day = NULL, track = NULL WHERE id > 1;
UPDATE attempts SET solved_at = NULL, seconds = NULL;
UPDATE races SET started_at = NULL;
INSERT INTO racers
    SELECT :ada, player_id, joined_at FROM racers LIMIT 3
"""
"""Lets boards be unfinished, and races wait for people."""


class UndoneError(Exception):
    """Ends a transaction."""


class UnchangedDatabase(Database, frozen=True):
    """A database in which nothing is stored: each request finds the same rows."""

    @asynccontextmanager
    async def writing(self, seconds: float = 30) -> AsyncIterator[Connection]:
        with suppress(UndoneError):
            async with Database.writing(self, seconds) as connection:
                yield connection
                raise UndoneError


def filled(value: Any) -> set[str]:
    """The parts of an answer that have several parts and are not empty."""
    if isinstance(value, Export):
        return {name for name, rows in json.loads(value.data).items() if rows}
    names = getattr(value, "__struct_fields__", ())
    parts = {"": value} | {name: getattr(value, name) for name in names}
    return {
        name
        for name, part in parts.items()
        if isinstance(part, Collection) and not isinstance(part, str | bytes) and part
    }


async def outcomes(file: Path, pool: LocalPool, now: Clock) -> dict[str, Any]:
    """What Ada gets for everything that she can ask for: an error, or the parts of an answer."""
    found: dict[str, Any] = {}
    async with connect(parse_address(file_address(file))) as plain:
        database = UnchangedDatabase(plain.address, plain.reader, plain.writer, plain.damaged)
        services = Services(Settings().of_services, pool, database, now)
        known = await values(services, ADA)
        for name, method in use_cases(services):
            if name in UNCALLED:
                continue
            given = bound(method, known)
            try:
                found[name] = filled(await method(*given.args, **given.kwargs))
            except Exception as error:
                found[name] = f"{type(error).__name__}: {error}"
    return found


@pytest.fixture
def quick_pool(pool: LocalPool, monkeypatch: pytest.MonkeyPatch) -> LocalPool:
    """A pool that has no room for jobs that take long."""

    async def run(*arguments: Any, priority: Priority = Priority.SLOW, **options: Any) -> Any:
        if priority is not Priority.QUICK:
            raise Busy(BusyReason.QUEUE)
        return await run_here(*arguments, priority=priority, **options)

    monkeypatch.setattr(pool, "run", run)
    return pool


async def prepare(file: Path, prepared: PreparedDatabases, rows: str) -> None:
    """A database with rows of everybody in all tables, and what a script changes of them."""
    await prepared.provide("everybody", fill, file_address(file))
    with closing(sqlite3.connect(file)) as raw:
        for statement in rows.split(";"):
            raw.execute(statement, {"ada": ADA, "channel": RACE_CHANNELS + ADA})
        names = [(each.name, number) for number, each in enumerate(PRACTISED, start=1)]
        raw.executemany("UPDATE skills SET technique = ? WHERE rowid = ?", names)
        raw.commit()


@pytest.mark.parametrize("rows", [TOGETHER, ALONE], ids=["together", "alone"])
@pytest.mark.parametrize(
    "kind",
    [None, *(pytest.param(kind, marks=pytest.mark.long, id=kind.name) for kind in Damage)],
)
async def test_a_damaged_row_costs_no_request(
    tmp_path: Path,
    prepared_databases: PreparedDatabases,
    quick_pool: LocalPool,
    now: Clock,
    *,
    rows: str,
    kind: Damage | None,
) -> None:
    """Nothing that a person asks for fails, and no list is empty, for rows of others of it."""
    file = tmp_path / "ouro.db"
    await prepare(file, prepared_databases, rows)
    expected = await outcomes(file, quick_pool, now)
    all_tables = [[*tables_in(file).values()]]
    for tables in all_tables if kind is None else [[table] for table in all_tables[0]]:
        broken = Path(shutil.copyfile(file, tmp_path / "broken.db"))
        for table in tables:
            damage(broken, table, kind)
        found = await outcomes(broken, quick_pool, now)
        for name, before in expected.items():
            after = found[name]
            same = after == before
            same |= isinstance(before, set) and isinstance(after, set) and after >= before
            # All puzzles here are copies of one, which a race is about that was over.
            same |= isinstance(after, str) and after.startswith(SecretPuzzle.__name__)
            same |= name == "drafts.go_on" and after == set()  # the board of that puzzle
            assert same, (name, after, before, *(table.name for table in tables))


REMOVED: Mapping[str, Sequence[str]] = {
    "person": (),
    "server": ("due_posts", "servers"),
    "board": ("activity_boards", "web_sessions", "web_links", "journals", "attempts"),
    "race": ("racers", "races"),
    "draft": ("drafts",),
    "puzzle": ("attempts", "races", "dailies", "puzzles"),
    "storm": ("storms", "last_storms"),
}
"""What is removed of Ada at once: everything, or her rows of some tables."""


class LosingDatabase(Database, frozen=True):
    """A database from which something of Ada is gone before one transaction.

    `before` has the number of transactions until then, or nothing.
    """

    what: str
    before: list[int]

    @asynccontextmanager
    async def reading(self, *, single: bool = False) -> AsyncIterator[Connection]:
        await self._lose()
        async with Database.reading(self, single=single) as connection:
            yield connection

    @asynccontextmanager
    async def writing(self, seconds: float = 30) -> AsyncIterator[Connection]:
        await self._lose()
        async with Database.writing(self, seconds) as connection:
            yield connection

    async def _lose(self) -> None:
        if not self.before:
            return
        self.before[0] -= 1
        if self.before[0] > 0:
            return
        self.before.clear()
        async with Database.writing(self) as connection:
            if self.what == "person":
                await privacy.forget(connection, ADA, NOW)
            for name in REMOVED[self.what]:
                await tell(connection, f"DELETE FROM {name} WHERE rowid = :ada", ada=ADA)  # noqa: S608


@pytest.mark.long
@pytest.mark.parametrize("what", REMOVED)
async def test_what_is_deleted_between_reads_and_writes_is_gone(
    tmp_path: Path,
    prepared_databases: PreparedDatabases,
    quick_pool: LocalPool,
    now: Clock,
    what: str,
) -> None:
    """Each use case, with a deletion before each of its transactions, is done or refused."""
    file, copy = tmp_path / "ouro.db", tmp_path / "copy.db"
    await prepare(file, prepared_databases, WAITING)

    async def lost(name: str, before: int) -> bool:
        """Whether a use case has so many transactions; it raises what is not expected."""
        shutil.copyfile(file, copy)
        async with connect(parse_address(file_address(copy))) as plain:
            counter: list[int] = []
            database = LosingDatabase(
                plain.address, plain.reader, plain.writer, plain.damaged, what, counter
            )
            services = Services(Settings().of_services, quick_pool, database, now)
            method = dict(use_cases(services))[name]
            given = bound(method, await values(services, ADA))
            counter.append(before)
            with suppress(*EXPECTED):
                await method(*given.args, **given.kwargs)
            return not counter

    async with connect(parse_address(file_address(file))) as plain:
        names = dict(use_cases(Services(Settings().of_services, quick_pool, plain, now)))
    for name in names.keys() - UNCALLED:
        before = 1
        while await lost(name, before):
            before += 1
