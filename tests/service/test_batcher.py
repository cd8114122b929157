"""Things that come one by one and are done together."""

import asyncio
from collections.abc import Sequence

import pytest

from service.batcher import Batcher


class Work:
    """Doubles numbers; odd ones below zero fail alone, 13 makes the whole batch fail."""

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


async def test_what_comes_meanwhile_is_done_by_the_next() -> None:
    work = Work()
    work.gate.clear()
    together = Batcher(work)
    first = asyncio.create_task(together.add(1))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    others = [asyncio.create_task(together.add(number)) for number in (2, 3)]
    await asyncio.sleep(0)
    assert work.batches == [[1]]
    work.gate.set()
    assert await asyncio.gather(first, *others) == [2, 4, 6]
    assert work.batches == [[1], [2, 3]]
    assert await together.add(4) == 8


async def test_a_batch_has_at_most_so_many() -> None:
    work = Work()
    together = Batcher(work, max_size=2)
    assert await asyncio.gather(*map(together.add, range(5))) == [0, 2, 4, 6, 8]
    assert work.batches == [[0, 1], [2, 3], [4]]


async def test_one_that_fails_harms_no_other() -> None:
    together = Batcher(Work())
    one, bad, other = await asyncio.gather(*map(together.add, (1, -1, 2)), return_exceptions=True)
    assert (one, other) == (2, 4)
    assert isinstance(bad, ValueError)


async def test_a_failure_of_all_is_told_to_each_and_the_next_goes_on() -> None:
    together = Batcher(Work())
    results = await asyncio.gather(*map(together.add, (1, 13)), return_exceptions=True)
    assert all(isinstance(result, RuntimeError) for result in results)
    assert await together.add(2) == 4


async def test_who_goes_away_leaves_the_others_their_results() -> None:
    work = Work()
    work.gate.clear()
    together = Batcher(work)
    tasks = [asyncio.create_task(together.add(number)) for number in (1, 2)]
    await asyncio.sleep(0.01)
    tasks[0].cancel()
    with pytest.raises(asyncio.CancelledError):
        await tasks[0]
    work.gate.set()
    assert await tasks[1] == 4
