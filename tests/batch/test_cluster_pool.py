"""The long jobs of a bot on a Dask cluster: what they return, how they end, and what is lost."""

import asyncio
import functools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from distributed import Scheduler, Worker

from batch import cluster_pool, dask_workers
from batch.cluster_pool import ClusterPool, ClusterReply
from batch.errors import BatchError
from puzzle.errors import NotationError
from tests.support import sample_jobs as jobs
from tests.support.waiting import until
from tests.support.worker_pools import PATIENT, is_running, process_id_from
from workers.errors import (
    AnswerTooLarge,
    Busy,
    BusyReason,
    JobFailed,
    OutOfMemory,
    PoolClosed,
    TimedOut,
    WorkerLost,
)
from workers.messages import JobOutcome, OutcomeKind
from workers.pool import SYSTEM, Priority
from workers.setup import WorkerLimits, WorkerSetup

pytestmark = pytest.mark.waits

LONG = (Priority.LONG, Priority.BACKGROUND)


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_pool, "WATCH_SECONDS", 0.05)
    monkeypatch.setattr(cluster_pool, "RETRY_SECONDS", 0.05)


@asynccontextmanager
async def scheduler(port: int = 0) -> AsyncIterator[Scheduler]:
    async with Scheduler(host="127.0.0.1", port=port, dashboard_address=":0") as running:
        yield running


@asynccontextmanager
async def cluster(threads: int = 1) -> AsyncIterator[tuple[Scheduler, Worker]]:
    """A cluster in this process."""
    async with scheduler() as running, worker(running.address, threads) as dask_worker:
        yield running, dask_worker


@asynccontextmanager
async def worker(address: str, threads: int = 1) -> AsyncIterator[Worker]:
    async with Worker(address, nthreads=threads, dashboard_address=":0") as running:
        yield running


@asynccontextmanager
async def pool_on(
    address: str, folder: Path, *, queue: int = 10, per_person: int = 10, seconds: float = PATIENT
) -> AsyncIterator[ClusterPool]:
    """A pool with one worker here; when the block begins, it uses the cluster."""
    setup = WorkerSetup(jobs.registry, readable=("/proc",), writable=(str(folder),))
    limits = WorkerLimits(seconds, answer=1 << 20)
    pool = ClusterPool(
        address,
        workers=1,
        queue=queue,
        per_person=per_person,
        limits=limits,
        worker_setup=setup,
        long_queue=2,
    )
    async with pool:
        await until(lambda: pool._client)
        yield pool


def there(pool: ClusterPool, outcome: str = "done") -> float:
    """How many jobs have ended on the cluster with an outcome."""
    sample = pool.metrics.registry.get_sample_value
    labels = [{"priority": each.name.lower(), "outcome": outcome} for each in LONG]
    return sum(sample("ouro_cluster_jobs_total", each) or 0.0 for each in labels)


def run(pool: ClusterPool, job: Any, request: Any, **options: Any) -> Any:
    """Run a job of priority LONG."""
    return pool.run(job, request, **{"person": 1, "priority": Priority.LONG, **options})


async def test_long_jobs_run_there_and_quick_ones_here(tmp_path: Path) -> None:
    async with cluster() as (running, _), pool_on(running.address, tmp_path) as pool:
        where = {
            priority: await pool.run(jobs.process_id, None, person=1, priority=priority)
            for priority in Priority
        }
        assert where[Priority.LONG] == where[Priority.BACKGROUND]
        assert where[Priority.QUICK] == where[Priority.SLOW] != where[Priority.LONG]
        assert there(pool) == len(LONG)
        assert b"ouro_cluster_threads 1.0" in pool.metrics.text()


async def test_jobs_end_as_they_end_here(tmp_path: Path) -> None:
    charged: list[float] = []
    async with cluster() as (running, _), pool_on(running.address, tmp_path) as pool:
        charge = functools.partial(run, pool, on_worker_released=charged.append)
        assert await charge(jobs.sleep, 0.2) == 0.2
        with pytest.raises(NotationError, match="what is x"):
            await charge(jobs.complain, "what is x?")
        with pytest.raises(JobFailed, match="cannot be packed"):
            await charge(jobs.return_without_bytes, None)
        with pytest.raises(AnswerTooLarge) as large:
            await charge(jobs.answer_of, 2 << 20)
        assert large.value.max_size == 1 << 20
        with pytest.raises(OutOfMemory):
            await charge(jobs.hoard, 4000)
        assert await charge(jobs.double, 4) == 8
        assert there(pool) == 6
    assert charged[0] >= 0.2
    assert len(charged) == 6
    assert min(charged) > 0


