"""One row that cannot be read, or that is gone, keeps no loop of a bot from everybody else."""

import ast
import asyncio
import shutil
import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from msgspec import Struct, field

from app.discord_bot import DiscordBot, build_bot
from app.settings import Settings
from play.tracks import Track
from service.generating.daily_generation import DailyGeneration
from service.playing.loaded_attempt import LoadedAttempt
from service.running.clock import TimeSource
from service.running.clock_guard import ClockGuard, ClockWatch
from service.running.rate_limiter import TokenBucket
from service.running.scheduler import PeriodicTask
from service.services import Services
from store.address import file_address, parse_address
from store.database import Database, connect
from store.growth import GROWTH
from store.journals import save_uses
from store.transaction import Connection
from tests.support.clock import Clock
from tests.support.fixtures.services import now, pool
from tests.support.packages import modules
from tests.support.prepared import PreparedDatabases
from tests.support.store.damage import DAMAGED, Damage, damage
from tests.support.store.everybody import NOW, PEOPLE, fill
from tests.support.store.tables import ask, tables_in, tell
from web.server import PageServer, PageSite
from workers.pool import LocalPool

__all__ = ["now", "pool"]

SERVED = (
    "look for changes",
    "plan posts",
    "read journals",
    "send messages",
)
"""The loops that do something for each person or server."""
OTHERS = {
    "close dailies": "decodes no row",
    "delete expired rows": "decodes no row",
    "delete unused puzzles": "decodes no row",
    "end untouched boards": "ends nothing that was drawn on within two weeks",
    "forget left servers": "does nothing until the bot left a server",
    "generate dailies": "makes what is missing for everybody",
    "heartbeat": "stores that the bot is there",
    "learn pars": "learns once from all that is stored",
    "renew the lease": "is of this process",
    "save quotas": "stores what this process counted",
    "use the cluster": "reads no row",
    "watch the clock": "reads no row",
}
"""All other loops, and why nobody is served by a run of them."""
MAKERS = frozenset({"PeriodicTask", "by_clock"})
"""What makes periodic tasks in the code."""


class World(Struct, frozen=True):
    """A bot whose messages go nowhere, and the people for whom each loop has done its work."""

    database: Database
    services: Services
    bot: DiscordBot
    page: PageServer
    watch: ClockWatch
    served: defaultdict[str, set[int]] = field(default_factory=lambda: defaultdict(set))

    @property
    def tasks(self) -> list[PeriodicTask]:
        """All loops of a bot except that of a cluster, which reads nothing."""
        look = PeriodicTask("look for changes", 1, self.page.look)
        watching = self.watch.task(self.bot.client.connected)
        return [watching, self.services.processes.renewal, look, *self.bot.tasks]

    async def run(self, task: PeriodicTask) -> None:
        """Run a task once, until it has sent what it sends."""
        if task.name != "watch the clock":
            await task.run()
        await asyncio.gather(*self.bot.delivery.lines)

    async def run_all(self) -> None:
        for task in self.tasks:
            await self.run(task)


Opened = Callable[[Path], Any]


@pytest.fixture
async def world_file(tmp_path: Path, prepared_databases: PreparedDatabases) -> Path:
    """A database with rows of everybody in all tables."""
    file = tmp_path / "ouro.db"
    await prepared_databases.provide("everybody", fill, file_address(file))
    return file


@pytest.fixture
def opened(now: Clock, pool: LocalPool, monkeypatch: pytest.MonkeyPatch) -> Opened:
    """Opens a world on a file."""

    @asynccontextmanager
    async def opened(file: Path) -> AsyncIterator[World]:
        async with connect(parse_address(file_address(file))) as database:
            yield world_on(database, pool, now, monkeypatch)

    return opened


def world_on(
    database: Database, pool: LocalPool, now: Clock, monkeypatch: pytest.MonkeyPatch
) -> World:
    services = Services(Settings().of_services, pool, database, now)
    plenty = TokenBucket(1000, clock=lambda: 0.0)
    monkeypatch.setattr("app.discord_bot.DividedBucket", lambda *_: plenty)
    monkeypatch.setattr("service.learning.gaps.BATCH", len(PEOPLE))
    guard = ClockGuard(TimeSource(now))
    bot = build_bot(Settings(), services, database, pool.metrics, guard)
    site = PageSite(frozenset)
    page = PageServer(site, services, {})

    async def nothing() -> None:
        pass

    world = World(database, services, bot, page, ClockWatch(guard, nothing))
    for number in PEOPLE:
        services.attempts.watchers.watch(number, 1, noting(world.served["look for changes"]))
    send_nowhere(world, monkeypatch)
    return world


def noting(served: set[int]) -> Callable[[LoadedAttempt | None], None]:
    def note(loaded: LoadedAttempt | None) -> None:
        if loaded is not None:
            served.add(loaded.attempt.id)

    return note


