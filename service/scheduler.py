"""Periodic tasks, which continue whatever happens in one run.

A task polls the database for work that is due by the service's clock, so downtime loses no work.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass

import structlog

PAUSE_SECONDS = 0.5
"""Maximum seconds between two checks whether a paused task may run."""

RunObserver = Callable[[str, Exception | None], None]
"""Called after each finished run with the name of the task, and its error if it failed."""

log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class PeriodicTask:
    """A function that runs again and again, with a pause of `seconds` between runs.

    A task that is `by_clock` depends on the time of day, and is paused while the clock may be
    wrong.
    """

    name: str
    seconds: float
    run: Callable[[], Awaitable[None]]
    by_clock: bool = False


@contextlib.asynccontextmanager
async def running(
    tasks: Sequence[PeriodicTask],
    ready: asyncio.Event,
    stopping: Callable[[], bool],
    schedules_run: Callable[[], bool],
    observe: RunObserver,
) -> AsyncIterator[None]:
    """Run tasks while the block runs, once `ready` is set and until `stopping` returns true.

    Tasks that are `by_clock` run only while `schedules_run` returns true. `observe` gets each
    finished run.
    """
    loops = [
        asyncio.create_task(_repeat(task, ready, stopping, schedules_run, observe), name=task.name)
        for task in tasks
    ]
    try:
        yield
    finally:
        for loop in loops:
            loop.cancel()
        await asyncio.gather(*loops, return_exceptions=True)


async def _repeat(
    task: PeriodicTask,
    ready: asyncio.Event,
    stopping: Callable[[], bool],
    schedules_run: Callable[[], bool],
    observe: RunObserver,
) -> None:
    await ready.wait()
    while not stopping():
        if task.by_clock and not schedules_run():
            await asyncio.sleep(min(task.seconds, PAUSE_SECONDS))
            continue
        try:
            await task.run()
        except Exception as error:
            log.error("periodic task failed", task=task.name, exc_info=error)
            observe(task.name, error)
        else:
            observe(task.name, None)
        await asyncio.sleep(task.seconds)
