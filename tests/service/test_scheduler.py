"""Periodic tasks: failures do not end them, and those by the clock wait for it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from service.scheduler import PeriodicTask, running
from tests.support.waiting import until


class Counting:
    """Two tasks that count their runs; the one by the clock runs while `right` is set."""

    def __init__(self) -> None:
        self.by_clock = 0
        self.always = 0
        self.ready = asyncio.Event()
        self.right = asyncio.Event()
        self.stopping = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        tasks = (
            PeriodicTask("by clock", 0.001, self._count_by_clock, by_clock=True),
            PeriodicTask("always", 0.001, self._count_always),
        )
        async with running(tasks, self.ready, lambda: self.stopping, self._until_right):
            yield

    async def _until_right(self) -> None:
        await self.right.wait()

    async def _count_by_clock(self) -> None:
        self.by_clock += 1

    async def _count_always(self) -> None:
        self.always += 1
        raise OSError("no database")


async def test_tasks_wait_until_ready_and_run_again_after_failures() -> None:
    counting = Counting()
    counting.right.set()
    async with counting.running():
        await asyncio.sleep(0.01)
        assert (counting.by_clock, counting.always) == (0, 0)
        counting.ready.set()
        await until(lambda: min(counting.by_clock, counting.always) >= 3)
    before = counting.by_clock, counting.always
    await asyncio.sleep(0.01)
    assert (counting.by_clock, counting.always) == before


async def test_a_task_by_the_clock_pauses_while_the_clock_is_wrong() -> None:
    counting = Counting()
    counting.ready.set()
    async with counting.running():
        await until(lambda: counting.always >= 3)
        assert counting.by_clock == 0
        counting.right.set()
        await until(lambda: counting.by_clock >= 3)
        counting.right.clear()
        before, others = counting.by_clock, counting.always
        await until(lambda: counting.always >= others + 3)
        assert counting.by_clock == before


async def test_no_task_starts_while_the_bot_stops() -> None:
    counting = Counting()
    counting.ready.set()
    async with counting.running():
        await until(lambda: counting.always)
        counting.stopping = True
        counting.right.set()
        await asyncio.sleep(0.01)
        assert counting.by_clock == 0
