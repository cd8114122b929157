"""Awaits work to its end, although the task that waits is cancelled."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


async def run_to_end(work: Coroutine[Any, Any, Result]) -> Result:
    """Await work to its end, even when cancelled; the cancellation is raised afterwards.

    >>> async def work():
    ...     await asyncio.sleep(0.01)
    ...     print("done")
    >>> async def main():
    ...     task = asyncio.create_task(run_to_end(work()))
    ...     await asyncio.sleep(0)
    ...     task.cancel()
    ...     await asyncio.wait([task])
    ...     print(task.cancelled())
    >>> asyncio.run(main())
    done
    True
    """
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is None:
        return task.result()
    if not task.cancelled():
        task.exception()  # retrieved and dropped: the cancellation is raised
    raise cancelled
