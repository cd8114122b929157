"""Doing things together that come one by one.

A transaction costs far more than one change more within it. So what comes while one is under way
waits for the next, which does all of it.
"""

import asyncio
import contextvars
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Batcher(Generic[Item, Result]):
    """Gives things to `work` in batches, one batch after the other.

    `work` returns a result for each thing, in order; an exception among them is raised to the one
    whose thing it was, and one raised by `work` itself to all. Who is cancelled while waiting
    leaves the work as it is.

    >>> async def double(numbers):
    ...     print("doubling", *numbers)
    ...     await asyncio.sleep(0)
    ...     return [2 * number for number in numbers]
    >>> async def main():
    ...     doubling = Batcher(double)
    ...     return await asyncio.gather(*map(doubling.add, (1, 2, 3)))
    >>> asyncio.run(main())
    doubling 1 2 3
    [2, 4, 6]
    """

    def __init__(
        self,
        work: Callable[[Sequence[Item]], Awaitable[Sequence[Result | Exception]]],
        max_size: int = 1000,
    ) -> None:
        self._work = work
        self._max_size = max_size
        self._pending: list[tuple[Item, asyncio.Future[Result]]] = []
        self._worker: asyncio.Task[None] | None = None

    async def add(self, item: Item) -> Result:
        """The result for one thing."""
        result: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._pending.append((item, result))
        if self._worker is None:
            empty_context = contextvars.Context()  # what it logs is about all of them
            self._worker = asyncio.create_task(self._run(), context=empty_context)
        return await result

    async def close(self) -> None:
        """Give up what is not done yet; who waits for it is cancelled."""
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)
            self._worker = None
        for _, waiting in self._pending:
            waiting.cancel()
        self._pending.clear()

    async def _run(self) -> None:
        while batch := self._pending[: self._max_size]:
            del self._pending[: self._max_size]
            await self._process(batch)
        self._worker = None

    async def _process(self, batch: Sequence[tuple[Item, asyncio.Future[Result]]]) -> None:
        results: Sequence[Result | Exception]
        try:
            results = await self._work([item for item, _ in batch])
        except Exception as error:  # each of them is told
            results = [error] * len(batch)
        for (_, waiting), result in zip(batch, results, strict=True):
            if waiting.done():
                continue
            if isinstance(result, Exception):
                waiting.set_exception(result)
            else:
                waiting.set_result(result)
