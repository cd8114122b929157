"""The work pool: admission, limits, and every way a worker can fail."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
import structlog

from jobs import PastedText, SolveRequest, solve_puzzle
from puzzle.errors import NotationError
from tests.support import sample_jobs as jobs
from workers.errors import AnswerTooLarge, Busy, BusyReason, OutOfMemory, TimedOut, WorkerLost
from workers.pool import LocalPool, Priority
from workers.process import (
    FULL_PRIORITY_SECONDS,
    GRACE_SECONDS,
    NICENESS,
    WorkerLimits,
    WorkerSetup,
)


class Opener(Protocol):
    def __call__(
        self,
        *,
        workers: int = 1,
        queue: int = 10,
        per_person: int = 10,
        seconds: float = 20.0,
        memory: int = 1024,
        answer: int = 1 << 20,
        max_jobs: int = 500,
        start: Callable[[], None] | None = None,
    ) -> AbstractAsyncContextManager[LocalPool]: ...


class Clock:
    """Replaces the module `time` in pebble; its wall clock is set forward by `ahead` seconds."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def time(self) -> float:
        return time.time() + self.ahead

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)


@pytest.fixture
def open_pool() -> Opener:
    @asynccontextmanager
    async def opened(
        *,
        workers: int = 1,
        queue: int = 10,
        per_person: int = 10,
        seconds: float = 20.0,
        memory: int = 1024,
        answer: int = 1 << 20,
        max_jobs: int = 500,
        start: Callable[[], None] | None = None,
    ) -> AsyncIterator[LocalPool]:
        pool = LocalPool(
            workers=workers,
            queue=queue,
            per_person=per_person,
            limits=WorkerLimits(seconds, memory, answer, max_jobs),
            worker_setup=WorkerSetup(("tests.support.sample_jobs",), start),
        )
        async with pool:
            await pool.warm_up()
            yield pool

    return opened


def status_of(process: int) -> list[str]:
    """The fields of `/proc/PID/stat` after the name of the process."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


def is_running(process: int) -> bool:
    try:
        return status_of(process)[0] != "Z"
    except FileNotFoundError:
        return False


def start_of(process: int) -> float:
    """Seconds from the start of the machine to that of the process."""
    return int(status_of(process)[19]) / os.sysconf("SC_CLK_TCK")


async def process_id_from(path: Path) -> int:
    """The ID of the process whose job writes it to this path."""
    return await asyncio.to_thread(jobs.wait_for_id, path)


async def test_answers_come_back_to_their_callers(open_pool: Opener) -> None:
    async with open_pool(workers=2, queue=50, per_person=50) as pool:
        answers = await asyncio.gather(*(pool.run(jobs.double, n, person=n) for n in range(50)))
    assert answers == [2 * n for n in range(50)]


async def test_a_warm_pool_starts_no_process_for_its_first_job(open_pool: Opener) -> None:
    async with open_pool() as pool:
        warm = time.clock_gettime(time.CLOCK_BOOTTIME)
        assert start_of(await pool.run(jobs.process_id, None, person=1)) <= warm


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
    async with open_pool(seconds=0.5) as pool:
        start = time.perf_counter()
        with pytest.raises(TimedOut) as caught:
            await pool.run(jobs.leave_id_and_sleep, tmp_path / "id", person=1)
        assert caught.value.seconds == 0.5
        assert time.perf_counter() - start < GRACE_SECONDS
        assert not is_running(await process_id_from(tmp_path / "id"))
        assert await pool.run(jobs.double, 4, person=1) == 8


async def test_a_job_that_ignores_the_polite_signal_is_ended_too(
    open_pool: Opener, tmp_path: Path
) -> None:
    async with open_pool(seconds=0.3) as pool:
        with pytest.raises(TimedOut):
            await pool.run(jobs.refuse_to_end, tmp_path / "id", person=1, priority=Priority.QUICK)
        assert not is_running(await process_id_from(tmp_path / "id"))
        assert await pool.run(jobs.double, 4, person=1) == 8


async def test_a_clock_set_forward_ends_no_job_for_good(
    open_pool: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr("pebble.pool.process.time", clock)
    async with open_pool(seconds=20) as pool:
        working = asyncio.create_task(pool.run(jobs.sleep, 1.0, person=1))
        await asyncio.sleep(0.5)
        clock.ahead = 3600.0
        assert await working == 1.0
        assert await pool.run(jobs.double, 4, person=1) == 8
        assert b"ouro_worker_crashes_total 1.0" in pool.metrics.text(), "it was tried twice"


async def test_waiting_in_the_queue_does_not_use_up_the_time_limit(open_pool: Opener) -> None:
    async with open_pool(seconds=3) as pool:
        slow = [pool.run(jobs.sleep, 1.1, person=n) for n in range(3)]
        assert await asyncio.gather(*slow) == [1.1, 1.1, 1.1]


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


async def test_a_job_whose_worker_is_killed_twice_is_lost(
    open_pool: Opener, tmp_path: Path
) -> None:
    async with open_pool(seconds=5) as pool:
        task = asyncio.create_task(pool.run(jobs.leave_id_and_sleep, tmp_path / "id", person=1))
        first = await process_id_from(tmp_path / "id")
        (tmp_path / "id").unlink()
        os.kill(first, signal.SIGKILL)
        second = await process_id_from(tmp_path / "id")
        assert second != first
        os.kill(second, signal.SIGKILL)
        with pytest.raises(WorkerLost):
            await task


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


@pytest.mark.parametrize("job", [jobs.raise_awkward, jobs.return_unpicklable])
async def test_an_unpicklable_answer_does_not_break_the_pool(
    open_pool: Opener, job: object
) -> None:
    async with open_pool() as pool:
        with pytest.raises((WorkerLost, TypeError, AttributeError)):
            await pool.run(job, None, person=1)  # type: ignore[arg-type]  # any of the two jobs
        assert await pool.run(jobs.double, 4, person=1) == 8


async def test_workers_that_cannot_start_are_noticed_at_once() -> None:
    pool = LocalPool(
        workers=2,
        queue=1,
        per_person=1,
        limits=WorkerLimits(seconds=5),
        worker_setup=WorkerSetup(("no.such.module",)),
    )
    async with pool:
        with pytest.raises(WorkerLost):
            await pool.warm_up()


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


async def test_workers_are_renewed_so_that_leaks_end(open_pool: Opener) -> None:
    async with open_pool(max_jobs=5) as pool:
        leaked = [await pool.run(jobs.leak, 4, person=1) for _ in range(12)]
    assert max(leaked) <= 5 * 4


async def test_memory_of_a_worker_stays_flat(open_pool: Opener) -> None:
    async with open_pool() as pool:
        held = [await pool.run(jobs.hoard, 64, person=1) for _ in range(30)]
    assert max(held) - held[0] < 16


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
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


PROGRAM = """
import asyncio, sys
from workers.pool import LocalPool
from workers.process import WorkerLimits
from tests.support import sample_jobs

