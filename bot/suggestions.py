"""Suggestions while a person types an option: one request at a time, and only in time."""

import asyncio
from functools import partial
from typing import Any

SUGGESTION_SECONDS = 3.0
"""Seconds that Discord waits for suggestions, as for any first answer."""


class LatestRequests:
    """Lets one request of each person run: a newer one cancels the earlier one.

    Discord asks for suggestions at each key, and shows only those of the newest request. A request
    is a task; it is cancelled after `seconds`, as nobody waits for it any more.
    """

    def __init__(self, seconds: float = SUGGESTION_SECONDS) -> None:
        self._seconds = seconds
        self._running: dict[int, asyncio.Task[Any]] = {}

    def __len__(self) -> int:
        return len(self._running)

    async def begin(self, person: int) -> None:
        """Make the present task the only request of a person, once the earlier one has ended.

        An earlier one that is in a statement of the database first finishes that. Raises
        `RuntimeError` outside of a task.
        """
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("a request is a task")
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
    """Wait for the end of a task, even when cancelled; the cancellation is raised afterwards."""
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled
