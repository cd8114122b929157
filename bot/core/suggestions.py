"""Limits autocompletion to one running request per user, with a time limit."""

import asyncio
from functools import partial
from typing import Any

SUGGESTION_SECONDS = 3.0
"""Seconds within which Discord accepts suggestions, as any first response."""


class LatestRequests:
    """Runs at most one request per user: a newer one cancels the earlier one.

    Discord requests suggestions at each key, and shows only those of the newest request. A request
    is a task; it is cancelled after `seconds`, when Discord no longer accepts its result.
    """

    def __init__(self, seconds: float = SUGGESTION_SECONDS) -> None:
        self._seconds = seconds
        self._running: dict[int, asyncio.Task[Any]] = {}

    def __len__(self) -> int:
        return len(self._running)

    async def begin(self, person: int) -> None:
        """Cancel the user's earlier request, wait until it ends, and run the current task instead.

        An earlier request first finishes a database statement that it is executing. Raises
        `RuntimeError` outside of a task.
        """
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("begin must be called in a task")
        earlier = self._running.get(person)
        self._running[person] = task
        timer = asyncio.get_running_loop().call_later(self._seconds, task.cancel)
        task.add_done_callback(lambda _: timer.cancel())
        task.add_done_callback(partial(self._end, person))
        if earlier is not None:
            earlier.cancel()
            await _ended(earlier)

    def _end(self, person: int, task: asyncio.Task[Any]) -> None:
        if self._running.get(person) is task:
            del self._running[person]


async def _ended(task: asyncio.Task[Any]) -> None:
    """Wait until a task has ended; a cancellation meanwhile is raised afterwards."""
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled
