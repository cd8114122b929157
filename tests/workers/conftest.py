"""Worker pools with the sample jobs, on this machine and on a worker host."""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.support import sample_jobs
from tests.support.worker_hosts import PATIENT, Certificates, hosted_pool
from tests.support.worker_pools import LocalOpener, Opener, Pool
from workers.pool import LocalPool
from workers.setup import WorkerLimits, WorkerSetup

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Run the tests of this folder early: they wait for processes."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker("waits")


@pytest.fixture(params=["local", "remote"])
def open_pool(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    """A function that opens a pool of warm workers with the sample jobs: local, then remote.

    The jobs may read `/proc` and write to `tmp_path`.
    """

    remote = request.param == "remote"
    certificates: Certificates | None = request.getfixturevalue("certificates") if remote else None

    @asynccontextmanager
    async def opened(
        *,
        workers: int = 1,
        queue: int = 10,
        per_person: int = 10,
        seconds: float = PATIENT,
        memory: int = 1024,
        answer: int = 1 << 20,
        max_jobs: int = 500,
        start: Callable[[], None] | None = None,
    ) -> AsyncIterator[Pool]:
        limits = WorkerLimits(seconds, memory, answer, max_jobs)
        setup = WorkerSetup(
            sample_jobs.registry, start=start, readable=("/proc",), writable=(str(tmp_path),)
        )
        if certificates is not None:
            async with hosted_pool(
                certificates, setup, limits, workers=workers, queue=queue, per_person=per_person
            ) as hosted:
                yield hosted
            return
        pool = LocalPool(
            workers=workers,
            queue=queue,
            per_person=per_person,
            limits=limits,
            worker_setup=setup,
        )
        async with pool:
            await pool.warm_up()
            yield pool

    return opened


@pytest.fixture
def open_local_pool(tmp_path: Path) -> LocalOpener:
    """A function that opens a local pool of warm workers with the sample jobs."""

    @asynccontextmanager
    async def opened(*, workers: int = 1, queue: int = 10) -> AsyncIterator[LocalPool]:
        setup = WorkerSetup(sample_jobs.registry, writable=(str(tmp_path),))
        limits = WorkerLimits(PATIENT)
        pool = LocalPool(
            workers=workers, queue=queue, per_person=10, limits=limits, worker_setup=setup
        )
        async with pool:
            await pool.warm_up()
            yield pool

    return opened
