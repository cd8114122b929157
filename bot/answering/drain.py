"""Graceful shutdown: pending replies are finished, new ones are rejected."""

import asyncio
from typing import Any

import structlog
from msgspec import Struct, field

from telemetry.metrics import Metrics
from workers.errors import Busy, BusyReason

REFUSAL_SECONDS = 1.0
"""Maximum seconds that a stopping bot waits for its rejections of new interactions."""
CANCEL_SECONDS = 1.0
"""Maximum seconds that a stopping bot waits for cancelled tasks to end."""

log = structlog.stdlib.get_logger(__name__)


class TaskDrain(Struct, eq=False):
    """Tracks the tasks that answer interactions, so that a stopping bot can wait for them."""

    metrics: Metrics
    _stopping: bool = False
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    _replying: set[asyncio.Task[Any]] = field(default_factory=set)

    @property
    def stopping(self) -> bool:
        """Whether new interactions are rejected."""
        return self._stopping

    @property
    def busy(self) -> bool:
        """Whether any tracked task is running."""
        return bool(self._tasks)

    def stop_admitting(self) -> None:
        """Reject new interactions from now on; those being answered continue."""
        self._stopping = True

    def track(self) -> None:
        """Track the current task until it is done; it may only reject an interaction."""
        _add_current_task(self._tasks)

    def track_reply(self) -> None:
        """Track the current task as one that answers an interaction: a stopping bot waits for it.

        Raises `Busy` when the bot is stopping.
        """
        self.track()
        if self._stopping:
            self.metrics.busy.labels(BusyReason.CLOSING.value).inc()
            raise Busy(BusyReason.CLOSING)
        _add_current_task(self._replying)

    async def finish(self, seconds: float) -> None:
        """Wait at most `seconds` for the tasks that answer, and briefly for those that reject.

        Tasks that are not done then are cancelled. Their pending replies stay stored; the next
        start of the bot sends them.
        """
        left = await _unfinished(self._replying, seconds)
        await _unfinished(self._tasks - left, REFUSAL_SECONDS)
        for task in self._tasks:
            task.cancel()
        if left:
            log.warning("replies left for the next start", count=len(left))
        await _unfinished(self._tasks, CANCEL_SECONDS)


def _add_current_task(tasks: set[asyncio.Task[Any]]) -> None:
    """Add the current task to a set until it is done."""
    task = asyncio.current_task()
    if task is not None:
        tasks.add(task)
        task.add_done_callback(tasks.discard)


async def _unfinished(tasks: set[asyncio.Task[Any]], seconds: float) -> set[asyncio.Task[Any]]:
    """Wait for tasks; those that are not done after `seconds`."""
    return (await asyncio.wait(tasks, timeout=seconds))[1] if tasks else set()
