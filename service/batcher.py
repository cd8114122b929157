"""Batches items that arrive one at a time.

A transaction costs far more than one more change inside it. Items that arrive while a batch is
processed wait and form the next batch.
"""

import asyncio
import contextvars
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Batcher(Generic[Item, Result]):
    """Processes items in batches of at most `max_size`, one batch at a time.

    `work` takes a sequence of items and returns a result for each, in order. An exception among the
    results is raised to the caller that added the item; an exception raised by `work` is raised to
    all callers of the batch. A cancelled caller does not cancel the batch.

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
        """The result of processing one item, in a batch with others."""
        result: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._pending.append((item, result))
        if self._worker is None:
            empty_context = contextvars.Context()  # its log lines concern all callers
            self._worker = asyncio.create_task(self._run(), context=empty_context)
        return await result

    async def close(self) -> None:
        """Stop processing and cancel the callers that still wait."""
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
        except Exception as error:  # raised to each caller
            results = [error] * len(batch)
        for (_, waiting), result in zip(batch, results, strict=True):
            if waiting.done():
                continue
            if isinstance(result, Exception):
                waiting.set_exception(result)
            else:
                waiting.set_result(result)
