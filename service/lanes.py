"""Batches that a row which another process has locked delays only briefly, and not for everybody.

Each key has one of several lanes, which batch their items apart from each other. A batch that fails
because of a lock is undone as a whole. Its items are then processed again one by one, outside of
their lane: the one whose row is locked waits and fails alone.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Generic, TypeAlias, TypeVar

from service.batcher import Batcher, BatcherError
from store.errors import ConflictError

Item = TypeVar("Item")
Result = TypeVar("Result")

_Keyed: TypeAlias = tuple[int, Item]

ALONE = 2
"""Maximum number of items that are processed one by one at the same time, so that most connections
are left to others."""


class Lanes(Generic[Item, Result]):
    """Processes items in batches, as `Batcher` does, in `count` lanes.

    `work` takes the items of a batch and returns a result for each, in order; an exception among
    them is raised to the caller that added the item. If `work` raises a `ConflictError`, it is
    called again for each item.

    >>> async def double(numbers):
    ...     print("doubling", *numbers)
    ...     if numbers == [1, 2, 3]:
    ...         raise ConflictError("the database")
    ...     return [2 * number for number in numbers]
    >>> async def main():
    ...     doubling = Lanes(double, count=1)
    ...     return await asyncio.gather(*(doubling.add(7, number) for number in (1, 2, 3)))
    >>> asyncio.run(main())
    doubling 1 2 3
    doubling 1
    doubling 2
    doubling 3
    [2, 4, 6]
    """

    def __init__(
        self,
        work: Callable[[Sequence[Item]], Awaitable[Sequence[Result | Exception]]],
        count: int,
    ) -> None:
        self._work = work
        self._lanes: list[Batcher[_Keyed[Item], Result | asyncio.Task[Result]]]
        self._lanes = [Batcher(self._process) for _ in range(count)]
        self._alone: set[asyncio.Task[Result]] = set()
        self._last_alone: dict[int, asyncio.Task[Result]] = {}
        self._turns = asyncio.Semaphore(ALONE)

    async def add(self, key: int, item: Item) -> Result:
        """The result of processing one item; those of a key are processed in order.

        A cancelled caller does not cancel the work. Raises what `work` raises or returns, and
        `BatcherError` if the lanes are closed before.
        """
        spread = key ^ key >> 22  # the last bits of Discord's IDs are often zero
        result = await self._lanes[spread % len(self._lanes)].add((key, item))
        if not isinstance(result, asyncio.Task):
            return result
        await asyncio.wait([result])
        if result.cancelled():
            raise BatcherError("the lanes have stopped")
        return result.result()

    async def close(self) -> None:
        """Stop processing; callers that still wait get a `BatcherError`."""
        for lane in self._lanes:
            await lane.close()
        for task in self._alone:
            task.cancel()
        await asyncio.gather(*self._alone, return_exceptions=True)

    async def _process(
        self, items: Sequence[_Keyed[Item]]
    ) -> Sequence[Result | asyncio.Task[Result] | Exception]:
        waiting = [key in self._last_alone for key, _ in items]
        batch = [item for (_, item), waits in zip(items, waiting, strict=True) if not waits]
        try:
            results = iter(await self._work(batch) if batch else ())
        except ConflictError:
            return [self._start_alone(key, item) for key, item in items]
        return [
            self._start_alone(key, item) if waits else next(results)
            for (key, item), waits in zip(items, waiting, strict=True)
        ]

    def _start_alone(self, key: int, item: Item) -> asyncio.Task[Result]:
        task = asyncio.create_task(self._process_alone(item, self._last_alone.get(key)))
        self._alone.add(task)
        self._last_alone[key] = task
        task.add_done_callback(partial(self._end_alone, key))
        return task

    async def _process_alone(self, item: Item, before: asyncio.Task[Result] | None) -> Result:
        if before is not None:
            await asyncio.wait([before])
        async with self._turns:
            [result] = await self._work([item])
        if isinstance(result, Exception):
            raise result
        return result

    def _end_alone(self, key: int, task: asyncio.Task[Result]) -> None:
        self._alone.discard(task)
        if self._last_alone.get(key) is task:
            del self._last_alone[key]
        if not task.cancelled():
            task.exception()  # the caller may be gone
