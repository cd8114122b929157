"""Work of a key is done in order and to its end, whatever happens to its callers."""

import asyncio
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.running.ordered_tasks import OrderedTasks

WAYS = ("done", "error", "cancelled")
"""How a piece of work ends."""


@given(
    pieces=st.lists(
        st.tuples(st.integers(0, 2), st.sampled_from(WAYS), st.booleans(), st.integers(0, 3)),
        max_size=12,
    )
)
def test_all_work_is_done_in_order_whatever_happens(
    pieces: list[tuple[int, str, bool, int]],
) -> None:
    asyncio.run(_try_everything(pieces))


async def _try_everything(pieces: list[tuple[int, str, bool, int]]) -> None:
    """Each piece has a key, an end, whether its caller is cancelled, and pauses before the next."""
    tasks = OrderedTasks()
    begun: dict[int, list[int]] = {}
    ended: dict[int, list[int]] = {}
    reported: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context))

    async def work(number: int, key: int, way: str) -> int:
        begun.setdefault(key, []).append(number)
        assert begun[key][:-1] == ended.get(key, [])
        await asyncio.sleep(0)
        ended.setdefault(key, []).append(number)
        if way == "done":
            return number
        raise ValueError(number) if way == "error" else asyncio.CancelledError

    callers = []
    for number, (key, way, cancelled, pauses) in enumerate(pieces):
        piece = partial(work, number, key, way)
        callers.append(asyncio.create_task(tasks.run(key, piece)))
        await asyncio.sleep(0)
        for _ in range(pauses):
            await asyncio.sleep(0)
        if cancelled:
            callers[-1].cancel()
    results = await asyncio.gather(*callers, return_exceptions=True)
    await asyncio.gather(*(tasks.run(key, partial(asyncio.sleep, 0)) for key in range(3)))
    assert not tasks._last
    for number, (_, way, cancelled, _) in enumerate(pieces):
        expected = {"done": int, "error": ValueError, "cancelled": asyncio.CancelledError}[way]
        also = asyncio.CancelledError if cancelled else expected  # or it ended before
        assert isinstance(results[number], expected | also)
    for key in {key for key, *_ in pieces}:
        assert ended[key] == [number for number, piece in enumerate(pieces) if piece[0] == key]
    assert not reported


async def answer() -> str:
    return "answer"


async def test_other_keys_do_not_wait() -> None:
    tasks, gate = OrderedTasks(), asyncio.Event()
    waiting = asyncio.create_task(tasks.run(1, gate.wait))
    await asyncio.sleep(0)
    assert await tasks.run(2, answer) == "answer"
    assert not waiting.done()
    gate.set()
    assert await waiting


async def test_a_cancelled_caller_ends_at_once() -> None:
    tasks, gate = OrderedTasks(), asyncio.Event()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await tasks.run(1, gate.wait)
    after = asyncio.create_task(tasks.run(1, answer))
    await asyncio.sleep(0)
    assert not after.done()
    gate.set()
    assert await after == "answer"


def test_the_end_of_the_program_ends_all_work() -> None:
    reported: list[object] = []

    async def leave(tasks: OrderedTasks) -> list[asyncio.Task[Any]]:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: reported.append(context))
        waits = [tasks.run(1, asyncio.Event().wait) for _ in range(3)]
        callers = [asyncio.create_task(wait) for wait in waits]
        await asyncio.sleep(0)
        return callers

    tasks = OrderedTasks()
    callers = asyncio.run(leave(tasks))
    assert all(caller.cancelled() for caller in callers)
    assert not tasks._last
    assert not reported
