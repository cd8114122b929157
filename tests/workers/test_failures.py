"""Every way in which a job or its worker can fail, and how the pool recovers."""

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from puzzle.errors import NotationError
from tests.support import sample_jobs as jobs
from tests.support.worker_pools import PATIENT, Opener, is_running, limit_jobs
from workers.codec import CodecError
from workers.errors import JobFailed, TimedOut, WorkerLost
from workers.pool import LocalPool, Priority
from workers.setup import WorkerLimits, WorkerSetup


async def test_an_exception_of_the_job_arrives_whole(open_pool: Opener) -> None:
    async with open_pool() as pool:
        with pytest.raises(NotationError) as caught:
            await pool.run(jobs.complain, "what is x?", person=1)
        assert caught.value.problem == "what is x?"
        assert caught.value.remedy == "write digits"
        with pytest.raises(TimeoutError, match="mine"):
            await pool.run(jobs.time_out_by_itself, None, person=1)
        assert await pool.run(jobs.double, 4, person=1) == 8


async def test_a_hanging_job_is_ended_and_its_worker_replaced(
    open_pool: Opener, tmp_path: Path
) -> None:
    """Also where it ignores the polite signal."""
    async with open_pool() as pool:
        process = await pool.run(jobs.process_id, None, person=1)
        limit_jobs(pool, 0.5)
        with pytest.raises(TimedOut) as caught:
            await pool.run(jobs.refuse_to_end, tmp_path / "id", person=1, priority=Priority.QUICK)
        assert caught.value.seconds == 0.5
        assert not is_running(process)
        limit_jobs(pool, PATIENT)
        assert await pool.run(jobs.double, 4, person=1) == 8


async def test_a_killed_worker_is_replaced_and_the_job_tried_again(
    open_pool: Opener, tmp_path: Path
) -> None:
    async with open_pool() as pool:
        assert await pool.run(jobs.die_once, tmp_path / "flag", person=1) == "survived"


async def test_a_job_that_kills_its_workers_is_given_up(open_pool: Opener) -> None:
    async with open_pool() as pool:
        with pytest.raises(WorkerLost):
            await pool.run(jobs.die, None, person=1)
        assert await pool.run(jobs.double, 4, person=1) == 8


async def test_an_idle_worker_killed_is_replaced(open_pool: Opener) -> None:
    async with open_pool() as pool:
        for pause in (0.0, 0.5):
            os.kill(await pool.run(jobs.process_id, None, person=1), signal.SIGKILL)
            await asyncio.sleep(pause)
            assert await pool.run(jobs.double, 4, person=1) == 8


async def test_one_failing_worker_does_not_disturb_the_other(
    open_pool: Opener, tmp_path: Path
) -> None:
    async with open_pool(workers=2) as pool:
        steady = asyncio.create_task(pool.run(jobs.sleep, 1.0, person=1))
        with pytest.raises(WorkerLost):
            await pool.run(jobs.die, None, person=2)
        assert await pool.run(jobs.die_once, tmp_path / "flag", person=2) == "survived"
        assert await steady == 1.0


async def test_an_error_outside_the_registry_comes_as_its_traceback(open_pool: Opener) -> None:
    async with open_pool() as pool:
        with pytest.raises(JobFailed, match="Expected `int`, got `str`") as caught:
            await pool.run(jobs.double, "x", person=1)  # type: ignore[misc]  # that is the point
        assert "CodecError" in caught.value.report
        with pytest.raises(JobFailed, match="cannot be packed") as caught:
            await pool.run(jobs.return_without_bytes, None, person=1)
        assert caught.value.job == "return_without_bytes"
        assert await pool.run(jobs.double, 4, person=1) == 8


@pytest.mark.parametrize("job", [jobs.raise_awkward, jobs.return_another_type])
async def test_a_worker_is_replaced_after_an_answer_that_cannot_be_read(
    open_pool: Opener, job: Callable[[None], Any]
) -> None:
    async with open_pool() as pool:
        with pytest.raises(WorkerLost):
            await pool.run(job, None, person=1)
        assert await pool.run(jobs.double, 4, person=1) == 8


async def test_functions_that_are_no_jobs_do_not_reach_a_worker(open_pool: Opener) -> None:
    async with open_pool() as pool:
        functions: list[Callable[[Any], Any]] = [print, os.system, lambda _: None]
        for function in functions:
            with pytest.raises(CodecError, match="not a job"):
                await pool.run(function, None, person=1)
        assert pool.jobs == 0


async def test_workers_that_cannot_start_are_noticed_at_once() -> None:
    pool = LocalPool(
        workers=2,
        queue=1,
        per_person=1,
        limits=WorkerLimits(seconds=5),
        worker_setup=WorkerSetup(modules=("no.such.module",)),
    )
    async with pool:
        with pytest.raises(WorkerLost):
            await pool.warm_up()
