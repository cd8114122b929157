"""A batch that fails because of a lock fails only for the items that are locked."""

import asyncio
from collections.abc import Sequence

import pytest

from service.batcher import BatcherError
from service.lanes import Lanes
from store.errors import ConflictError

LOCKED = {13}


class Work:
    """Doubles numbers; a batch with a locked number waits for `unlocked`, or else fails."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.waits = asyncio.Event()
        self.gives_up = asyncio.Event()

    async def __call__(self, numbers: Sequence[int]) -> list[int | Exception]:
        self.batches.append(list(numbers))
        if LOCKED.intersection(numbers):
            self.waits.set()
            await self.gives_up.wait()
            raise ConflictError("the database")
        return [ValueError(number) if number < 0 else 2 * number for number in numbers]


async def test_only_locked_items_fail() -> None:
    work = Work()
    work.gives_up.set()
    lanes = Lanes(work, 1)
    added = (lanes.add(number, number) for number in (1, 13, -1, 2))
    one, locked, bad, other = await asyncio.gather(*added, return_exceptions=True)
    assert (one, other) == (2, 4)
    assert isinstance(locked, ConflictError)
    assert isinstance(bad, ValueError)
    assert work.batches == [[1, 13, -1, 2], [1], [13], [-1], [2]]


async def test_other_lanes_and_batches_do_not_wait_for_a_locked_item() -> None:
    work = Work()
    lanes = Lanes(work, 4)
    locked = asyncio.create_task(lanes.add(13, 13))
    await work.waits.wait()
    assert await lanes.add(2, 2) == 4  # in another lane
    work.waits.clear()
    work.gives_up.set()
    work.gives_up = asyncio.Event()
    await work.waits.wait()  # the item is alone now
    assert await lanes.add(17, 17) == 34  # in the same lane
    work.gives_up.set()
    with pytest.raises(ConflictError):
        await locked


async def test_the_items_of_a_key_stay_in_order() -> None:
    work = Work()
    lanes = Lanes(work, 1)
    tasks = [asyncio.create_task(lanes.add(13, number)) for number in (1, 13, 2)]
    await work.waits.wait()
    tasks += [asyncio.create_task(lanes.add(13, number)) for number in (3, 4)]
    await asyncio.sleep(0)
    work.gives_up.set()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [result for result in results if isinstance(result, int)] == [2, 4, 6, 8]
    assert work.batches == [[1, 13, 2], [1], [13], [2], [3], [4]]


async def test_a_caller_that_is_cancelled_does_not_cancel_the_work() -> None:
    work = Work()
    lanes = Lanes(work, 1)
    tasks = [asyncio.create_task(lanes.add(number, number)) for number in (13, 5)]
    await work.waits.wait()
    tasks[1].cancel()
    work.gives_up.set()
    with pytest.raises(ConflictError):
        await tasks[0]
    assert [5] in work.batches


async def test_closing_ends_everybody_who_waits() -> None:
    work = Work()
    lanes = Lanes(work, 1)
    alone = [asyncio.create_task(lanes.add(13, number)) for number in (13, 5)]
    await work.waits.wait()
    work.waits.clear()
    work.gives_up.set()
    work.gives_up = asyncio.Event()
    await work.waits.wait()
    in_batch = asyncio.create_task(lanes.add(14, 13))
    await asyncio.sleep(0)
    await lanes.close()
    results = await asyncio.gather(*alone, in_batch, return_exceptions=True)
    assert all(isinstance(result, BatcherError) for result in results)
    assert not lanes._last_alone
