"""Runs the bot of `program.py`: once undisturbed to record its points, then killed at each."""

import asyncio
import os
import re
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from sandbox.model.waiting import wait_until
from store.address import file_address, parse_address
from store.check import check
from store.database import Database, connect, open_database
from tests.support.chat.dailies import put_clock
from tests.support.chat.runner import now_of
from tests.support.contract.contract import Contract
from tests.support.faults.program import COUNTING, BotRun
from tests.support.prepared import PreparedDatabases
from tests.support.sandbox.patient import patient_chat
from tests.support.sandbox.server import Sandbox
from tests.support.store.clearing import clear_tables
from tests.support.warm.program import WarmProgram

SECONDS = 300.0


class Point(Struct, frozen=True):
    """A point of a flow: the `count`th time that the action `name` is about to happen."""

    name: str
    count: int

    def __str__(self) -> str:
        return f"{self.name} ({self.count})"


def points_in(bot_run: BotRun) -> Iterator[Point]:
    """The points that a bot reached, in order."""
    seen: Counter[str] = Counter()
    lines = bot_run.points.read_text().splitlines() if bot_run.points.exists() else []
    for name in lines:
        if name != COUNTING:
            seen[name] += 1
            yield Point(name, seen[name])


PointSelection: TypeAlias = Callable[[Sequence[Point]], list[Point]]
"""Selects the points of a flow at which its bot is killed."""


def every_point(points: Sequence[Point]) -> list[Point]:
    """All points."""
    return list(points)


def after_commits(points: Sequence[Point]) -> list[Point]:
    """The points at which the content of the database has just changed."""
    return [point for point in points if point.name == "after COMMIT"]


def after_changes(points: Sequence[Point]) -> list[Point]:
    """The first point, and those directly after a commit or a request that changes the chat.

    A kill at any other point leaves the same database and the same chat as a kill at the selected
    point before it.

    >>> names = ["before UPDATE posts", "before COMMIT", "after COMMIT", "after POST /channels"]
    >>> [point.name for point in after_changes([Point(name, 1) for name in names])]
    ['before UPDATE posts', 'after COMMIT', 'after POST /channels']
    """
    change = re.compile("after (COMMIT|(POST|PUT|PATCH|DELETE) /)")
    return [*points[:1], *(point for point in points[1:] if change.match(point.name))]


@asynccontextmanager
async def killable_bot(
    bots: WarmProgram, bot_run: BotRun, sandbox: Sandbox
) -> AsyncIterator["Bot"]:
    """A bot that is connected or has already died; it is killed at the end."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    async with bots.running(Path(bot_run.folder), kept, bot_run.to_json()) as process:
        bot = Bot(bot_run, process.pid, asyncio.create_task(process.wait()))
        online = asyncio.create_task(
            wait_until(sandbox.state, lambda: sandbox.state.online or None, SECONDS)
        )
        await asyncio.wait((online, bot.end), return_when=asyncio.FIRST_COMPLETED)
        online.cancel()
        yield bot
    await bot.end
    await wait_until(sandbox.state, lambda: not sandbox.state.online or None, SECONDS)


class Bot(Struct, frozen=True):
    """A bot in its own process; `end` returns the exit code, negative for a signal."""

    bot_run: BotRun
    process: int
    end: "asyncio.Task[int]"

    @property
    def dead(self) -> bool:
        return self.end.done()

    async def count_points(self) -> None:
        """Make the bot record points from now on."""
        os.kill(self.process, signal.SIGUSR1)
        async with asyncio.timeout(SECONDS):
            while COUNTING not in self.bot_run.points.read_text():  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.002)

    async def kill(self) -> None:
        """Kill the process with SIGKILL."""
        os.kill(self.process, signal.SIGKILL)
        await self.end

    async def stop(self) -> int:
        """Stop the process with SIGTERM; returns the exit code."""
        os.kill(self.process, signal.SIGTERM)
        async with asyncio.timeout(SECONDS):
            return await self.end


class Run(Struct, frozen=True):
    """One run of a flow: a chat, a folder, a database, and the point of the kill."""

    bots: WarmProgram
    sandbox: Sandbox
    folder: Path
    address: str
    point: Point | None

    @asynccontextmanager
    async def database(self) -> AsyncIterator[Database]:
        """The open database of the run."""
        async with open_database(self.address) as database:
            yield database

    def now(self) -> datetime:
        return now_of(self.sandbox)

    @asynccontextmanager
    async def killed_bot(self, *, counting: bool = False, **intervals: float) -> AsyncIterator[Bot]:
        """The bot that is killed at the run's point; undisturbed if it has none."""
        point = self.point
        bot_run = replace(
            self._bot_run(intervals),
            counting=counting,
            kill_at=point.name if point else None,
            kill_count=point.count if point else 1,
        )
        async with killable_bot(self.bots, bot_run, self.sandbox) as bot:
            yield bot
            if point is not None:  # the flow may end before the bot reaches its point
                await asyncio.wait((bot.end,), timeout=SECONDS)
        if point is not None:
            assert bot.end.result() == -signal.SIGKILL
            assert point in points_in(bot_run), f"{point} was not reached"

    @asynccontextmanager
    async def restarted_bot(self, **intervals: float) -> AsyncIterator[Bot]:
        """The bot after a restart, ten minutes later."""
        self.sandbox.clock.advance(600)
        async with killable_bot(self.bots, self._bot_run(intervals), self.sandbox) as bot:
            yield bot

    async def check(self) -> None:
        """Assert that the database is consistent."""
        async with self.database() as database, database.reading() as connection:
            assert await check(connection) == ()

    def _bot_run(self, intervals: Mapping[str, float]) -> BotRun:
        return BotRun(
            folder=str(self.folder),
            database=self.address,
            api=self.sandbox.api_base,
            token=self.sandbox.token,
            ahead=self.sandbox.clock.ahead,
            intervals={name.replace("_", " "): seconds for name, seconds in intervals.items()},
        )


Flow: TypeAlias = Callable[[Run], Awaitable[None]]


class RunDatabases(Struct, frozen=True):
    """Provides the database of each run: a file in its folder, or one PostgreSQL database.

    Bots are killed at the points that `selection` selects.
    """

    bots: WarmProgram
    folder: Path
    prepared: PreparedDatabases
    selection: PointSelection
    postgresql: str | None = None

    async def empty(self, folder: Path) -> str:
        """The address of a database with empty tables for a run in that folder."""
        if self.postgresql is None:
            file = folder / "ouro.db"
            await self.prepared.copy_tables(file)
            return file_address(file)
        async with (
            connect(parse_address(self.postgresql)) as database,
            database.writing() as connection,
        ):
            await clear_tables(connection)
        return self.postgresql


async def kill_everywhere(
    flow: Flow, run_databases: RunDatabases, contract: Contract
) -> list[Point]:
    """Run a flow undisturbed, then once for each of its selected points with a kill there.

    Returns these points.
    """

    async def run_flow(name: str, point: Point | None) -> list[Point]:
        place = run_databases.folder / name
        place.mkdir()
        address = await run_databases.empty(place)
        async with patient_chat(inspector=contract) as sandbox:
            put_clock(sandbox, 10)
            run = Run(run_databases.bots, sandbox, place, address, point)
            try:
                await flow(run)
                await run.check()
            except Exception as error:
                error.add_note(f"killed {point}; the log is in {place}")
                raise
        return list(points_in(run._bot_run({})))

    points = run_databases.selection(await run_flow("undisturbed", None))
    for number, point in enumerate(points):
        await run_flow(str(number), point)
    return points
