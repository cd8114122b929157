"""Periodic tasks, which continue whatever happens in one run.

A task polls the database for work that is due by the service's clock, so downtime loses no work.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial

import structlog
from msgspec import Struct

TASK_NAME = "periodic: "
"""Beginning of the names of the `asyncio` tasks that repeat something."""

RunObserver = Callable[[str, Exception | None], None]
"""Called after each finished run with the name of the task, and its error if it failed."""

log = structlog.stdlib.get_logger(__name__)


class PeriodicTask(Struct, frozen=True):
    """A function that runs again and again once `ready` is set, `seconds` after its last run.

    A task that is `by_clock` depends on the time of day, and is paused while the clock may be
    wrong.
    """

    name: str
    seconds: float
    run: Callable[[], Awaitable[None]]
    ready: asyncio.Event
    by_clock: bool = False


@contextlib.asynccontextmanager
async def running(
    tasks: Sequence[PeriodicTask],
    stopping: Callable[[], bool],
    until_schedules_run: Callable[[], Awaitable[None]],
    observe: RunObserver,
) -> AsyncIterator[None]:
    """Run tasks while the block runs, until `stopping` returns true.

    Before each run, a task that is `by_clock` awaits `until_schedules_run`, which returns at once
    while the clock is right. `observe` gets each finished run.
    """
    repeat = partial(_repeat, stopping, until_schedules_run, observe)
    loops = [asyncio.create_task(repeat(task), name=TASK_NAME + task.name) for task in tasks]
    try:
        yield
    finally:
        for loop in loops:
            loop.cancel()
        await asyncio.gather(*loops, return_exceptions=True)


async def _repeat(
    stopping: Callable[[], bool],
    until_schedules_run: Callable[[], Awaitable[None]],
    observe: RunObserver,
    task: PeriodicTask,
) -> None:
    await task.ready.wait()
    while True:
        if task.by_clock:
            await until_schedules_run()
        if stopping():
            return
        try:
            await task.run()
        except Exception as error:
            log.error("periodic task failed", task=task.name, exc_info=error)
            observe(task.name, error)
        else:
            observe(task.name, None)
        await asyncio.sleep(task.seconds)
