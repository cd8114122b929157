"""Run jobs that would block the event loop: a bounded priority queue in front of processes.

A job is a function of one value that returns a value; the package `jobs` defines them, and a
registry (`workers.codec`) lists them. `LocalPool` runs jobs on this machine.

Each worker (`workers.process`) is a process with its own socket. Workers therefore share no pipe
and no lock, and a broken one (killed in the middle of a write, an answer that cannot be read) is
replaced without affecting the others.
"""

import asyncio
import contextlib
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import IntEnum
from types import TracebackType
from typing import Protocol, Self, TypeVar

import structlog

from telemetry.metrics import Metrics, observed
from workers.codec import Codec
from workers.errors import Busy, BusyReason, WorkerLost
from workers.process import Worker, WorkerDied
from workers.setup import WorkerLimits, WorkerSetup

Request = TypeVar("Request")
Answer = TypeVar("Answer")

SYSTEM = 0
"""User ID of jobs that are charged to no user: what the service does by itself or for everyone."""
SYSTEM_JOBS = 10
"""Maximum number of jobs of `SYSTEM` at once, waiting or running.

The service has at most seven: a daily of each track that people wait for, one that is generated in
advance, one pending reply, one picture of a daily, one probe of the workers.
"""

log = structlog.stdlib.get_logger(__name__)


class Priority(IntEnum):
    """The order of waiting jobs, smallest value first, and how many workers they may occupy.

    A user waits for QUICK jobs, which take milliseconds, as for a pressed button. SLOW jobs may
    take a second or two, LONG jobs up to the time limit. No user waits for BACKGROUND jobs.
    """

    QUICK = 0
    SLOW = 1
    LONG = 2
    BACKGROUND = 3


@dataclass(frozen=True, slots=True)
class Load:
    """The number of workers, of running jobs and of waiting jobs."""

    workers: int
    running: int
    waiting: int


class WorkPool(Protocol):
    """Runs jobs and records their durations and outcomes in `metrics`."""

    metrics: Metrics

    async def run(
        self,
        job: Callable[[Request], Answer],
        request: Request,
        *,
        person: int,
        priority: Priority = Priority.SLOW,
    ) -> Answer:
        """Return the answer of `job(request)`, run for the user with the ID `person`.

        Raises `Busy` at once when the job is not admitted, `TimedOut` when it exceeds the time
        limit, `OutOfMemory` when it exceeds the memory limit, `AnswerTooLarge` when its answer
        exceeds the size limit, `WorkerLost` when two processes in a row died running it,
        `workers.codec.CodecError` when the registry does not know the job or the type of the
        request, the errors of the registry that the job raises, and `JobFailed` when it raises
        anything else. Cancelling the call kills the job.
        """

    @property
    def load(self) -> Load:
        """The present number of workers, running and waiting jobs."""

    def reserved_place(self, person: int) -> AbstractContextManager[None]:
        """Reserve a place for a slow job of a user while the block prepares and runs it.

        Raises `Busy` at once when the queue has no place left or the user has too many jobs, so
        that excess requests are rejected before any input is fetched for them.
        """


