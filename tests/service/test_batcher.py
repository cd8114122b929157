"""Items that arrive one at a time are processed in batches."""

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.batcher import Batcher, BatcherError


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


class Stop(BaseException):
    """An exception that is no `Exception`, like those that end a program."""


@pytest.mark.parametrize("number", [1, 3])
async def test_a_wrong_number_of_results_ends_every_caller(number: int) -> None:
    async def work(_: Sequence[int]) -> list[int | Exception]:
        return [0] * number

    batcher = Batcher(work)
    results = await asyncio.gather(*map(batcher.add, (1, 2)), return_exceptions=True)
    assert [type(result) for result in results] == [BatcherError, BatcherError]


WAYS = ("right", "few", "many", "error", "cancelled", "stop", "waits")
"""What the work on a batch does."""
EVENTS = ("turn", "close", "cancel")
"""What happens between two items."""


@given(
    ways=st.lists(st.sampled_from(WAYS), min_size=1, max_size=6),
    events=st.lists(st.sampled_from(EVENTS), max_size=12),
    max_size=st.integers(1, 4),
)
def test_every_caller_ends_whatever_happens(
    ways: list[str], events: list[str], max_size: int
) -> None:
    asyncio.run(_try_everything(ways, events, max_size))


async def _try_everything(ways: list[str], events: list[str], max_size: int) -> None:
    gates: list[asyncio.Event] = []

    async def work(numbers: Sequence[int]) -> list[int | Exception]:
        way = ways.pop() if ways else "right"
        await asyncio.sleep(0)
        if way == "waits":
            gates.append(asyncio.Event())
            await gates[-1].wait()
        if way in {"error", "cancelled", "stop"}:
            raise {"error": ValueError, "cancelled": asyncio.CancelledError, "stop": Stop}[way]
        results: list[int | Exception] = [2 * number for number in numbers]
        return results[way == "few" :] + [0] * (way == "many")

    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda *_: None)  # `Stop` ends the task of the worker
    batcher = Batcher(work, max_size)
    callers = []
    for number, event in enumerate([*events, "turn"]):
        callers.append(asyncio.create_task(batcher.add(number)))
        if event == "close":
            await batcher.close()
        elif event == "cancel":
            callers[-1].cancel()
        else:
            await asyncio.sleep(0)
    await _run_to_the_end(callers, gates)
    ways.clear()
    assert await batcher.add(7) == 14
    await batcher.close()


async def _run_to_the_end(callers: list[asyncio.Task[int]], gates: list[asyncio.Event]) -> None:
    """Open every gate until all callers have ended; fails when they do not."""
    for _ in range(1000):
        for gate in gates:
            gate.set()
        await asyncio.sleep(0)
    assert all(caller.done() for caller in callers)
    for caller in callers:
        if not caller.cancelled():
            error = caller.exception()
            assert error is None or isinstance(error, BatcherError | ValueError)