async def test_jobs_whose_processes_die_there_run_here(tmp_path: Path) -> None:
    """As where the system kills processes of that machine, but not of this one."""
    reply = ClusterReply(1.0, JobOutcome(OutcomeKind.LOST, 0))
    async with cluster() as (running, _), pool_on(running.address, tmp_path) as pool:
        with pytest.raises(WorkerLost):  # a job that kills its process does so here too
            await run(pool, jobs.die, None)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(cluster_pool, "run_job", answering(msgspec.msgpack.encode(reply)))
            charged: list[float] = []
            for number in range(4):
                charge = functools.partial(run, pool, on_worker_released=charged.append)
                assert await charge(jobs.double, number) == 2 * number
        assert (there(pool), there(pool, "undone")) == (0, 5)
        assert charged.count(1.0) == 4
        assert len(charged) == 8


def answering(reply: object) -> Any:
    """The task of Dask, whatever the job."""

    async def task(*_: object) -> object:
        return reply

    return task


async def test_a_job_that_takes_too_long_is_killed(tmp_path: Path) -> None:
    async with (
        cluster() as (running, _),
        pool_on(running.address, tmp_path, seconds=3) as pool,
    ):
        with pytest.raises(TimedOut) as caught:
            await run(pool, jobs.leave_id_and_sleep, tmp_path / "id")
        assert caught.value.seconds == 3
        assert not is_running(await process_id_from(tmp_path / "id"))


async def test_a_cancelled_job_is_killed(tmp_path: Path) -> None:
    async with cluster() as (running, _), pool_on(running.address, tmp_path) as pool:
        task = asyncio.create_task(run(pool, jobs.leave_id_and_sleep, tmp_path / "id"))
        process = await process_id_from(tmp_path / "id")
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until(lambda: not is_running(process))
        assert await run(pool, jobs.double, 4) == 8
        assert pool.jobs == 0


async def test_closing_ends_running_jobs(tmp_path: Path) -> None:
    async with cluster() as (running, _):
        async with pool_on(running.address, tmp_path) as pool:
            task = asyncio.create_task(run(pool, jobs.leave_id_and_sleep, tmp_path / "id"))
            process = await process_id_from(tmp_path / "id")
        with pytest.raises(PoolClosed):
            await task
        await until(lambda: not is_running(process))
        with pytest.raises(Busy):
            await run(pool, jobs.double, 4)


