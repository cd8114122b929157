"""A bot that kills itself at a chosen point.

It is the production code with a real database and real connections; only jobs run in a thread
instead of a worker process, because workers are not under test.

A bot records its points after SIGUSR1, or from the start with `BotRun.counting`. It writes the name
of each point to a file before it passes it.
"""

import asyncio
import json
import os
import re
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar
from unittest import mock

import aiohttp
from msgspec import Struct
from msgspec.structs import asdict, replace
from pydantic import SecretStr

from app import main as service
from app.discord_bot import DiscordBot, build_bot
from app.settings import Settings
from bot.answering import interactions
from bot.connection.client import use_api
from service.running.clock import TimeSource
from store.drivers import Fetched, Sent
from store.postgres_driver import PostgresConnection
from store.sqlite_driver import SqliteConnection
from telemetry.logs import configure_logging
from tests.support.sandbox.patient import PATIENCE
from workers.pool import LocalPool, Priority
from workers.process import Worker
from workers.setup import WorkerLimits

Request = TypeVar("Request")
Answer = TypeVar("Answer")
COUNTING = "counting"
"""The line in the file of points that precedes the first one."""


class BotRun(Struct, frozen=True):
    """The options of a bot: a folder for its log, and the address of its database.

    Its clock is `ahead` seconds ahead of system time. `intervals` maps the names of its periodic
    tasks to the maximum interval in seconds. The process kills itself when it is about to pass
    the point `kill_at` for the `kill_count`th time.
    """

    folder: str
    database: str
    api: str
    token: str
    ahead: float
    intervals: Mapping[str, float]
    counting: bool = False
    kill_at: str | None = None
    kill_count: int = 1

    @property
    def points(self) -> Path:
        """The file with the names of the points that were passed, one per line."""
        return Path(self.folder, "points")

    def to_json(self) -> str:
        return json.dumps(asdict(self))


class Points:
    """Records points, and kills its own process at the chosen one."""

    def __init__(self, bot_run: BotRun) -> None:
        self._bot_run = bot_run
        self._file = os.open(bot_run.points, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self._passed: Counter[str] = Counter()
        self._counting = False

    def count(self) -> None:
        """Record points from now on."""
        self._counting = True
        os.write(self._file, f"{COUNTING}\n".encode())

    def pass_(self, name: str) -> None:
        """Record a point, and kill the process if it is the chosen one."""
        if not self._counting:
            return
        self._passed[name] += 1
        os.write(self._file, f"{name}\n".encode())
        if (name, self._passed[name]) == (self._bot_run.kill_at, self._bot_run.kill_count):
            os.kill(os.getpid(), signal.SIGKILL)


def watch_requests(points: Points) -> None:
    """Record a point before each request to Discord and after its answer."""
    original = aiohttp.ClientSession._request

    async def request(self: Any, method: str, url: Any, **options: Any) -> Any:
        path = re.sub(r"/(\d+|[^/]{60,})(?=/|$)", "/*", str(url).partition("/v10")[2])
        name = f"{method} {path.partition('?')[0]}"
        points.pass_(f"before {name}")
        response = await original(self, method, url, **options)
        points.pass_(f"after {name}")
        return response

    aiohttp.ClientSession._request = request  # type: ignore[assignment, method-assign]


def watch_writes(points: Points) -> None:
    """Record points before and after each writing statement and each commit of such statements."""

    def name_of(statement: str) -> str | None:
        found = re.search(r"(?:^|\) )(INSERT INTO|UPDATE|DELETE FROM) (\w+)", statement)
        return f"{found[1]} {found[2]}" if found else None

    def watch(driver: type[SqliteConnection] | type[PostgresConnection]) -> None:
        original_execute, original_commit = driver.execute, driver.commit
        wrote = set[int]()  # connections live as long as the program

        async def execute(self: Any, sent: Sent) -> Fetched:
            name = name_of(sent.sql)
            if name is None:
                return await original_execute(self, sent)
            wrote.add(id(self))
            points.pass_(f"before {name}")
            result = await original_execute(self, sent)
            points.pass_(f"after {name}")
            return result

        async def commit(self: Any) -> None:
            if id(self) not in wrote:
                await original_commit(self)
                return
            wrote.discard(id(self))
            points.pass_("before COMMIT")
            await original_commit(self)
            points.pass_("after COMMIT")

        driver.execute, driver.commit = execute, commit  # type: ignore[method-assign]

    watch(SqliteConnection)
    watch(PostgresConnection)


class InProcessPool(LocalPool):
    """A pool that runs each job in a thread of the bot's process instead of a worker."""

    async def run(
        self,
        job: Callable[[Request], Answer],
        request: Request,
        *,
        person: int,
        priority: Priority = Priority.SLOW,
        on_worker_released: Callable[[float], None] | None = None,
    ) -> Answer:
        def attempt(_: Worker) -> Awaitable[Answer]:
            return asyncio.to_thread(job, request)

        return await self._run(job.__name__, attempt, person, priority, on_worker_released)

    async def _ready(self, worker: Worker) -> None:
        """There is none to be ready."""


def settings_of(bot_run: BotRun) -> Settings:
    return Settings(
        data=Path(bot_run.folder),
        database=SecretStr(bot_run.database),
        solve_seconds=2.0,
        log_format="json",
    )


async def run(bot_run: BotRun) -> None:
    """Run the bot until SIGTERM or its point."""
    settings = settings_of(bot_run)
    points = Points(bot_run)
    watch_requests(points)
    watch_writes(points)
    use_api(bot_run.api)
    if bot_run.counting:
        points.count()
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, points.count)
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    limits = WorkerLimits(seconds=10)

    def now() -> datetime:
        return datetime.now(UTC) + timedelta(seconds=bot_run.ahead)

    def build(*arguments: Any, **options: Any) -> DiscordBot:
        bot = build_bot(*arguments, **options)
        bot.client._connection.guild_ready_timeout = 0.05
        tasks = [
            replace(task, seconds=min(task.seconds, bot_run.intervals[task.name]))
            for task in bot.tasks
            if task.name in bot_run.intervals
        ]
        return replace(bot, tasks=tuple(tasks))

    with (
        mock.patch.object(service, "build_bot", build),
        mock.patch.object(interactions, "LOOKUP_SECONDS", PATIENCE),
    ):
        async with InProcessPool(workers=2, queue=9, per_person=9, limits=limits) as pool:
            await service.run_client(settings, pool, bot_run.token, stop, TimeSource(now))


def main(text: str) -> None:
    """Run the bot of a `BotRun` as JSON; its output is in the file `log` of its folder."""
    bot_run = BotRun(**json.loads(text))
    log = os.open(Path(bot_run.folder, "log"), os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(log, 1)
    os.dup2(log, 2)
    configure_logging("json")
    asyncio.run(run(bot_run))
