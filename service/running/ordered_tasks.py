"""Runs work that a cancelled caller does not cancel, in the order in which it was asked for."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

Result = TypeVar("Result")


class OrderedTasks:
    """Runs each piece of work in a task of its own, those of a key one after the other.

    >>> async def store(number):
    ...     await asyncio.sleep(0.01 / number)
    ...     print("stored", number)
    >>> async def main():
    ...     tasks = OrderedTasks()
    ...     await asyncio.gather(*(tasks.run(7, partial(store, number)) for number in (1, 2)))
    >>> asyncio.run(main())
    stored 1
    stored 2
    """

    def __init__(self) -> None:
        self._last: dict[int, asyncio.Task[Any]] = {}

    async def run(self, key: int, work: Callable[[], Awaitable[Result]]) -> Result:
        """The result of work that begins when all work of `key` before it has ended.

        Raises what `work` raises. When the caller is cancelled, the work goes on.
        """
        task = asyncio.create_task(_run_after(self._last.get(key), work))
        self._last[key] = task
        task.add_done_callback(partial(self._end, key))
        await asyncio.wait([task])
        return task.result()

    def _end(self, key: int, task: asyncio.Task[Any]) -> None:
        if self._last.get(key) is task:
            del self._last[key]
        if not task.cancelled():
            task.exception()  # the caller may be gone


async def _run_after(
    before: asyncio.Task[Any] | None, work: Callable[[], Awaitable[Result]]
) -> Result:
    if before is not None:
        await asyncio.wait([before])
    return await work()
