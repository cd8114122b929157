"""The bot in a process of its own, with measurements of its event loop."""

import asyncio
import multiprocessing
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from unittest import mock

import structlog
from msgspec import Struct

from app.main import run_client
from app.pools import open_pool
from app.settings import Settings
from bot.connection.client import use_api
from play.calendar import EPOCH
from service.running import board_cache
from service.running.clock import TimeSource
from store.database import open_database
from tools.bench.operations import Operations, counted
from tools.bench.worst_case import fill

UNLIMITED = 10_000
"""Settings of limits while the bot is measured."""
ONE_BOARD = 40_000
"""Bytes of a cache that holds one of the worst boards and no second one."""
END_SECONDS = 30.0
"""Seconds that the bot may take to stop."""


class Setup(Struct, frozen=True):
    """A bot: its folder, the local chat, and the person whose state is the worst."""

    folder: Path
    api_base: str
    token: str
    person: int
    server: int
    days: int
    boards: int


class MeasuredBot(Struct, eq=False):
    """A running bot."""

    connection: Connection

    async def _ask(self, question: str) -> Any:
        self.connection.send(question)
        return await asyncio.to_thread(self.connection.recv)

    async def seconds(self) -> float:
        """Processor time of its event loop so far."""
        seconds: float = await self._ask("seconds")
        return seconds

    async def count(self) -> None:
        """Begin to count operations."""
        await self._ask("count")

    async def counted(self) -> Operations:
        """The operations since `count`."""
        found: Operations = await self._ask("counted")
        return found

    async def idle(self) -> None:
        """Return when it has had no job for some seconds, as when its dailies are generated."""
        calm = 0
        while calm < 6:
            await asyncio.sleep(0.5)
            calm = calm + 1 if await self._ask("idle") else 0


@contextmanager
def measured_bot(setup: Setup) -> Iterator[MeasuredBot]:
    """A bot whose only player has the worst case, and no limits but those in its code."""
    ours, theirs = multiprocessing.Pipe()
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=_run, args=(setup, theirs))
    process.start()
    try:
        yield MeasuredBot(ours)
    finally:
        ours.send("stop")
        process.join(END_SECONDS)
        if process.is_alive():
            process.kill()


def _run(setup: Setup, connection: Connection) -> None:
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory(), processors=[_drop])
    with (  # no board is found in the cache unless it was the last one
        mock.patch.object(board_cache, "MAX_CACHED_BYTES", ONE_BOARD),
        mock.patch.object(board_cache, "MAX_CACHED_PUZZLES", 2),
    ):
        asyncio.run(_serve(setup, connection))


def _drop(*_: object) -> str:
    raise structlog.DropEvent


async def _serve(setup: Setup, connection: Connection) -> None:
    limits = ("person_pace", "person_puzzles", "person_seconds", "server_seconds")
    changes: dict[str, Any] = {"data": setup.folder, "workers": 2, "per_person": 1000}
    settings = Settings().model_copy(update=changes | dict.fromkeys(limits, UNLIMITED))
    noon = datetime.combine(EPOCH, datetime.min.time(), UTC) + timedelta(days=setup.days, hours=12)
    offset = noon - datetime.now(UTC)

    def now() -> datetime:
        return datetime.now(UTC) + offset

    async with open_database(settings.database_address) as database:
        await fill(
            database,
            setup.person,
            now(),
            days=setup.days,
            boards=setup.boards,
            server=setup.server,
        )
    use_api(setup.api_base)
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    async with open_pool(settings) as pool:

        def answer() -> None:
            clock = time.pthread_getcpuclockid(threading.main_thread().ident or 0)
            counting, count = counted(), Operations()
            while (question := connection.recv()) != "stop":
                told: object = None
                match question:
                    case "seconds":
                        told = time.clock_gettime(clock)
                    case "idle":
                        told = pool.load.running + pool.load.waiting == 0
                    case "count":
                        counting = counted()
                        count = counting.__enter__()
                    case "counted":
                        counting.__exit__(None, None, None)
                        told = count
                connection.send(told)
            loop.call_soon_threadsafe(stop.set)

        threading.Thread(target=answer, daemon=True).start()
        await run_client(settings, pool, setup.token, stop, TimeSource(now))
