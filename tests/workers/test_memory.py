"""Limits on memory and on the size of answers, and no leaks."""

import asyncio

import pytest

from jobs.reading import PastedText
from jobs.solving import SolveRequest, solve_puzzle
from puzzle.errors import NotationError
from tests.support import sample_jobs as jobs
from tests.support import solving_jobs
from tests.support.worker_pools import Opener, is_running
from workers.errors import AnswerTooLarge, OutOfMemory, TimedOut
from workers.pool import Priority


async def test_workers_are_renewed_so_that_leaks_end(open_pool: Opener) -> None:
    async with open_pool(max_jobs=5) as pool:
        leaked = [await pool.run(jobs.leak, 4, person=1) for _ in range(12)]
    assert max(leaked) <= 5 * 4


async def test_memory_that_a_slow_job_freed_is_returned(open_pool: Opener) -> None:
    async with open_pool() as pool:
        before = await pool.run(jobs.scatter, 30, person=1)
        assert await pool.run(jobs.hoard, 0, person=1) < before + 15


async def test_a_worker_that_has_grown_is_replaced(open_pool: Opener) -> None:
    async with open_pool() as pool:
        before = await pool.run(jobs.process_id, None, person=1)
        assert await pool.run(jobs.process_id, None, person=1) == before
        assert len(await pool.run(jobs.answer_of, 200 << 10, person=1)) == 200 << 10
        assert await pool.run(jobs.process_id, None, person=1) == before
        assert await pool.run(jobs.take, 200, person=1)
        assert await pool.run(jobs.process_id, None, person=1) != before


async def test_a_worker_that_decoded_a_file_of_a_stranger_is_replaced(open_pool: Opener) -> None:
    async with open_pool() as pool:
        first = await pool.run(jobs.decode, 4, person=1)
        with pytest.raises(NotationError):
            await pool.run(jobs.decode, 0, person=1)
        third = await pool.run(jobs.process_id, None, person=1)
        assert await pool.run(jobs.process_id, None, person=1) == third
        with pytest.raises(TimedOut) as caught:
            await pool.run(jobs.decode_forever, None, person=1)
        assert caught.value.seconds == jobs.DECODE_SECONDS
        assert len({first, third, await pool.run(jobs.decode, 4, person=1)}) == 3
        assert not is_running(first)


async def test_the_memory_of_the_bot_does_not_count_as_that_of_its_workers(
    open_pool: Opener,
) -> None:
    taken = b"x" * (300 << 20)
    async with open_pool() as pool:
        first = await pool.run(jobs.process_id, None, person=1)
        assert await pool.run(jobs.process_id, None, person=1) == first
    assert len(taken) == 300 << 20


async def test_workers_start_with_their_limits(open_pool: Opener) -> None:
    async with open_pool(memory=300) as pool:
        assert await pool.run(jobs.memory_limits, None, person=1) == (300, 0)


async def test_the_garbage_collector_skips_imported_objects(open_pool: Opener) -> None:
    async with open_pool() as pool:
        assert await pool.run(jobs.frozen_objects, None, person=1) > 10_000


async def test_a_job_that_takes_too_much_memory_raises_out_of_memory(open_pool: Opener) -> None:
    async with open_pool(memory=512) as pool:
        first = await pool.run(jobs.process_id, None, person=1)
        assert await pool.run(jobs.take, 100, person=1) == 100
        with pytest.raises(OutOfMemory) as caught:
            await pool.run(jobs.take, 600, person=1)
        assert caught.value.mebibytes == 512
        assert await pool.run(jobs.take, 100, person=1) == 100
        assert await pool.run(jobs.process_id, None, person=1) != first
        assert not is_running(first)


async def test_a_library_that_aborts_for_lack_of_memory_raises_out_of_memory(
    open_pool: Opener,
) -> None:
    async with open_pool() as pool:
        with pytest.raises(OutOfMemory):
            await pool.run(jobs.take_like_a_library, None, person=1)
        assert await pool.run(jobs.double, 4, person=1) == 8


async def test_a_board_too_large_for_the_memory_raises_out_of_memory(open_pool: Opener) -> None:
    large = SolveRequest(PastedText("100x100:" + "z" * 384 + "p"))
    async with open_pool(seconds=300, registry=solving_jobs.registry) as pool:
        with pytest.raises(OutOfMemory):  # a thread, as slower jobs have, gets memory in reserve
            await pool.run(
                solving_jobs.solve_without_memory, large, person=1, priority=Priority.QUICK
            )
        small = SolveRequest(PastedText("3x3:i"))
        assert (await pool.run(solve_puzzle, small, person=1)).solutions > 1


async def test_an_answer_too_large_stays_in_the_worker(open_pool: Opener) -> None:
    async with open_pool(answer=1000) as pool:
        assert len(await pool.run(jobs.answer_of, 900, person=1)) == 900
        with pytest.raises(AnswerTooLarge) as caught:
            await pool.run(jobs.answer_of, 1000, person=1)
        assert 1000 < caught.value.size < 1100
        assert caught.value.max_size == 1000


async def test_memory_of_the_service_stays_flat(open_pool: Opener) -> None:
    async with open_pool(workers=2, answer=16 << 20) as pool:
        held = []
        for _ in range(6):
            await asyncio.gather(*(pool.run(jobs.answer_of, 8 << 20, person=1) for _ in range(4)))
            held.append(await asyncio.to_thread(jobs.hoard, 1))
    assert max(held[2:]) - held[1] < 50  # of 128 MiB that went through
