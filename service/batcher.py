"""Batches items that arrive one at a time.

A transaction costs far more than one more change inside it. Items that arrive while a batch is
processed wait and form the next batch.
"""

import asyncio
import contextvars
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeAlias, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
Waiting: TypeAlias = tuple[Item, asyncio.Future[Result]]
"""An item and the result that its caller waits for."""


class BatcherError(Exception):
    """The work on a batch was cancelled, or gave another number of results than items."""


class Batcher(Generic[Item, Result]):
    """Processes items in batches of at most `max_size`, one batch at a time.

    `work` takes a sequence of items and returns a result for each, in order. An exception among the
    results is raised to the caller that added the item; an exception raised by `work` is raised to
    all callers of the batch. When `work` is cancelled or gives too few results, or `close` ends it,
    they get a `BatcherError`. A cancelled caller does not cancel the batch.

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
        self._pending: list[Waiting[Item, Result]] = []
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
        """Stop processing; callers that still wait get a `BatcherError`."""
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.wait([self._worker])
        self._stop()

    def _stop(self) -> None:
        """End the callers that no batch has, and let the next item start a new worker."""
        self._worker = None
        rest, self._pending = self._pending, []
        _end(rest, [BatcherError("the batcher has stopped")] * len(rest))

    async def _run(self) -> None:
        try:
            while batch := self._pending[: self._max_size]:
                del self._pending[: self._max_size]
                await self._process(batch)
        finally:
            self._stop()

    async def _process(self, batch: Sequence[Waiting[Item, Result]]) -> None:
        """Process a batch and end its callers, whatever happens."""
        results: Sequence[Result | Exception] = [BatcherError("the work has stopped")] * len(batch)
        try:
            found = await self._work([item for item, _ in batch])
            if len(found) != len(batch):
                raise BatcherError(f"the work gave {len(found)} results for {len(batch)} items")
            results = found
        except Exception as error:  # raised to each caller
            results = [error] * len(batch)
        except asyncio.CancelledError:
            if _is_cancelled():
                raise
        finally:
            _end(batch, results)


def _end(batch: Sequence[Waiting[Item, Result]], results: Sequence[Result | Exception]) -> None:
    """Give each caller of a batch its result, or raise it there."""
    for (_, waiting), result in zip(batch, results, strict=True):
        if waiting.done():
            continue
        if isinstance(result, Exception):
            waiting.set_exception(result)
        else:
            waiting.set_result(result)


def _is_cancelled() -> bool:
    """Whether the current task is cancelled, and not only a task that it waited for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
