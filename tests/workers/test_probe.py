"""The probe finds workers that run no jobs, and does not mistake busy ones for them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support import sample_jobs as jobs
from tests.support.waiting import until
from tests.support.worker_pools import Opener, stopped
from workers.codec import Codec
from workers.messages import Request
from workers.pool import SYSTEM_JOBS, LocalPool, Priority
from workers.probe import CACHE_SECONDS, WorkerProbe
from workers.setup import WorkerLimits

ASK_ID = Request("process_id", Codec(jobs.registry()).pack(None), low_priority=False)
LONG = 120.0
"""Seconds that suffice for a probe on the busiest machine."""
SHORT = 0.2
"""Seconds of a probe that cannot end before."""


def probes_run(pool: LocalPool) -> int:
    """How many probes had a worker."""
    found = pool.metrics.registry.get_sample_value(
        "ouro_job_seconds_count", {"job": "answer_probe", "outcome": "done"}
    )
    return round(found or 0)


@asynccontextmanager
async def occupied(pool: LocalPool, gate: Path, count: int) -> AsyncIterator[None]:
    """People have this many quick jobs, as many as there is room for at first."""
    tasks = [
        asyncio.create_task(pool.run(jobs.wait_for, gate, person=person, priority=Priority.QUICK))
        for person in range(1, count + 1)
    ]
    await asyncio.sleep(0)
    try:
        yield
    finally:
        await asyncio.to_thread(gate.touch)
        await asyncio.gather(*tasks)


async def test_callers_share_one_probe_whose_result_is_remembered(
    open_pool: Opener,
) -> None:
    seconds = 0.0
    async with open_pool() as pool:
        probe = WorkerProbe(pool, LONG, lambda: seconds)
        assert await asyncio.gather(*(probe.passes() for _ in range(9))) == [True] * 9
        assert probes_run(pool) == 1
        seconds = CACHE_SECONDS - 0.1
        assert await probe.passes()
        assert probes_run(pool) == 1
        seconds = CACHE_SECONDS
        assert await probe.passes()
        assert probes_run(pool) == 2
        pool.stop_admitting()
        assert not await probe.passes()


async def test_stopped_workers_fail_until_they_continue(open_pool: Opener) -> None:
    async with open_pool(workers=2) as pool:
        ids = [await worker.run(ASK_ID) for worker in pool._workers]
        with stopped(ids):
            assert not await WorkerProbe(pool, SHORT).passes()
        assert await WorkerProbe(pool, LONG).passes()


async def test_a_full_queue_is_ready(open_pool: Opener, tmp_path: Path) -> None:
    async with open_pool(workers=2, queue=1) as pool, occupied(pool, tmp_path / "gate", 3):
        assert await WorkerProbe(pool, LONG).passes()
        assert probes_run(pool) == 0


async def test_all_own_jobs_at_once_are_ready(open_pool: Opener, tmp_path: Path) -> None:
    async with open_pool(workers=1, queue=100) as pool:
        run = pool.run
        gate = tmp_path / "gate"
        ours = [asyncio.create_task(run(jobs.wait_for, gate, person=0)) for _ in range(SYSTEM_JOBS)]
        await asyncio.sleep(0)
        assert await WorkerProbe(pool, LONG).passes()
        gate.touch()
        await asyncio.gather(*ours)


async def test_a_single_worker_with_a_long_job_is_ready(open_pool: Opener, tmp_path: Path) -> None:
    async with open_pool(workers=1) as pool, occupied(pool, tmp_path / "gate", 1):
        assert await WorkerProbe(pool, SHORT).passes()
        assert probes_run(pool) == 0


async def test_workers_that_finish_nothing_are_not_ready(open_pool: Opener, tmp_path: Path) -> None:
    """As when they are stopped while they have jobs."""
    async with open_pool(workers=2) as pool, occupied(pool, tmp_path / "gate", 2):
        await until(lambda: pool.load.running == 2)
        assert not await WorkerProbe(pool, SHORT).passes()


async def test_a_probe_that_waits_for_others_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = LocalPool(workers=2, queue=9, per_person=9, limits=WorkerLimits(seconds=1))

    async def wait_behind_others(*_: object, **__: Any) -> None:
        pool._job_queue.released += 1
        await asyncio.sleep(LONG)

    monkeypatch.setattr(pool, "run", wait_behind_others)
    assert await WorkerProbe(pool, SHORT).passes()


async def test_a_worker_that_dies_is_not_ready(
    open_pool: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workers.probe.answer_probe", jobs.die)
    async with open_pool() as pool:
        assert not await WorkerProbe(pool, LONG).passes()
