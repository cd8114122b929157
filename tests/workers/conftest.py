"""Worker pools with the sample jobs."""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.support import sample_jobs
from tests.support.worker_pools import PATIENT, Opener
from workers.codec import Registry
from workers.pool import LocalPool
from workers.setup import WorkerLimits, WorkerSetup

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Run the tests of this folder early: they wait for processes."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker("waits")


@pytest.fixture
def open_pool(tmp_path: Path) -> Opener:
    """A function that opens a pool of warm workers with the sample jobs.

    The jobs may read `/proc` and write to `tmp_path`.
    """

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
        registry: Callable[[], Registry] = sample_jobs.registry,
    ) -> AsyncIterator[LocalPool]:
        limits = WorkerLimits(seconds, memory, answer, max_jobs)
        setup = WorkerSetup(registry, readable=("/proc",), writable=(str(tmp_path),))
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