class LocalPool:
    """A `WorkPool` of `workers` processes on this machine; an async context manager.

    At most `queue` jobs of each priority wait for a worker (`long_queue` jobs of priority LONG),
    and one user has at most `per_person` jobs waiting or running; `SYSTEM` has at most
    `SYSTEM_JOBS`. With two or more workers the first one is reserved for QUICK jobs, so that slow
    jobs never delay the answer to a button; with three or more, LONG jobs leave one further worker
    free. A job that exceeds a limit is killed together with its worker, which is replaced. All
    pools of the program share one fork server, which imports the modules of the first pool; workers
    of another pool import theirs each. Workers are confined (`workers.confinement`); the log says
    once what the kernel lacks for that.
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
        self.metrics = metrics = Metrics()
        self._queue = queue
        self._long_queue = queue if long_queue is None else long_queue
        self._per_person = per_person
        codec = Codec(worker_setup.registry())
        self._workers = [Worker(codec, worker_setup, limits) for _ in range(workers)]
        self._warned = False
        self._job_queue = _JobQueue(self._workers)
        self._jobs_by_person: Counter[int] = Counter()
        self._reserved = 0
        self._closing = False
        self._closed = False
        metrics.workers.set(workers)
        metrics.running.set_function(lambda: self._job_queue.running)
        metrics.waiting.set_function(lambda: self.load.waiting)

    async def __aenter__(self) -> Self:
        for worker in self._workers:
            self._job_queue.add_free(worker)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def warm_up(self) -> None:
        """Start every worker and return when each has imported its modules.

        Raises `WorkerLost` when a worker cannot start.
        """
        await asyncio.gather(*map(self._ready, self._workers))

    async def close(self) -> None:
        """Reject new jobs, kill the running ones, and return when no worker is left."""
        self._closing = self._closed = True
        await asyncio.gather(*(worker.close() for worker in self._workers))

    @property
    def missing(self) -> tuple[str, ...]:
        """The restrictions that the kernel lacks, one reason each; known once a worker is ready."""
        return max((worker.missing for worker in self._workers), key=len, default=())

    @property
    def jobs(self) -> int:
        """The number of waiting and running jobs."""
        return self._jobs_by_person.total()

    @property
    def load(self) -> Load:
        """See `WorkPool.load`."""
        running = self._job_queue.running
        return Load(len(self._workers), running, self.jobs - running)

    @property
    def released_workers(self) -> int:
        """How often a worker became free after a job; it grows while the workers make progress."""
        return self._job_queue.released

    @property
    def closing(self) -> bool:
        """Whether the pool rejects all new jobs, because it closes."""
        return self._closing

    def stop_admitting(self) -> None:
        """Reject new jobs from now on; waiting and running jobs continue."""
        self._closing = True

    async def run(
        self,
        job: Callable[[Request], Answer],
        request: Request,
        *,
        person: int,
        priority: Priority = Priority.SLOW,
        on_worker_released: Callable[[float], None] | None = None,
    ) -> Answer:
        """See `WorkPool.run`.

        `on_worker_released` is called with the seconds that the job occupied a worker, also when
        the job fails or is cancelled.
        """
        start = time.perf_counter()
        with self._admitted(person, priority):
            async with self._job_queue.worker(priority) as worker:
                waited = time.perf_counter() - start
                self.metrics.waits.labels(priority.name.lower()).observe(waited)
                with observed(self.metrics.jobs, job.__name__) as timing:
                    try:
                        return await self._run_on(worker, job, request, priority)
                    finally:
                        if on_worker_released is not None:
                            on_worker_released(timing.seconds)

    @contextlib.contextmanager
    def _admitted(self, person: int, priority: Priority) -> Iterator[None]:
        self._require_room(person, priority)
        self._jobs_by_person[person] += 1
        try:
            yield
        finally:
            self._jobs_by_person[person] -= 1
            if not self._jobs_by_person[person]:
                del self._jobs_by_person[person]

    @contextlib.contextmanager
    def reserved_place(self, person: int) -> Iterator[None]:
        """See `WorkPool.reserved_place`."""
        self._require_room(person, Priority.SLOW)
        if self._reserved >= self._queue + len(self._workers):
            raise self._busy(BusyReason.QUEUE)
        self._reserved += 1
        try:
            yield
        finally:
            self._reserved -= 1

    def _require_room(self, person: int, priority: Priority) -> None:
        if (reason := self._busy_reason(person, priority)) is not None:
            raise self._busy(reason)

    def _busy(self, reason: BusyReason) -> Busy:
        self.metrics.busy.labels(reason.value).inc()
        return Busy(reason)

    def _busy_reason(self, person: int, priority: Priority) -> BusyReason | None:
        """The limit that one more job would exceed; None when the job can be admitted."""
        if self._closing:
            return BusyReason.CLOSING
        if person == SYSTEM:
            if self._jobs_by_person[SYSTEM] >= SYSTEM_JOBS:
                return BusyReason.QUEUE  # whoever waits for it has no job of their own
        elif self._jobs_by_person[person] >= self._per_person:
            return BusyReason.PERSON
        waiting = self._job_queue.jobs_ahead(priority)
        max_waiting = self._long_queue if priority is Priority.LONG else self._queue
        return BusyReason.QUEUE if waiting is not None and waiting >= max_waiting else None

    async def _run_on(
        self,
        worker: Worker,
        job: Callable[[Request], Answer],
        request: Request,
        priority: Priority,
    ) -> Answer:
        low_priority = priority is not Priority.QUICK
        return await self._twice(lambda: worker.run(job, request, low_priority=low_priority))

    async def _ready(self, worker: Worker) -> None:
        await self._twice(worker.ready)
        if worker.missing and not self._warned:
            self._warned = True
            log.warning("workers are less confined", missing=list(worker.missing))

    async def _twice(self, attempt: Callable[[], Awaitable[Answer]]) -> Answer:
        """The result of an attempt, which is repeated once when the worker dies."""
        for number in (1, 2):
            try:
                return await attempt()
            except WorkerDied as death:
                if self._closed:
                    raise asyncio.CancelledError from death
                self.metrics.crashes.inc()
                log.warning("worker died", attempt=number, cause=repr(death.__cause__))
        raise WorkerLost


class _JobQueue:
    """Assigns free workers to waiting jobs by priority, then first in, first out.

    Jobs of priority SLOW or lower leave one worker free, and jobs of priority LONG or lower leave
    two, unless that would leave them no worker at all.
    """

    def __init__(self, workers: Sequence[Worker]) -> None:
        self._workers = len(workers)
        self._quick_worker = workers[0] if len(workers) > 1 else None
        self._free: list[Worker] = []
        self._queues: dict[Priority, deque[asyncio.Future[Worker]]] = {
            priority: deque() for priority in Priority
        }
        # Maximum number of running jobs of each priority or a lower one, and their number now.
        self._max_running = {
            Priority.QUICK: len(workers),
            Priority.SLOW: max(1, len(workers) - 1),
            Priority.LONG: max(1, len(workers) - 2),
        }
        self._running = dict.fromkeys(self._max_running, 0)
        self.released = 0

    @property
    def running(self) -> int:
        """The number of workers that have a job."""
        return self._workers - len(self._free)

    def jobs_ahead(self, priority: Priority) -> int | None:
        """The number of waiting jobs of this priority; None when the next one can start at once."""
        return None if self._can_start(priority) else len(self._queues[priority])

    def _can_start(self, priority: Priority) -> bool:
        room = (
            running < self._max_running[level]
            for level, running in self._running.items()
            if level <= priority
        )
        return all(room) and self._free_worker(priority) is not None

    def _free_worker(self, priority: Priority) -> Worker | None:
        """The free worker that runs the next job of this priority."""
        if priority is Priority.QUICK and self._quick_worker in self._free:
            return self._quick_worker
        return next((worker for worker in self._free if worker is not self._quick_worker), None)

    @contextlib.asynccontextmanager
    async def worker(self, priority: Priority) -> AsyncIterator[Worker]:
        """Wait for a worker, which the block then has for one job."""
        waiter: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        queue = self._queues[priority]
        queue.append(waiter)
        self._dispatch()
        try:
            worker = await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self._release(waiter.result(), priority)
            elif waiter in queue:
                queue.remove(waiter)
            raise
        try:
            yield worker
        finally:
            self._release(worker, priority)

    def add_free(self, worker: Worker) -> None:
        """Add a worker to the free ones and start waiting jobs."""
        self._free.append(worker)
        self._dispatch()

    def _release(self, worker: Worker, priority: Priority) -> None:
        self.released += 1
        self._count_running(priority, -1)
        self.add_free(worker)

    def _count_running(self, priority: Priority, change: int) -> None:
        for level in self._running:
            self._running[level] += change if level <= priority else 0

    def _dispatch(self) -> None:
        for priority, queue in self._queues.items():
            while queue and self._can_start(priority):
                waiter, worker = queue.popleft(), self._free_worker(priority)
                if worker is not None and not waiter.done():
                    self._count_running(priority, 1)
                    self._free.remove(worker)
                    waiter.set_result(worker)
