"""Periodic tasks, which continue whatever happens in one run. All loops of a bot run here.

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
RUN_SECONDS = 600.0
"""Maximum seconds of a run: one that takes longer has failed, so that the next one can succeed."""
FIRST_WAIT, MAX_WAIT = 0.5, 10.0
"""Seconds before the next run after a failed one if that is more than the interval. They double
after each further one, up to the maximum, which is less than a lease lasts."""
STOP_SECONDS = 2.0
"""Seconds after which a task that goes on although it was cancelled is cancelled again."""

RunObserver = Callable[[str, BaseException | None], None]
"""Called after each finished run with the name of the task, and its error if it failed."""

log = structlog.stdlib.get_logger(__name__)


class PeriodicTask(Struct, frozen=True):
    """A function that runs again and again once `ready` is set, `seconds` after its last run.

    A task that is `by_clock` depends on the time of day, and is paused while the clock may be
    wrong. A run takes at most `limit` seconds; None for one that may go on for ever.
    """

    name: str
    seconds: float
    run: Callable[[], Awaitable[None]]
    ready: asyncio.Event | None = None
    by_clock: bool = False
    limit: float | None = RUN_SECONDS


def ignore_run(name: str, error: BaseException | None) -> None:
    """Observe a run without doing anything."""


async def at_once() -> None:
    """Wait for nothing: the clock is right, or no task depends on it."""


@contextlib.asynccontextmanager
async def running(
    tasks: Sequence[PeriodicTask],
    stopping: Callable[[], bool] = lambda: False,
    until_schedules_run: Callable[[], Awaitable[None]] = at_once,
    observe: RunObserver = ignore_run,
) -> AsyncIterator[None]:
    """Run tasks while the block runs, until `stopping` returns true.

    Before each run, a task that is `by_clock` awaits `until_schedules_run`, which returns at once
    while the clock is right. `observe` gets each finished run.
    """
    repeat = partial(_repeat, stopping, until_schedules_run, observe)
    loops = {asyncio.create_task(repeat(task), name=TASK_NAME + task.name) for task in tasks}
    try:
        yield
    finally:
        while loops:  # Dask takes one cancellation for a failed connection, and goes on
            for loop in loops:
                loop.cancel()
            _, loops = await asyncio.wait(loops, timeout=STOP_SECONDS)


async def _repeat(
    stopping: Callable[[], bool],
    until_schedules_run: Callable[[], Awaitable[None]],
    observe: RunObserver,
    task: PeriodicTask,
) -> None:
    if task.ready is not None:
        await task.ready.wait()
    failures = 0
    while True:
        try:
            if task.by_clock:
                await until_schedules_run()
            if stopping():
                return
            async with asyncio.timeout(task.limit):
                await task.run()
            observe(task.name, None)
        except (Exception, asyncio.CancelledError) as error:
            if _is_cancelled():
                return
            failures += 1
            _note_failure(task, error, observe)
        else:
            failures = 0
        await asyncio.sleep(max(task.seconds, _wait_after(failures)))


def _is_cancelled() -> bool:
    """Whether the present task is to end; what it awaits may have been cancelled by itself."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _note_failure(task: PeriodicTask, error: BaseException, observe: RunObserver) -> None:
    log.error("periodic task failed", task=task.name, exc_info=error)
    with contextlib.suppress(Exception):  # it is what failed
        observe(task.name, error)


def _wait_after(failures: int) -> float:
    """Seconds to wait after a number of failed runs in a row.

    >>> [_wait_after(failures) for failures in (0, 1, 2, 3, 99)]
    [0.0, 0.5, 1.0, 2.0, 10.0]
    """
    return min(FIRST_WAIT * 2.0 ** min(failures - 1, 10), MAX_WAIT) if failures else 0.0
