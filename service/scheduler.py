"""Periodic tasks: each runs again and again, whatever happens in it.

A task polls for due work by the service's clock; what is left to do stands in the store. So it
does not matter when the service was last there.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass

import structlog

PAUSE_SECONDS = 0.5
"""How often a task by the clock looks whether it may run."""

log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class PeriodicTask:
    """Something that is run every so many `seconds`.

    One that is `by_clock` does what is due at a time of day, and is left out while the clock may
    be wrong.
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
) -> AsyncIterator[None]:
    """Tasks run while the block does, once `ready` is set and until `stopping` says so.

    Those by the clock run only while `schedules_run` says so.
    """
    loops = [
        asyncio.create_task(_repeat(task, ready, stopping, schedules_run), name=task.name)
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
        await asyncio.sleep(task.seconds)
