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
from workers.child import FULL_PRIORITY_SECONDS, NICE
from workers.codec import CodecError
from workers.errors import (
    AnswerTooLarge,
    Busy,
    BusyReason,
    JobFailed,
    OutOfMemory,
    TimedOut,
    WorkerLost,
)
from workers.pool import LocalPool, Priority
from workers.process import WorkerLimits, WorkerSetup


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


@pytest.fixture
def open_pool(tmp_path: Path) -> Opener:
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
            worker_setup=WorkerSetup(
                jobs.registry, start=start, readable=("/proc",), writable=(str(tmp_path),)
            ),
        )
        async with pool:
            await pool.warm_up()
            yield pool

    return opened


def status_of(process: int) -> list[str]:
    """What Linux tells of a process, after its name."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()


def is_running(process: int) -> bool:
    try:
        return status_of(process)[0] != "Z"
    except FileNotFoundError:
        return False


def start_of(process: int) -> float:
    """Seconds from the start of the machine to that of the process."""
    return int(status_of(process)[19]) / os.sysconf("SC_CLK_TCK")


async def id_left_in(path: Path) -> int:
    """The process that runs the job which was given this path."""
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
        with pytest.raises(TimedOut) as caught:
            await pool.run(jobs.leave_id_and_sleep, tmp_path / "id", person=1)
        assert caught.value.seconds == 0.5
        assert not is_running(await id_left_in(tmp_path / "id"))
        assert await pool.run(jobs.double, 4, person=1) == 8


async def test_a_job_that_ignores_the_polite_signal_is_ended_too(
    open_pool: Opener, tmp_path: Path
) -> None:
    async with open_pool(seconds=0.3) as pool:
        with pytest.raises(TimedOut):
            await pool.run(jobs.refuse_to_end, tmp_path / "id", person=1, priority=Priority.QUICK)
        assert not is_running(await id_left_in(tmp_path / "id"))
        assert await pool.run(jobs.double, 4, person=1) == 8


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


async def test_kill_nine_in_mid_job_from_outside(open_pool: Opener, tmp_path: Path) -> None:
    async with open_pool(seconds=5) as pool:
        task = asyncio.create_task(pool.run(jobs.leave_id_and_sleep, tmp_path / "id", person=1))
        first = await id_left_in(tmp_path / "id")
        (tmp_path / "id").unlink()
        os.kill(first, signal.SIGKILL)
        second = await id_left_in(tmp_path / "id")
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


async def test_an_error_of_no_registry_comes_as_its_traceback(open_pool: Opener) -> None:
    async with open_pool() as pool:
        with pytest.raises(JobFailed, match="Expected `int`, got `str`") as caught:
            await pool.run(jobs.double, "x", person=1)  # type: ignore[arg-type]  # that is the point
        assert "CodecError" in caught.value.report
        with pytest.raises(JobFailed, match="unsupported") as caught:
            await pool.run(jobs.return_without_bytes, None, person=1)
        assert caught.value.job == "return_without_bytes"
        assert await pool.run(jobs.double, 4, person=1) == 8


@pytest.mark.parametrize("job", [jobs.raise_awkward, jobs.return_another_type])
async def test_an_answer_that_cannot_be_read_costs_the_worker(
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
            with pytest.raises(CodecError, match="no job"):
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
        process = await id_left_in(tmp_path / "id")
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
        process = await id_left_in(tmp_path / "id")
        pool.refuse()
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
from workers.process import WorkerLimits, WorkerSetup
from tests.support import sample_jobs

async def main():
    limits, setup = WorkerLimits(seconds=60), WorkerSetup(sample_jobs.registry)
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
def test_no_process_stays_behind(manner: str) -> None:
    """The program ends by itself or by kill -9; its workers and their server end with it."""
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
        assert len(await pool.run(jobs.answer_of, 200 << 10, person=1)) == 200 << 10
        assert await pool.run(jobs.process_id, None, person=1) == before
        assert await pool.run(jobs.take, 200, person=1)
        assert await pool.run(jobs.process_id, None, person=1) != before


# Urgency


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
async def test_jobs_that_leave_a_worker_to_others_come_one_after_another(
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
async def test_jobs_that_take_long_get_what_others_leave_of_the_processor(
    open_pool: Opener, priority: Priority, later: int
) -> None:
    """But not those that somebody waits for. How much others leave depends on the machine."""
    nice = min(os.nice(0) + NICE, 19)
    async with open_pool(workers=1, start=jobs.take_any_share_for_fair) as pool:
        most = 10 * FULL_PRIORITY_SECONDS if later == os.SCHED_OTHER else 15.0
        had, *standing = await pool.run(jobs.standing_after_work, most, person=1, priority=priority)
        assert standing == [nice, later]
        assert had > FULL_PRIORITY_SECONDS / 2


async def test_jobs_that_others_leave_nothing_do_not_stand_back(open_pool: Opener) -> None:
    async with open_pool(workers=1) as pool:
        assert (
            await pool.run(jobs.standing_after_rest, 5 * FULL_PRIORITY_SECONDS, person=1)
            == os.SCHED_OTHER
        )


# Memory and size


async def test_workers_start_with_their_limits(open_pool: Opener) -> None:
    async with open_pool(memory=300) as pool:
        assert await pool.run(jobs.memory_limits, None, person=1) == (300, 0)


async def test_garbage_is_not_looked_for_among_what_is_imported(open_pool: Opener) -> None:
    async with open_pool() as pool:
        assert await pool.run(jobs.frozen_objects, None, person=1) > 10_000


async def test_a_job_that_takes_too_much_memory_is_named(open_pool: Opener) -> None:
    async with open_pool(memory=512) as pool:
        first = await pool.run(jobs.process_id, None, person=1)
        assert await pool.run(jobs.take, 100, person=1) == 100
        with pytest.raises(OutOfMemory) as caught:
            await pool.run(jobs.take, 600, person=1)
        assert caught.value.mebibytes == 512
        assert await pool.run(jobs.take, 100, person=1) == 100
        assert await pool.run(jobs.process_id, None, person=1) != first
        assert not is_running(first)


async def test_a_library_that_ends_the_process_for_want_of_memory_is_named(
    open_pool: Opener,
) -> None:
    async with open_pool() as pool:
        with pytest.raises(OutOfMemory):
            await pool.run(jobs.take_like_a_library, None, person=1)
        assert await pool.run(jobs.double, 4, person=1) == 8


async def test_a_board_too_large_for_the_memory_is_told(open_pool: Opener) -> None:
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
        assert caught.value.most == 1000


async def test_memory_of_the_service_stays_flat(open_pool: Opener) -> None:
    async with open_pool(workers=2, answer=16 << 20) as pool:
        held = []
        for _ in range(8):
            await asyncio.gather(*(pool.run(jobs.answer_of, 8 << 20, person=1) for _ in range(8)))
            held.append(await asyncio.to_thread(jobs.hoard, 1))
    assert max(held[2:]) - held[1] < 100  # of 384 MiB that went through


async def test_a_crowd_is_refused_before_the_first_has_its_answer(
    open_pool: Opener, tmp_path: Path
) -> None:
    """A thousand come while one worker is busy: those without a place know at once."""
    gate = tmp_path / "gate"
    refused = 0

    async def come(person: int) -> None:
        nonlocal refused
        try:
            await pool.run(jobs.wait_for, gate, person=person)
        except Busy:
            refused += 1

    async with open_pool(queue=5) as pool:
        reason = [asyncio.create_task(come(person)) for person in range(1000)]
        await asyncio.sleep(0)  # each has its first turn
        assert refused == 1000 - 5 - 1
        gate.touch()
        await asyncio.gather(*reason)
    assert refused == 1000 - 5 - 1


async def test_the_context_of_who_asked_goes_with_the_job(open_pool: Opener) -> None:
    async with open_pool() as pool:
        with structlog.contextvars.bound_contextvars(request="abc"):
            assert await pool.run(jobs.context_here, None, person=1) == {"request": "abc"}
        assert await pool.run(jobs.context_here, None, person=1) == {}


async def test_who_is_expected_takes_a_place_before_the_job_comes(open_pool: Opener) -> None:
    async with open_pool(queue=1) as pool:
        with pool.expecting(1), pool.expecting(2):
            with pytest.raises(Busy) as caught, pool.expecting(3):
                pass
            assert caught.value.reason is BusyReason.QUEUE
            jobs_of_both = (pool.run(jobs.double, n, person=n) for n in (1, 2))
            assert await asyncio.gather(*jobs_of_both) == [2, 4]
        with pool.expecting(3):
            assert await pool.run(jobs.double, 3, person=3) == 6
        pool.refuse()
        with pytest.raises(Busy) as caught, pool.expecting(3):
            pass
        assert caught.value.reason is BusyReason.CLOSING


async def test_who_has_too_many_jobs_is_not_expected(open_pool: Opener) -> None:
    async with open_pool(per_person=1) as pool:
        running = asyncio.create_task(pool.run(jobs.sleep, 0.3, person=1))
        await asyncio.sleep(0)
        with pytest.raises(Busy) as caught, pool.expecting(1):
            pass
        assert caught.value.reason is BusyReason.PERSON
        await running
