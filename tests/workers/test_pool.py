"""Worker pools: answers, admission to the queue, cancellation, closing."""

import asyncio
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from tests.support import sample_jobs as jobs
from tests.support.paths import ROOT
from tests.support.waiting import until
from tests.support.worker_pools import (
    PATIENT,
    Opener,
    children_of,
    is_running,
    limit_jobs,
    process_id_from,
    start_of,
    until_jobs,
)
from workers.errors import Busy, BusyReason, PoolClosed
from workers.pool import MAX_HELD, SYSTEM, SYSTEM_JOBS, LocalPool
from workers.setup import WorkerLimits, WorkerSetup


async def test_answers_come_back_to_their_callers(open_pool: Opener) -> None:
    async with open_pool(workers=2, queue=50, per_person=50) as pool:
        answers = await asyncio.gather(*(pool.run(jobs.double, n, person=n) for n in range(50)))
    assert answers == [2 * n for n in range(50)]


async def test_a_warm_pool_starts_no_process_for_its_first_job(open_pool: Opener) -> None:
    async with open_pool() as pool:
        warm = time.clock_gettime(time.CLOCK_BOOTTIME)
        assert start_of(await pool.run(jobs.process_id, None, person=1)) <= warm


async def test_a_job_that_comes_while_workers_start_waits_for_their_start(tmp_path: Path) -> None:
    setup = WorkerSetup(jobs.registry, readable=("/proc",), writable=(str(tmp_path),))
    limits = WorkerLimits(PATIENT)
    pool = LocalPool(workers=1, queue=9, per_person=9, limits=limits, worker_setup=setup)
    async with pool:
        answers = [pool.run(jobs.double, number, person=number) for number in range(3)]
        _, *found = await asyncio.gather(pool.warm_up(), *answers)
        assert found == [0, 2, 4]
        assert b"ouro_worker_crashes_total 0.0" in pool.metrics.text()


async def test_waiting_in_the_queue_does_not_use_up_the_time_limit(
    open_pool: Opener, tmp_path: Path
) -> None:
    async with open_pool() as pool:
        slow = asyncio.create_task(pool.run(jobs.wait_for, tmp_path / "gate", person=1))
        await until((tmp_path / "gate.begun").exists)  # it keeps the limit that it began with
        limit_jobs(pool, 3.0)
        waiting = asyncio.create_task(pool.run(jobs.double, 4, person=2))
        await asyncio.sleep(3.1)
        (tmp_path / "gate").touch()
        await slow
        assert await waiting == 8


