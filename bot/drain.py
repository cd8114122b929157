"""An orderly end: answers that are promised are still given, new ones are not begun."""

import asyncio
from typing import Any

import structlog

from telemetry.metrics import Metrics
from workers.errors import Busy, BusyReason

REFUSAL_SECONDS = 1.0
"""How long a stopping bot still tells those who have just come that it is stopping."""
CANCEL_SECONDS = 1.0
"""How long work that is given up may take to end."""

log = structlog.stdlib.get_logger(__name__)


class TaskDrain:
    """The tasks that answer people, so that a stopping bot can wait for them."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._stopping = False
        self._answering: set[asyncio.Task[Any]] = set()
        self._promised: set[asyncio.Task[Any]] = set()

    @property
    def stopping(self) -> bool:
        """Whether nothing new is begun any more."""
        return self._stopping

    @property
    def busy(self) -> bool:
        """Whether somebody is being answered."""
        return bool(self._answering)

    def refuse(self) -> None:
        """Promise no further answers; those that are promised will be given."""
        self._stopping = True

    def begin(self) -> None:
        """The present task tells somebody something, if only that the bot is stopping."""
        _add_present_task(self._answering)

    def promise(self) -> None:
        """The present task gives somebody an answer: a stopping bot waits for it.

        Raises `Busy` when it is stopping already.
        """
        self.begin()
        if self._stopping:
            self._metrics.busy.labels(BusyReason.CLOSING.value).inc()
            raise Busy(BusyReason.CLOSING)
        _add_present_task(self._promised)

    async def finish(self, seconds: float) -> None:
        """Wait, so many seconds at most, for the answers that are promised, and a moment for those
        who are being turned away.

        What is not finished then is cancelled. Pending replies stay stored, and the next start
        sends them.
        """
        left = await _unfinished(self._promised, seconds)
        await _unfinished(self._answering - left, REFUSAL_SECONDS)
        for task in self._answering:
            task.cancel()
        if left:
            log.warning("replies left for the next start", count=len(left))
        await _unfinished(self._answering, CANCEL_SECONDS)


def _add_present_task(tasks: set[asyncio.Task[Any]]) -> None:
    """Until it is done."""
    task = asyncio.current_task()
    if task is not None:
        tasks.add(task)
        task.add_done_callback(tasks.discard)


async def _unfinished(tasks: set[asyncio.Task[Any]], seconds: float) -> set[asyncio.Task[Any]]:
    """Those that are not done after so many seconds."""
    return (await asyncio.wait(tasks, timeout=seconds))[1] if tasks else set()
