"""Priorities: the order of jobs, the workers they leave to others, and the processor."""

import asyncio
import os
import time
from pathlib import Path

import pytest

from tests.support import sample_jobs as jobs
from tests.support.worker_pools import Opener, until_jobs
from workers.child import FULL_PRIORITY_SECONDS, NICENESS
from workers.errors import Busy
from workers.pool import Priority


@pytest.mark.parametrize(
    ("slower", "quicker", "workers"),
    [(Priority.SLOW, Priority.QUICK, 2), (Priority.LONG, Priority.SLOW, 3)],
)
async def test_slower_jobs_leave_one_worker_to_quicker_ones(
    open_pool: Opener, tmp_path: Path, slower: Priority, quicker: Priority, workers: int
) -> None:
    gate = tmp_path / "gate"
    async with open_pool(workers=workers) as pool:
        waiting = [pool.run(jobs.wait_for, gate, person=n, priority=slower) for n in range(3)]
        slow = [*map(asyncio.ensure_future, waiting)]
        await asyncio.sleep(0.1)
        assert await pool.run(jobs.double, 4, person=9, priority=quicker) == 8
        assert not any(task.done() for task in slow)
        gate.touch()
        await asyncio.gather(*slow)


@pytest.mark.parametrize(("priority", "workers"), [(Priority.SLOW, 2), (Priority.LONG, 3)])
async def test_jobs_limited_to_one_worker_run_one_after_another(
    open_pool: Opener, priority: Priority, workers: int
) -> None:
    async with open_pool(workers=workers) as pool:
        start = time.perf_counter()
        sleeps = (pool.run(jobs.sleep, 0.3, person=n, priority=priority) for n in range(3))
        await asyncio.gather(*sleeps)
        assert time.perf_counter() - start >= 0.9


async def test_quick_jobs_go_before_slow_ones_and_these_before_background(
    open_pool: Opener, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    ended: list[str] = []

    async def note(name: str, priority: Priority) -> None:
        await pool.run(jobs.sleep, 0.01, person=1, priority=priority)
        ended.append(name)

    async with open_pool() as pool:
        first = asyncio.create_task(pool.run(jobs.wait_for, gate, person=2))
        await asyncio.sleep(0)
        async with asyncio.TaskGroup() as group:
            group.create_task(note("background", Priority.BACKGROUND))
            await until_jobs(pool, running=1, waiting=1)
            group.create_task(note("slow", Priority.SLOW))
            await until_jobs(pool, running=1, waiting=2)
            group.create_task(note("quick", Priority.QUICK))
            await until_jobs(pool, running=1, waiting=3)
            gate.touch()
        await first
    assert ended == ["quick", "slow", "background"]


async def test_a_full_queue_of_slow_jobs_does_not_refuse_quick_ones(
    open_pool: Opener, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    async with open_pool(queue=1) as pool:
        running = [asyncio.create_task(pool.run(jobs.wait_for, gate, person=n)) for n in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.run(jobs.double, 1, person=5)
        quick = asyncio.create_task(pool.run(jobs.double, 1, person=5, priority=Priority.QUICK))
        await asyncio.sleep(0)
        gate.touch()
        assert await quick == 2
        await asyncio.gather(*running)


async def test_a_cancelled_wait_costs_no_worker(open_pool: Opener, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    async with open_pool() as pool:
        running = asyncio.create_task(pool.run(jobs.wait_for, gate, person=1))
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(pool.run(jobs.double, n, person=2)) for n in range(3)]
        await asyncio.sleep(0)
        for task in waiting[:2]:
            task.cancel()
        gate.touch()
        await running
        assert await waiting[2] == 4
        assert await pool.run(jobs.double, 3, person=3) == 6
        assert pool.jobs == 0


@pytest.mark.parametrize(
    ("priority", "later"),
    [
        (Priority.QUICK, os.SCHED_OTHER),
        (Priority.SLOW, os.SCHED_IDLE),
        (Priority.LONG, os.SCHED_IDLE),
    ],
)
async def test_long_jobs_yield_the_processor_to_other_programs(
    open_pool: Opener, priority: Priority, later: int
) -> None:
    """Quick jobs do not yield. How much other programs leave depends on the machine."""
    nice = min(os.nice(0) + NICENESS, 19)
    async with open_pool(workers=1, seconds=600) as pool:
        await pool.run(jobs.take_any_share_for_fair, None, person=1)
        most = 3 * FULL_PRIORITY_SECONDS if later == os.SCHED_OTHER else 15.0
        had, *standing = await pool.run(jobs.standing_after_work, most, person=1, priority=priority)
        assert standing == [nice, later]
        assert had > FULL_PRIORITY_SECONDS / 2


async def test_jobs_that_get_less_than_a_fair_share_keep_their_priority(open_pool: Opener) -> None:
    async with open_pool(workers=1, seconds=600) as pool:
        assert (
            await pool.run(jobs.standing_after_rest, 5 * FULL_PRIORITY_SECONDS, person=1)
            == os.SCHED_OTHER
        )