def send_nowhere(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Discord take every message, and the generator every daily."""
    client, served = world.bot.client, world.served

    async def direct(person: Any) -> Any:
        return channel(served["send messages"], person.id)

    def posted(number: int, **_: object) -> Any:
        return channel(served["send messages"], number)

    async def save(connection: Connection, attempt_id: int, uses: str | None) -> None:
        served["read journals"].add(attempt_id)
        await save_uses(connection, attempt_id, uses)

    async def generate(_: DailyGeneration, day: date, track: Track, __: object) -> None:
        served["generate dailies"].add(100 * (day - NOW.date()).days + [*Track].index(track))

    monkeypatch.setattr(client, "create_dm", direct)
    monkeypatch.setattr(client, "get_partial_messageable", posted)

    def partial(number: int, *_: object, **__: object) -> Any:
        return webhook(served["send messages"], number)

    monkeypatch.setattr(discord.Webhook, "partial", partial)
    monkeypatch.setattr(DailyGeneration, "generate", generate)
    monkeypatch.setattr("store.journals.save_uses", save)


def channel(served: set[int], number: int) -> Any:
    """A channel that takes everything."""

    async def take(**_: object) -> Any:
        served.add(number)
        return SimpleNamespace(id=number, channel=SimpleNamespace(id=number))

    return SimpleNamespace(send=take)


def webhook(served: set[int], number: int) -> Any:
    """The webhook of an interaction whose answer is edited."""

    async def edit(*_: object, **__: object) -> Any:
        served.add(number)
        return SimpleNamespace(id=number)

    return SimpleNamespace(edit_message=edit)


async def note_planned(world: World) -> None:
    """Count servers whose next posts are planned as served."""
    async with world.database.reading() as connection:
        rows = await ask(
            connection, "SELECT server_id FROM outbox WHERE key LIKE :posts", posts="daily:%:hard"
        )
    world.served["plan posts"] = {server for (server,) in rows}


def names_in_code() -> set[str]:
    """The names of all periodic tasks that the code makes."""
    found = set[str]()
    files = [
        file for package in ("app", "bot", "service", "web", "batch") for file in modules(package)
    ]
    for file in files:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and node.args:
                first, maker = node.args[0], ast.unparse(node.func).rpartition(".")[2]
                if maker in MAKERS and isinstance(first, ast.Constant):
                    found.add(str(first.value))
    return found


async def test_everybody_is_served(opened: Opened, world_file: Path) -> None:
    with closing(sqlite3.connect(world_file)) as raw:
        for name in tables_in(world_file).keys() | GROWTH.keys():
            [(rows,)] = raw.execute(f"SELECT count(*) FROM {name}")  # noqa: S608 - ours
            assert rows == len(PEOPLE), name
    async with opened(world_file) as world:
        assert {task.name for task in world.tasks} == names_in_code() - {"use the cluster"}
        assert names_in_code() == {*SERVED, *OTHERS}
        await world.run_all()
        await note_planned(world)
    for name in SERVED:
        assert world.served[name] == {*PEOPLE}, name


@pytest.mark.parametrize(
    ("damaged_tables", "kind"),
    [
        pytest.param([*GROWTH], None, id="all"),
        *(
            pytest.param([table], kind, id=f"{table}-{kind.name}", marks=pytest.mark.long)
            for table in GROWTH
            for kind in Damage
        ),
    ],
)
async def test_a_damaged_row_costs_nobody_else(
    opened: Opened, world_file: Path, damaged_tables: list[str], kind: Damage | None
) -> None:
    """In each table, one value of each column is damaged; each loop goes on."""
    found = tables_in(world_file)
    for table in damaged_tables:
        damage(world_file, found[table], kind)
    async with opened(world_file) as world:
        for _ in range(2):
            await world.run_all()
        await note_planned(world)
    for name in SERVED:
        assert world.served[name] >= {*PEOPLE} - {*DAMAGED}, name


class LeavingDatabase(Database, frozen=True):
    """A database from which one more person and server is gone before each transaction."""

    leaving: list[int]

    @asynccontextmanager
    async def reading(self, *, single: bool = False) -> AsyncIterator[Connection]:
        await self._leave()
        async with Database.reading(self, single=single) as connection:
            yield connection

    @asynccontextmanager
    async def writing(self, seconds: float = 30) -> AsyncIterator[Connection]:
        await self._leave()
        async with Database.writing(self, seconds) as connection:
            yield connection

    async def _leave(self) -> None:
        if self.leaving:
            number = self.leaving.pop()
            async with Database.writing(self) as connection:
                for table in ("players", "servers", "attempts"):
                    await tell(connection, f"DELETE FROM {table} WHERE id = :id", id=number)  # noqa: S608
                await tell(connection, "DELETE FROM outbox WHERE person_id = :id", id=number)
                await tell(
                    connection, "DELETE FROM web_sessions WHERE hash = :hash", hash=bytes([number])
                )


async def test_who_leaves_between_read_and_write_costs_nobody_else(
    world_file: Path,
    now: Clock,
    pool: LocalPool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each loop is run anew, on a database that somebody leaves before each transaction."""
    leaving = [*PEOPLE[10:]]
    staying = {*PEOPLE} - {*leaving}
    done: dict[str, set[int]] = {}
    for place in range(len(await names_of_tasks(world_file, now, pool, monkeypatch))):
        file = world_file.with_name(f"{place}.db")
        shutil.copyfile(world_file, file)
        async with connect(parse_address(file_address(file))) as plain:
            database = LeavingDatabase(
                plain.address, plain.reader, plain.writer, plain.damaged, [*leaving]
            )
            world = world_on(database, pool, now, monkeypatch)
            task = world.tasks[place]
            await world.run(task)
            if task.name == "plan posts":
                await note_planned(world)
            done[task.name] = world.served[task.name]
    for name in SERVED:
        assert done[name] >= staying, name


async def names_of_tasks(
    file: Path, now: Clock, pool: LocalPool, monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    async with connect(parse_address(file_address(file))) as database:
        return [task.name for task in world_on(database, pool, now, monkeypatch).tasks]