async def test_the_limits_of_the_bot_hold(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    async with (
        cluster() as (running, _),
        pool_on(running.address, tmp_path, per_person=2) as pool,
    ):
        one = [asyncio.create_task(run(pool, jobs.wait_for, gate)) for _ in range(2)]
        await asyncio.sleep(0)
        for priority in (Priority.QUICK, Priority.LONG):
            with pytest.raises(Busy) as caught:
                await run(pool, jobs.double, 1, priority=priority)
            assert caught.value.reason is BusyReason.PERSON
        two = asyncio.create_task(run(pool, jobs.wait_for, gate, person=2))
        await asyncio.sleep(0)
        with pytest.raises(Busy) as caught:  # one runs, two wait
            await run(pool, jobs.double, 1, person=3)
        assert caught.value.reason is BusyReason.QUEUE
        own = asyncio.create_task(
            run(pool, jobs.wait_for, gate, person=SYSTEM, priority=Priority.BACKGROUND)
        )
        assert await pool.run(jobs.double, 1, person=3) == 2
        gate.touch()
        await asyncio.gather(*one, two, own)


async def test_people_go_before_coming_days_and_both_before_batches(tmp_path: Path) -> None:
    """Dask runs tasks with a higher priority first; chunks of batches have none, which is 0."""
    async with cluster() as (running, _), pool_on(running.address, tmp_path) as pool:
        client = pool._client
        assert client is not None
        submit, given = client.submit, []

        def noting(*arguments: Any, **options: Any) -> Any:
            given.append(options["priority"])
            return submit(*arguments, **options)

        client.submit = noting
        for priority in LONG:
            assert await run(pool, jobs.double, 4, priority=priority) == 8
    assert given[0] > given[1] > 0


async def test_a_job_runs_here_once_when_the_cluster_is_lost(tmp_path: Path) -> None:
    begun = tmp_path / "gate.begun"
    async with cluster() as (running, _), pool_on(running.address, tmp_path) as pool:
        task = asyncio.create_task(run(pool, jobs.wait_for, tmp_path / "gate"))
        await until(begun.exists)
        begun.unlink()
        await running.close()
        await until(begun.exists)
        (tmp_path / "gate").touch()
        await task
        assert (there(pool), there(pool, "undone")) == (0, 1)
        assert await run(pool, jobs.double, 4) == 8
        await until(lambda: b"ouro_cluster_threads 0.0" in pool.metrics.text())


async def test_a_killed_worker_of_dask_loses_nothing(tmp_path: Path) -> None:
    """Another one takes its job; without another one, the job runs here."""
    begun = tmp_path / "gate.begun"
    async with cluster() as (running, first), pool_on(running.address, tmp_path) as pool:
        task = asyncio.create_task(run(pool, jobs.wait_for, tmp_path / "gate"))
        await until(begun.exists)
        begun.unlink()
        async with worker(running.address) as second:
            await first.close(executor_wait=False)
            await until(begun.exists)
            begun.unlink()
            await second.close(executor_wait=False)
            await until(begun.exists)
            (tmp_path / "gate").touch()
            await task
        assert there(pool, "undone") == 1


async def test_a_cluster_that_comes_back_is_used_again(tmp_path: Path) -> None:
    async with cluster() as (running, _), pool_on(running.address, tmp_path) as pool:
        before = pool._client
        assert before is not None
        await running.close()
        await until(lambda: before.status != "running")
        async with scheduler(running.port) as again, worker(again.address):
            await until(lambda: pool._client and pool._client.status == "running")
            assert await run(pool, jobs.double, 4) == 8
            assert there(pool) == 1


async def test_whatever_dask_raises_the_pool_connects_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with cluster() as (running, _), pool_on(running.address, tmp_path) as pool:
        before = pool._client
        assert before is not None

        async def fail(*_: object) -> None:
            raise RuntimeError("ConnectionPool is closed")

        close = before.close
        monkeypatch.setattr(before, "close", fail)
        monkeypatch.setattr(before, "nthreads", fail)
        await until(lambda: pool._client is not None and pool._client is not before)
        assert await run(pool, jobs.double, 4) == 8
        assert there(pool) == 1
        await close()


async def test_a_frozen_scheduler_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with cluster() as (running, _), pool_on(running.address, tmp_path) as pool:

        async def never(**_: object) -> None:
            await asyncio.Event().wait()

        monkeypatch.setattr(cluster_pool, "ANSWER_SECONDS", 0.2)
        running.handlers["ncores"] = never
        await until(lambda: pool._client is None)
        running.handlers["ncores"] = running.get_ncores
        assert await run(pool, jobs.double, 4) == 8


async def test_another_version_is_refused_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with cluster() as (running, _), pool_on(running.address, tmp_path) as pool:
        monkeypatch.setattr(cluster_pool, "own_version", lambda: "0.0.1")
        assert await run(pool, jobs.double, 4) == 8
        assert (there(pool), there(pool, "undone")) == (0, 1)
    assert "another version of Ouro than 0.0.1" in capsys.readouterr().out


async def test_an_address_without_a_scheduler_is_told_at_once() -> None:
    with pytest.raises(BatchError, match=r"tcp://127.0.0.1:1 cannot be used: .*refused"):
        await dask_workers.connect("tcp://127.0.0.1:1", wait=0)


async def test_a_cluster_without_workers_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_workers, "CONNECT_SECONDS", 0.3)
    async with scheduler() as running:
        with pytest.raises(BatchError, match="has no worker"):
            await dask_workers.connect(running.address)


async def unknown(*_: object) -> None:
    raise ModuleNotFoundError("No module named 'batch'")


ANSWER, ERROR = (
    msgspec.msgpack.encode(ClusterReply(1.0, JobOutcome(kind, 1, data)))
    for kind, data in ((OutcomeKind.ANSWER, b"\xc1"), (OutcomeKind.ERROR, b"\x01"))
)


@pytest.mark.parametrize("task", [unknown, *map(answering, (b"", b"no reply", ANSWER, ERROR, 7))])
async def test_a_job_runs_here_when_its_reply_cannot_be_read(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    task: Any,
) -> None:
    async with cluster() as (running, _), pool_on(running.address, tmp_path) as pool:
        monkeypatch.setattr(cluster_pool, "run_job", task)
        assert await run(pool, jobs.double, 4) == 8
        assert there(pool, "undone") == 1
    told = "No module named 'batch'); its scheduler and workers need Ouro"
    assert (told in capsys.readouterr().out) is (task is unknown)


async def test_nothing_of_a_job_is_unpickled(tmp_path: Path) -> None:
    """Requests and replies cross as bytes, which Dask's own format carries as they are."""
    replies: list[object] = []
    async with cluster() as (running, _), pool_on(running.address, tmp_path) as pool:
        client = pool._client
        assert client is not None
        submit = client.submit

        def noting(task: Any, *arguments: Any, **options: Any) -> Any:
            replies.append(arguments[-1])
            return submit(task, *arguments, **options)

        client.submit = noting
        assert await run(pool, jobs.double, 4) == 8
    assert replies == [msgspec.msgpack.encode(4)]
    assert await cluster_pool.run_job("", "0.0.1", pool._setup, "double", b"") == (
        msgspec.msgpack.encode(
            ClusterReply(
                problem="A worker of the cluster has another version of Ouro than 0.0.1, which "
                "sent the work: all machines need the same one."
            )
        )
    )
