"""Items that arrive one at a time are processed in batches."""

import asyncio
from collections.abc import Sequence

import pytest

from service.batcher import Batcher


class Work:
    """Doubles numbers; negative ones fail alone, 13 makes the whole batch fail."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def __call__(self, numbers: Sequence[int]) -> list[int | Exception]:
        self.batches.append(list(numbers))
        await self.gate.wait()
        if 13 in numbers:
            raise RuntimeError("thirteen")
        return [ValueError(number) if number < 0 else 2 * number for number in numbers]


async def test_items_that_arrive_meanwhile_form_the_next_batch() -> None:
    work = Work()
    work.gate.clear()
    batcher = Batcher(work)
    first = asyncio.create_task(batcher.add(1))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    others = [asyncio.create_task(batcher.add(number)) for number in (2, 3)]
    await asyncio.sleep(0)
    assert work.batches == [[1]]
    work.gate.set()
    assert await asyncio.gather(first, *others) == [2, 4, 6]
    assert work.batches == [[1], [2, 3]]
    assert await batcher.add(4) == 8


async def test_a_batch_has_a_maximum_size() -> None:
    work = Work()
    batcher = Batcher(work, max_size=2)
    assert await asyncio.gather(*map(batcher.add, range(5))) == [0, 2, 4, 6, 8]
    assert work.batches == [[0, 1], [2, 3], [4]]


async def test_a_failing_item_affects_no_other() -> None:
    batcher = Batcher(Work())
    one, bad, other = await asyncio.gather(*map(batcher.add, (1, -1, 2)), return_exceptions=True)
    assert (one, other) == (2, 4)
    assert isinstance(bad, ValueError)


async def test_a_failing_batch_raises_to_each_caller_and_the_next_succeeds() -> None:
    batcher = Batcher(Work())
    results = await asyncio.gather(*map(batcher.add, (1, 13)), return_exceptions=True)
    assert all(isinstance(result, RuntimeError) for result in results)
    assert await batcher.add(2) == 4


async def test_a_cancelled_caller_does_not_affect_the_others() -> None:
    work = Work()
    work.gate.clear()
    batcher = Batcher(work)
    tasks = [asyncio.create_task(batcher.add(number)) for number in (1, 2)]
    await asyncio.sleep(0.01)
    tasks[0].cancel()
    with pytest.raises(asyncio.CancelledError):
        await tasks[0]
    work.gate.set()
    assert await tasks[1] == 4
