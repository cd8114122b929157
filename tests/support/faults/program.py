"""A bot that kills itself at a chosen point of `tests.support.faults.points`.

It is the production code with a real database and real connections; only jobs run in a thread
instead of a worker process, because workers are not under test.

After SIGUSR1 it writes the name of each point that it passes to the file `points` of its folder,
and kills itself at the one that the file `armed` names, if there is one. Its clock is as many
seconds ahead of system time as the file `ahead` says.
"""

import asyncio
import contextlib
import json
import mmap
import os
import signal
import struct
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar
from unittest import mock

from msgspec import Struct
from msgspec.structs import asdict, replace
from pydantic import SecretStr

from app import main as service
from app.discord_bot import DiscordBot, build_bot
from app.settings import Settings
from bot.answering import interactions
from bot.connection import outgoing
from bot.connection.client import use_api
from bot.races.messages import RaceMessages
from service.playing import races
from service.running.clock import TimeSource, steady_seconds
from telemetry.logs import configure_logging
from tests.support.faults.points import places
from tests.support.sandbox.patient import PATIENCE
from workers.errors import Busy, BusyReason
from workers.messages import Request as PackedRequest
from workers.pool import Fetch, LocalPool, Priority
from workers.process import Worker
from workers.setup import WorkerLimits

Request = TypeVar("Request")
Answer = TypeVar("Answer")
COUNTING = "counting"
"""The line in the file of points that precedes the first one."""


class BotRun(Struct, frozen=True):
    """The options of a bot: a folder for its files, the address of its database, and the port of
    its board page.

    `intervals` maps the names of the periodic tasks that it runs to their intervals in seconds.
    With `counting` it records its points from the start.
    """

    folder: str
    database: str
    api: str
    token: str
    page_port: int
    intervals: Mapping[str, float]
    counting: bool = False

    @property
    def points(self) -> Path:
        """The file with the names of the points that were passed, one per line."""
        return Path(self.folder, "points")

    def arm(self, name: str = "", count: int = 1) -> None:
        """Choose the point at which it kills itself: when it passes it for the `count`th time."""
        self.points.unlink(missing_ok=True)
        Path(self.folder, "armed").write_text(json.dumps([name, count]))

    def set_ahead(self, seconds: float) -> None:
        """Set how far its clock is ahead."""
        file = Path(self.folder, "ahead")
        file.touch()
        with file.open("r+b") as opened:
            opened.write(struct.pack("d", seconds))

    def shared_ahead(self) -> mmap.mmap:
        """The file with how far its clock is ahead, which changes while it runs."""
        with Path(self.folder, "ahead").open("r+b") as file:
            return mmap.mmap(file.fileno(), 8)

    def to_json(self) -> str:
        return json.dumps(asdict(self))


class Points:
    """Records points, and kills its own process at the chosen one."""

    def __init__(self, bot_run: BotRun) -> None:
        self._bot_run = bot_run
        self._file = -1
        self._passed: Counter[str] = Counter()
        self._kill: tuple[str, int] = "", 0

    def count(self) -> None:
        """Record points from now on."""
        self._passed.clear()
        name, count = json.loads(Path(self._bot_run.folder, "armed").read_text())
        self._kill = name, count
        self._file = os.open(self._bot_run.points, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        places().passed = self.pass_
        os.write(self._file, f"{COUNTING}\n".encode())

    def pass_(self, name: str) -> None:
        """Record a point, and kill the process if it is the chosen one."""
        self._passed[name] += 1
        os.write(self._file, f"{name}\n".encode())
        if (name, self._passed[name]) == self._kill:
            os.kill(os.getpid(), signal.SIGKILL)


def is_busy() -> bool:
    """Whether the next job is to be refused."""
    with contextlib.suppress(FileNotFoundError):
        Path("busy").unlink()
        return True
    return False


class InProcessPool(LocalPool):
    """A pool that runs each job in a thread of the bot's process instead of a worker."""

    async def run(
        self,
        job: Callable[[Request], Answer],
        request: Request | Fetch[Request],
        *,
        person: int,
        priority: Priority = Priority.SLOW,
        on_worker_released: Callable[[float], None] | None = None,
    ) -> Answer:
        if await asyncio.to_thread(is_busy):
            raise Busy(BusyReason.QUEUE)

        async def attempt(_: Worker) -> Answer:
            value = await request() if callable(request) else request
            return await asyncio.to_thread(job, value)

        asked = PackedRequest(job.__name__, b"", low_priority=False)
        return await self._run(asked, attempt, person, priority, on_worker_released)

    async def _ready(self, worker: Worker) -> None:
        """There is none to be ready."""


def settings_of(bot_run: BotRun) -> Settings:
    return Settings(
        data=Path(bot_run.folder),
        database=SecretStr(bot_run.database),
        web_url=f"http://127.0.0.1:{bot_run.page_port}/",
        web_port=bot_run.page_port,
        log_format="json",
    )


async def run(bot_run: BotRun) -> None:
    """Run the bot until SIGTERM or its point."""
    settings = settings_of(bot_run)
    points = Points(bot_run)
    use_api(bot_run.api)
    if bot_run.counting:
        points.count()
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, points.count)
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    limits = WorkerLimits(seconds=10)

    shared = bot_run.shared_ahead()

    def ahead() -> float:
        return float(struct.unpack("d", shared)[0])

    def now() -> datetime:
        return datetime.now(UTC) + timedelta(seconds=ahead())

    clocks = TimeSource(now, lambda: steady_seconds() + ahead())

    def build(*arguments: Any, **options: Any) -> DiscordBot:
        bot = build_bot(*arguments, **options)
        bot.client._connection.guild_ready_timeout = 0.05
        tasks = [
            replace(task, seconds=bot_run.intervals[task.name])
            for task in bot.tasks
            if task.name in bot_run.intervals
        ]
        return replace(bot, tasks=tuple(tasks))

    with (
        mock.patch.object(service, "build_bot", build),
        mock.patch.object(interactions, "LOOKUP_SECONDS", PATIENCE),
        mock.patch.object(outgoing, "PAUSES", (0.0,) * len(outgoing.PAUSES)),
        mock.patch.object(races, "COUNTDOWN", timedelta(milliseconds=100)),
        mock.patch.object(RaceMessages, "seconds", bot_run.intervals["send messages"]),
    ):
        async with InProcessPool(workers=2, queue=9, per_person=9, limits=limits) as pool:
            await service.run_client(settings, pool, bot_run.token, stop, clocks)


def main(text: str) -> None:
    """Run the bot of a `BotRun` as JSON; its output is in the file `log` of its folder."""
    bot_run = BotRun(**json.loads(text))
    log = os.open(Path(bot_run.folder, "log"), os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(log, 1)
    os.dup2(log, 2)
    configure_logging("json")
    asyncio.run(run(bot_run))
