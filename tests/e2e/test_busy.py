"""Back-pressure: when no worker is free and the queue is full, requests are refused at once."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from bot.answering.drain import TaskDrain
from bot.answering.interactions import Interactions, Readers
from service.running.readers import Reader
from tests.support import sample_jobs
from tests.support.chat.playing import press
from tests.support.chat.runner import Runner
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until
from workers.errors import Busy
from workers.pool import LocalPool, Priority

PUZZLE = "3x3:3a3c3a3"
WAITING = "Many puzzles are waiting"
BLOCKED = 600.0


@contextlib.asynccontextmanager
async def blocked(pool: LocalPool, priority: Priority) -> AsyncIterator[None]:
    """Occupy all workers with sleeping jobs, and fill the queue."""
    free = pool._job_queue._free
    await until(lambda: len(free) == pool.load.workers)  # those of killed jobs are replaced
    jobs: list[asyncio.Task[float]] = []
    while not any(job.done() for job in jobs):
        run = pool.run(sample_jobs.sleep, BLOCKED, person=1000 + len(jobs), priority=priority)
        jobs.append(asyncio.create_task(run))
        await asyncio.sleep(0.01)
    try:
        yield
    finally:
        for job in jobs:
            job.cancel()
        ended = await asyncio.gather(*jobs, return_exceptions=True)
        assert sum(isinstance(one, Busy) for one in ended) == 1


async def test_requests_are_refused_while_all_workers_are_busy(
    sandbox: Sandbox, run_bot: Runner
) -> None:
    client = sandbox.client
    async with run_bot(sandbox, workers=2, queue=3, solve_seconds=BLOCKED) as pool:
        board = await client.slash("play", {"puzzle": PUZZLE})
        message, empty = [await client.post_message(text) for text in (PUZZLE, "no puzzle")]
        asked: list[Callable[[], Awaitable[Reply]]] = [
            lambda: client.slash("solve", {"puzzle": PUZZLE}),
            lambda: client.slash("play", {"puzzle": "3x3:3a3c3a2"}),
            lambda: client.message_command("Solve this Slitherlink", message),
        ]
        long: list[Callable[[], Awaitable[Reply]]] = [
            lambda: client.slash("new", {}),
            lambda: client.message_command("Rate this Slitherlink", message),
        ]
        async with blocked(pool, Priority.SLOW):
            for ask in asked:
                assert WAITING in (await ask()).text
            await press(sandbox, board, "right")  # a worker is kept for these
            assert "draws lines" in board.text
        async with blocked(pool, Priority.LONG):
            for ask in long:
                assert WAITING in (await ask()).text
            reply = await client.message_command("Rate this Slitherlink", empty)
            assert WAITING not in reply.text  # it does not wait to be rated
        async with blocked(pool, Priority.QUICK):
            await client.press(board, "→")
            assert await client.wait_for_message(lambda one: WAITING in str(one["components"]))
        assert "One solution" in (await client.slash("solve", {"puzzle": "2x2:0b4"})).text


async def test_a_command_during_shutdown_reports_the_restart(
    sandbox: Sandbox, run_bot: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot is stopped while it checks whether the answer may be public."""
    come, stops, stop = asyncio.Event(), asyncio.Event(), TaskDrain.stop_admitting

    async def slowly(*_: object) -> bool:
        come.set()
        await stops.wait()
        return True

    def stop_admitting(self: TaskDrain) -> None:
        stop(self)
        stops.set()

    monkeypatch.setattr("bot.answering.interactions.Readers.may_answer_publicly", slowly)
    monkeypatch.setattr(TaskDrain, "stop_admitting", stop_admitting)
    monkeypatch.setattr("bot.answering.drain.REFUSAL_SECONDS", BLOCKED)
    async with run_bot(sandbox):
        asked = asyncio.create_task(sandbox.client.slash("solve", {"puzzle": PUZZLE}))
        await come.wait()
    assert "restarting" in (await asked).text


async def test_acknowledgements_go_before_answers(
    sandbox: Sandbox, run_bot: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one command waits to be acknowledged for too long, no answer begins."""
    monkeypatch.setattr("bot.answering.callbacks.LATE_SECONDS", 0.0)
    monkeypatch.setattr("bot.answering.callbacks.MAX_HOLD_SECONDS", BLOCKED)
    order: list[str] = []
    store, find, defer = Interactions._store_pending, Readers.find, Interactions._defer
    may_store, waits = asyncio.Event(), asyncio.Event()

    async def store_slowly(self: Interactions, *arguments: Any) -> bool:
        if not waits.is_set():
            waits.set()
            await may_store.wait()
        return await store(self, *arguments)

    async def note_acknowledgement(self: Interactions, *arguments: Any, **options: Any) -> None:
        await defer(self, *arguments, **options)
        order.append("acknowledged")

    async def note_answer(self: Readers, *arguments: Any, **options: Any) -> Reader:
        order.append("answer")
        return await find(self, *arguments, **options)

    monkeypatch.setattr(Interactions, "_store_pending", store_slowly)
    monkeypatch.setattr(Interactions, "_defer", note_acknowledgement)
    monkeypatch.setattr(Readers, "find", note_answer)
    async with run_bot(sandbox):
        first = asyncio.create_task(sandbox.client.slash("privacy"))
        await waits.wait()
        others = [asyncio.create_task(sandbox.client.slash("privacy")) for _ in range(2)]
        await until(lambda: len(order) >= 2)
        assert order == ["acknowledged"] * 2
        may_store.set()
        await asyncio.gather(first, *others)