async def main():
    pool = LocalPool(workers=2, queue=4, per_person=4, limits=WorkerLimits(seconds=60))
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
def test_no_process_stays_behind(manner: str) -> None:
    """When the program ends, normally or by SIGKILL, its workers and fork server end too."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=Path(__file__).parents[2],
        start_new_session=True,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        assert len(jobs.group_members(program.pid)) >= 3
        if manner == "killed":
            program.kill()
        else:
            assert program.stdin is not None
            program.stdin.write("\n")
            program.stdin.flush()
        program.wait(20)
        jobs.wait_for_end_of_group(program.pid)


async def test_a_worker_that_has_grown_is_replaced(open_pool: Opener) -> None:
    async with open_pool() as pool:
        before = await pool.run(jobs.process_id, None, person=1)
        assert await pool.run(jobs.process_id, None, person=1) == before
        assert len(await pool.run(bytes, 200 << 10, person=1)) == 200 << 10
        assert await pool.run(jobs.process_id, None, person=1) == before
        assert await pool.run(jobs.take, 200, person=1)
        assert await pool.run(jobs.process_id, None, person=1) != before


# Priority


async def test_slow_jobs_leave_one_worker_to_quick_ones(open_pool: Opener, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    async with open_pool(workers=2) as pool:
        slow = [asyncio.create_task(pool.run(jobs.wait_for, gate, person=n)) for n in range(3)]
        await asyncio.sleep(0.1)
        assert await pool.run(jobs.double, 4, person=9, priority=Priority.QUICK) == 8
        assert not any(task.done() for task in slow)
        gate.touch()
        await asyncio.gather(*slow)


async def test_long_jobs_leave_one_worker_to_slow_ones(open_pool: Opener, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    async with open_pool(workers=3) as pool:
        lengthy = [
            asyncio.create_task(pool.run(jobs.wait_for, gate, person=n, priority=Priority.LONG))
            for n in range(2)
        ]
        await asyncio.sleep(0.1)
        assert await pool.run(jobs.double, 4, person=9) == 8
        assert not any(task.done() for task in lengthy)
        gate.touch()
        await asyncio.gather(*lengthy)


@pytest.mark.parametrize(("priority", "workers"), [(Priority.SLOW, 2), (Priority.LONG, 3)])
async def test_jobs_limited_to_one_worker_run_one_after_another(
    open_pool: Opener, priority: Priority, workers: int
) -> None:
    async with open_pool(workers=workers) as pool:
        start = time.perf_counter()
        sleeps = (pool.run(time.sleep, 0.3, person=n, priority=priority) for n in range(3))
        await asyncio.gather(*sleeps)
        assert time.perf_counter() - start >= 0.9


async def test_quick_jobs_go_before_slow_ones_and_these_before_background(
    open_pool: Opener, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    ended: list[str] = []

    async def note(name: str, priority: Priority) -> None:
        await pool.run(time.sleep, 0.01, person=1, priority=priority)
        ended.append(name)

    async with open_pool() as pool:
        first = asyncio.create_task(pool.run(jobs.wait_for, gate, person=2))
        await asyncio.sleep(0)
        async with asyncio.TaskGroup() as group:
            group.create_task(note("background", Priority.BACKGROUND))
            await asyncio.sleep(0)
            group.create_task(note("slow", Priority.SLOW))
            await asyncio.sleep(0)
            group.create_task(note("quick", Priority.QUICK))
            await asyncio.sleep(0)
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
    async with open_pool(workers=1, start=jobs.take_any_share_for_fair) as pool:
        most = 10 * FULL_PRIORITY_SECONDS if later == os.SCHED_OTHER else 15.0
        had, *standing = await pool.run(jobs.standing_after_work, most, person=1, priority=priority)
        assert standing == [nice, later]
        assert had > FULL_PRIORITY_SECONDS / 2


async def test_jobs_that_get_less_than_a_fair_share_keep_their_priority(open_pool: Opener) -> None:
    async with open_pool(workers=1) as pool:
        assert (
            await pool.run(jobs.standing_after_rest, 5 * FULL_PRIORITY_SECONDS, person=1)
            == os.SCHED_OTHER
        )


# Memory and size


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
    async with open_pool() as pool:
        with pytest.raises(OutOfMemory):
            await pool.run(jobs.solve_without_memory, large, person=1)
        assert (await pool.run(solve_puzzle, large, person=1)).solutions > 1


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
        for _ in range(8):
            await asyncio.gather(*(pool.run(jobs.answer_of, 8 << 20, person=1) for _ in range(8)))
            held.append(await asyncio.to_thread(jobs.hoard, 1))
    assert max(held[2:]) - held[1] < 100  # of 384 MiB that went through


async def test_excess_jobs_are_rejected_before_the_first_answer(
    open_pool: Opener, tmp_path: Path
) -> None:
    """A thousand jobs arrive while the one worker is busy; those beyond the queue fail at once."""
    gate = tmp_path / "gate"
    refused = 0

    async def submit(person: int) -> None:
        nonlocal refused
        try:
            await pool.run(jobs.wait_for, gate, person=person)
        except Busy:
            refused += 1

    async with open_pool(queue=5) as pool:
        tasks = [asyncio.create_task(submit(person)) for person in range(1000)]
        await asyncio.sleep(0)  # each has its first turn
        assert refused == 1000 - 5 - 1
        gate.touch()
        await asyncio.gather(*tasks)
    assert refused == 1000 - 5 - 1


async def test_a_job_has_the_logging_context_of_its_caller(open_pool: Opener) -> None:
    async with open_pool() as pool:
        with structlog.contextvars.bound_contextvars(request="abc"):
            assert await pool.run(jobs.context_here, None, person=1) == {"request": "abc"}
        assert await pool.run(jobs.context_here, None, person=1) == {}


async def test_a_reserved_place_counts_before_its_job_runs(open_pool: Opener) -> None:
    async with open_pool(queue=1) as pool:
        with pool.reserved_place(1), pool.reserved_place(2):
            with pytest.raises(Busy) as caught, pool.reserved_place(3):
                pass
            assert caught.value.reason is BusyReason.QUEUE
            jobs_of_both = (pool.run(jobs.double, n, person=n) for n in (1, 2))
            assert await asyncio.gather(*jobs_of_both) == [2, 4]
        with pool.reserved_place(3):
            assert await pool.run(jobs.double, 3, person=3) == 6
        pool.stop_admitting()
        with pytest.raises(Busy) as caught, pool.reserved_place(3):
            pass
        assert caught.value.reason is BusyReason.CLOSING


async def test_a_person_with_too_many_jobs_gets_no_reserved_place(open_pool: Opener) -> None:
    async with open_pool(per_person=1) as pool:
        running = asyncio.create_task(pool.run(jobs.sleep, 0.3, person=1))
        await asyncio.sleep(0)
        with pytest.raises(Busy) as caught, pool.reserved_place(1):
            pass
        assert caught.value.reason is BusyReason.PERSON
        await running