async def test_a_full_queue_refuses_at_once(open_pool: Opener, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    async with open_pool(queue=2) as pool:
        tasks = [asyncio.create_task(pool.run(jobs.wait_for, gate, person=n)) for n in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Busy) as caught:  # while those before still wait
            await pool.run(jobs.double, 1, person=9)
        assert caught.value.reason is BusyReason.QUEUE
        gate.touch()
        assert await asyncio.gather(*tasks) == [None, None, None]
        assert await pool.run(jobs.double, 1, person=9) == 2


async def test_one_person_cannot_take_all_the_places(open_pool: Opener) -> None:
    async with open_pool(per_person=2) as pool:
        tasks = [asyncio.create_task(pool.run(jobs.sleep, 0.3, person=1)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy) as caught:
            await pool.run(jobs.double, 1, person=1)
        assert caught.value.reason is BusyReason.PERSON
        assert await pool.run(jobs.double, 1, person=2) == 2
        await asyncio.gather(*tasks)
        assert await pool.run(jobs.double, 1, person=1) == 2
        assert pool.jobs == 0


async def test_cancelling_ends_a_running_job(open_pool: Opener, tmp_path: Path) -> None:
    async with open_pool() as pool:
        task = asyncio.create_task(pool.run(jobs.leave_id_and_sleep, tmp_path / "id", person=1))
        process = await process_id_from(tmp_path / "id")
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await pool.run(jobs.double, 4, person=1) == 8
        assert not is_running(process)


async def test_cancelling_a_waiting_job_frees_its_place(open_pool: Opener) -> None:
    async with open_pool(queue=1) as pool:
        running = asyncio.create_task(pool.run(jobs.sleep, 0.5, person=1))
        await asyncio.sleep(0)
        waiting = asyncio.create_task(pool.run(jobs.sleep, 60.0, person=2))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.sleep(0)
        assert await pool.run(jobs.double, 4, person=3) == 8
        assert await running == 0.5


async def test_closing_refuses_new_jobs_and_ends_running_ones(
    open_pool: Opener, tmp_path: Path
) -> None:
    async with open_pool() as pool:
        task = asyncio.create_task(pool.run(jobs.leave_id_and_sleep, tmp_path / "id", person=1))
        process = await process_id_from(tmp_path / "id")
        pool.stop_admitting()
        with pytest.raises(Busy) as caught:
            await pool.run(jobs.double, 1, person=2)
        assert caught.value.reason is BusyReason.CLOSING
    assert not is_running(process)
    with pytest.raises(PoolClosed):
        await task


PROGRAM = """
import asyncio, sys
from workers.pool import LocalPool
from workers.setup import WorkerLimits, WorkerSetup
from tests.support import sample_jobs

async def main():
    limits, setup = WorkerLimits(seconds=600), WorkerSetup(sample_jobs.registry)
    pool = LocalPool(workers=2, queue=4, per_person=4, limits=limits, worker_setup=setup)
    async with pool:
        await pool.warm_up()
        task = asyncio.create_task(pool.run(sample_jobs.sleep, 50.0, person=1))
        await asyncio.sleep(0.1)
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        task.cancel()

asyncio.run(main())
"""


@pytest.mark.parametrize("manner", ["orderly", "killed"])
async def test_no_process_stays_behind(manner: str, tmp_path: Path) -> None:
    """When the program ends, normally or by SIGKILL, its workers end too.

    The program needs no `__main__` guard, as no worker imports it.
    """
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    program = await asyncio.create_subprocess_exec(
        sys.executable,
        str(path),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert program.stdin is not None
    assert program.stdout is not None
    assert await program.stdout.readline() == b"ready\n"
    family = children_of(program.pid)
    assert len(family) == 2
    if manner == "killed":
        program.kill()
    else:
        program.stdin.write(b"\n")
    await program.wait()
    await until(lambda: not any(map(is_running, family)))


async def test_what_is_held_counts_before_its_job_runs(open_pool: Opener) -> None:
    async with open_pool() as pool:
        with pool.room(1, MAX_HELD - 9), pool.room(2, 8):
            with pytest.raises(Busy) as caught, pool.room(3, 2):
                pass
            assert caught.value.reason is BusyReason.QUEUE
            assert await pool.run(jobs.double, 1, person=3) == 2
            with pytest.raises(Busy):
                await pool.run(jobs.double, 2**40, person=3)  # its request has more bytes
        with pool.room(3, MAX_HELD):
            pass
        pool.stop_admitting()
        with pytest.raises(Busy) as caught, pool.room(3, 0):
            pass
        assert caught.value.reason is BusyReason.CLOSING


async def test_a_person_with_too_many_jobs_gets_no_room(open_pool: Opener) -> None:
    async with open_pool(per_person=1) as pool:
        running = asyncio.create_task(pool.run(jobs.sleep, 0.3, person=1))
        await asyncio.sleep(0)
        with pytest.raises(Busy) as caught, pool.room(1, 0):
            pass
        assert caught.value.reason is BusyReason.PERSON
        await running


async def test_a_request_is_fetched_when_a_worker_is_free_for_it(
    open_pool: Opener, tmp_path: Path
) -> None:
    gate, fetched = tmp_path / "gate", list[int]()

    async def fetch(number: int) -> int:
        fetched.append(number)
        await asyncio.sleep(0)
        return number

    async with open_pool() as pool:
        running = asyncio.create_task(pool.run(jobs.wait_for, gate, person=99))
        waiting = [
            asyncio.create_task(pool.run(jobs.double, partial(fetch, n), person=n))
            for n in range(5)
        ]
        await until_jobs(pool, running=1, waiting=5)
        assert (fetched, pool._admission.held) == ([], len(pool._codec.pack(gate)))
        waiting[3].cancel()
        gate.touch()
        await asyncio.gather(running, *waiting, return_exceptions=True)
    assert fetched == [0, 1, 2, 4]
    assert [task.result() for task in waiting if not task.cancelled()] == [0, 2, 4, 8]


async def test_jobs_of_the_service_have_a_limit_of_their_own(
    open_pool: Opener, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    async with open_pool(per_person=1, queue=100) as pool:
        ours = [
            asyncio.create_task(pool.run(jobs.wait_for, gate, person=SYSTEM))
            for _ in range(SYSTEM_JOBS)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Busy) as caught:
            await pool.run(jobs.double, 1, person=SYSTEM)
        assert caught.value.reason is BusyReason.QUEUE
        theirs = asyncio.create_task(pool.run(jobs.double, 1, person=1))
        await asyncio.sleep(0)
        gate.touch()
        await asyncio.gather(*ours)
        assert await theirs == 2
