"""Run jobs that would block the event loop: a bounded priority queue in front of processes.

A job is a function of one value that returns a value; the package `jobs` defines them, and a
registry (`workers.codec`) lists them. `LocalPool` runs jobs on this machine, and
`workers.remote_pool.RemotePool` on other ones.

Each worker (`workers.process`) is a process with its own socket. Workers therefore share no pipe
and no lock, and a broken one (killed in the middle of a write, an answer that cannot be read) is
replaced without affecting the others.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Self, TypeVar

import structlog

from telemetry.metrics import observed
from workers.admission import SYSTEM, SYSTEM_JOBS
from workers.base_pool import Load, ManagedPool, WorkPool
from workers.codec import Codec
from workers.errors import PoolClosed, WorkerLost
from workers.job_queue import JobQueue, Priority
from workers.messages import JobOutcome
from workers.messages import Request as PackedRequest
from workers.process import Worker, WorkerDied
from workers.setup import WorkerLimits, WorkerSetup

__all__ = [
    "SYSTEM",
    "SYSTEM_JOBS",
    "Load",
    "LocalPool",
    "ManagedPool",
    "Priority",
    "WorkPool",
]

Request = TypeVar("Request")
Answer = TypeVar("Answer")
Result = TypeVar("Result")

log = structlog.stdlib.get_logger(__name__)


class LocalPool(ManagedPool):
    """A `ManagedPool` of `workers` processes on this machine.

    At most `queue` jobs of each priority wait for a worker (`long_queue` jobs of priority LONG),
    and one user has at most `per_person` jobs waiting or running; `SYSTEM` has at most
    `SYSTEM_JOBS`. With two or more workers the first one is reserved for QUICK jobs, so that slow
    jobs never delay the answer to a button; with three or more, LONG jobs leave one further worker
    free. A job that exceeds a limit is killed together with its worker, which is replaced. All
    pools of the program share one fork server, which imports the modules of each pool once. Workers
    are confined (`workers.confinement`); what the kernel lacks for that is logged once.
    """

    def __init__(  # noqa: PLR0913 - all by name
        self,
        *,
        workers: int,
        queue: int,
        per_person: int,
        limits: WorkerLimits,
        worker_setup: WorkerSetup = WorkerSetup(),  # noqa: B008 - a frozen value
        long_queue: int | None = None,
    ) -> None:
        super().__init__(
            queue=queue, long_queue=long_queue, per_person=per_person, workers=lambda: workers
        )
        self._codec = codec = Codec(worker_setup.registry())
        self._workers = [Worker(codec, worker_setup, limits) for _ in range(workers)]
        self._warned = False
        self._job_queue = JobQueue(self._workers)
        self._closed = False

    async def __aenter__(self) -> Self:
        for worker in self._workers:
            self._job_queue.add_free(worker)
        return self

    async def warm_up(self) -> None:
        """Start every worker and return when each has imported its modules.

        Raises `WorkerLost` when a worker cannot start.
        """
        await asyncio.gather(*map(self._ready, self._workers))

    async def close(self) -> None:
        """Reject new jobs, kill the running ones, and return when no worker is left."""
        self._admission.closing = self._closed = True
        await asyncio.gather(*(worker.close() for worker in self._workers))

    @property
    def missing(self) -> tuple[str, ...]:
        """The restrictions that the kernel lacks, one reason each; known once a worker is ready."""
        return max((worker.missing for worker in self._workers), key=len, default=())

    @property
    def load(self) -> Load:
        """See `WorkPool.load`."""
        running = self._job_queue.running
        return Load(len(self._workers), running, self.jobs - running)

    @property
    def released_workers(self) -> int:
        """See `ManagedPool.released_workers`."""
        return self._job_queue.released

    async def run(
        self,
        job: Callable[[Request], Answer],
        request: Request,
        *,
        person: int,
        priority: Priority = Priority.SLOW,
        on_worker_released: Callable[[float], None] | None = None,
    ) -> Answer:
        """See `ManagedPool.run`."""
        low = priority is not Priority.QUICK

        def attempt(worker: Worker) -> Awaitable[Answer]:
            return worker.run(job, request, low_priority=low)

        return await self._run(job.__name__, attempt, person, priority, on_worker_released)

    async def run_packed(
        self,
        request: PackedRequest,
        *,
        person: int,
        priority: Priority,
        on_worker_released: Callable[[float], None] | None = None,
        on_start: Callable[[], None] | None = None,
    ) -> JobOutcome:
        """Run a job whose request is packed, and return the packed outcome, which was checked.

        `on_start` is called when the job gets a worker. Raises `workers.codec.CodecError` for an
        unknown job, and otherwise as `run` does, but errors of the job are in the outcome.
        """
        self._codec.job(request.job)

        def attempt(worker: Worker) -> Awaitable[JobOutcome]:
            if on_start is not None:
                on_start()
            return worker.run_packed(request)

        return await self._run(request.job, attempt, person, priority, on_worker_released)

    def _is_full(self, priority: Priority) -> bool:
        waiting = self._job_queue.jobs_ahead(priority)
        return waiting is not None and waiting >= self._max_waiting(priority)

    async def _run(
        self,
        name: str,
        attempt: Callable[[Worker], Awaitable[Result]],
        person: int,
        priority: Priority,
        on_worker_released: Callable[[float], None] | None,
    ) -> Result:
        """Wait for a worker, and attempt a job on it twice if necessary."""
        start = time.perf_counter()
        with self._admission.admitted(person, priority):
            async with self._job_queue.worker(priority) as worker:
                waited = time.perf_counter() - start
                self.metrics.waits.labels(priority.name.lower()).observe(waited)
                with observed(self.metrics.jobs, name) as timing:
                    try:
                        return await self._twice(lambda: attempt(worker))
                    finally:
                        if on_worker_released is not None:
                            on_worker_released(timing.seconds)

    async def _ready(self, worker: Worker) -> None:
        await self._twice(worker.ready)
        if worker.missing and not self._warned:
            self._warned = True
            log.warning("workers are less confined", missing=list(worker.missing))

    async def _twice(self, attempt: Callable[[], Awaitable[Result]]) -> Result:
        """The result of an attempt, which is repeated once when the worker dies."""
        for number in (1, 2):
            try:
                return await attempt()
            except WorkerDied as death:
                if self._closed:
                    raise PoolClosed from death
                self.metrics.crashes.inc()
                log.warning("worker died", attempt=number, cause=repr(death.__cause__))
        raise WorkerLost
