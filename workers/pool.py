"""Run jobs that would block the event loop: a bounded priority queue in front of processes.

A job is a function of one value that returns a value; the package `jobs` defines them, and a
registry (`workers.codec`) lists them.

Each worker (`workers.process`) is a process with its own socket. Workers therefore share no pipe
and no lock, and a broken one (killed in the middle of a write, an answer that cannot be read) is
replaced without affecting the others. A `ChargedPool` charges the time of jobs to quotas of users.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from types import MappingProxyType
from typing import Any, Protocol, Self, TypeAlias, TypeVar

import structlog
from msgspec import Struct

from jobs.work import QUICK_WORK
from telemetry.metrics import Metrics, observed
from workers.code import own_code
from workers.codec import Codec
from workers.errors import CodeChanged, PoolClosed, WorkerLost
from workers.job_queue import SYSTEM, SYSTEM_JOBS, Admission, JobQueue, Priority
from workers.messages import JobOutcome
from workers.messages import Request as PackedRequest
from workers.process import Worker, WorkerDied
from workers.setup import MEBIBYTE, WorkerLimits, WorkerSetup

__all__ = [
    "SYSTEM",
    "SYSTEM_JOBS",
    "Account",
    "ChargedPool",
    "Load",
    "LocalPool",
    "Priority",
    "Secrecy",
    "WorkPool",
]

Request = TypeVar("Request")
Answer = TypeVar("Answer")
Result = TypeVar("Result")

Fetch: TypeAlias = Callable[[], Awaitable[Request]]
"""Fetches the request of a job."""

WORK_OF = MappingProxyType({Priority.QUICK: QUICK_WORK, Priority.SLOW: 1.0})
"""Seconds of a worker of the largest jobs of a priority; of others they are the worker's limit."""
MAX_HELD = 64 * MEBIBYTE
"""Maximum bytes of the requests that are waited for, and of what is fetched for them. Those that
are fetched for a free worker come to these: one for each worker."""

log = structlog.stdlib.get_logger(__name__)


class Load(Struct, frozen=True):
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
        request: Request | Fetch[Request],
        *,
        person: int,
        priority: Priority = Priority.SLOW,
        own: int | None = None,
    ) -> Answer:
        """Return the answer of `job(request)`, run for the user with the ID `person`.

        What is secret is told on no board but its own, that of the puzzle with the ID `own`.

        Instead of a request it takes a function that fetches one, which is called when a worker is
        free for it, and whose errors are raised. Raises `Busy` at once when the job is not
        admitted, `TimedOut` when it exceeds the time limit, `PoolClosed` when the pool is closed
        meanwhile, `CodeChanged` when its worker would run other code than this process,
        `OutOfMemory` when it exceeds the memory limit, `AnswerTooLarge` when its answer exceeds the
        size limit, `WorkerLost` when two processes in a row died running it,
        `workers.codec.CodecError` when the registry lacks the job, the request has another type or
        the job may not be QUICK, the errors of the registry that the job raises, and `JobFailed`
        when it raises anything else. Cancelling the call kills the job.
        """

    @property
    def load(self) -> Load:
        """The present number of workers, running and waiting jobs."""

    def room(self, person: int, held: int) -> AbstractContextManager[None]:
        """Hold bytes for a slow job of a user while the block prepares and runs it.

        Raises `Busy` at once when the job would not be admitted, so that nothing is fetched for it.
        """


class LocalPool:
    """A `WorkPool` of `workers` processes on this machine; an async context manager.

    At most `queue` jobs of each priority wait for a worker (`long_queue` jobs of priority LONG, by
    default as many), or more that take less work, and one user has at most `per_person` jobs
    waiting or running; `SYSTEM` has at most `SYSTEM_JOBS`. With two or more workers the first one
    is reserved for QUICK jobs, so that slow jobs never delay the answer to a button; with three or
    more, LONG jobs leave one further worker free. With `fair`, a user has one worker at a time,
    and one for QUICK jobs (`JobQueue`). A job that exceeds a limit is killed together
    with its worker, which is replaced.
    Workers are confined (`workers.confinement`); what the kernel lacks for that is logged once.
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
        fair: bool = True,
    ) -> None:
        own_code()  # before an upgrade can change what is stored
        self.metrics = metrics = Metrics()
        self._queue = queue
        self._long_queue = queue if long_queue is None else long_queue
        self._admission = Admission(metrics, per_person, self._is_full, MAX_HELD)
        self._limits = limits
        self._codec = codec = Codec(worker_setup.registry())
        self._workers = [Worker(codec, worker_setup, limits) for _ in range(workers)]
        self._warned = False
        self._job_queue = JobQueue(self._workers, fair=fair)
        self._closed = False
        metrics.workers.set(workers)
        metrics.running.set_function(lambda: self.load.running)
        metrics.waiting.set_function(lambda: self.load.waiting)

    async def __aenter__(self) -> Self:
        for worker in self._workers:
            self._job_queue.add_free(worker)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

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
        running = min(self._job_queue.running, self.jobs)
        return Load(len(self._workers), running, self.jobs - running)

    @property
    def released_workers(self) -> int:
        """How often a worker became free after a job; it grows while the workers make progress."""
        return self._job_queue.released

    async def run(
        self,
        job: Callable[[Request], Answer],
        request: Request | Fetch[Request],
        *,
        person: int,
        priority: Priority = Priority.SLOW,
        on_worker_released: Callable[[float], None] | None = None,
    ) -> Answer:
        """See `WorkPool.run`.

        `on_worker_released` is called with the seconds that the job occupied a worker, also when
        the job fails or is cancelled.
        """
        name = self._codec.name_of(job)
        low = priority is not Priority.QUICK
        if not low:
            self._codec.require_quick(job, request)
        fetch = request if callable(request) else None
        data = b"" if fetch else self._codec.pack(request)
        packed = PackedRequest(name, data, low)

        async def attempt(worker: Worker) -> Answer:
            data = self._codec.pack(await fetch()) if fetch else packed.data
            answer: Answer = await worker.run(PackedRequest(name, data, low))
            return answer

        return await self._run(packed, attempt, person, priority, on_worker_released)

    async def run_packed(
        self,
        request: PackedRequest,
        *,
        person: int,
        priority: Priority,
        on_worker_released: Callable[[float], None] | None = None,
    ) -> JobOutcome:
        """Run a job whose request is packed, and return the packed outcome, which was checked.

        Raises `workers.codec.CodecError` for an unknown job, and otherwise as `run` does, but
        errors of the job are in the outcome.
        """
        self._codec.job(request.job)

        def attempt(worker: Worker) -> Awaitable[JobOutcome]:
            return worker.run_packed(request)

        return await self._run(request, attempt, person, priority, on_worker_released)

    @property
    def is_full(self) -> bool:
        """Whether a job such as solving a puzzle would be refused now."""
        return self._is_full(Priority.SLOW)

    @property
    def jobs(self) -> int:
        """The number of waiting and running jobs."""
        return self._admission.jobs

    @property
    def closing(self) -> bool:
        """Whether the pool rejects all new jobs, because it closes."""
        return self._admission.closing

    def stop_admitting(self) -> None:
        """Reject new jobs from now on; waiting and running jobs continue."""
        self._admission.closing = True

    def room(self, person: int, held: int) -> AbstractContextManager[None]:
        """See `WorkPool.room`."""
        return self._admission.room(person, held)

    def _max_waiting(self, priority: Priority) -> int:
        """Maximum number of waiting jobs of a priority."""
        return self._long_queue if priority is Priority.LONG else self._queue

    def _most_work(self, priority: Priority) -> float:
        """Seconds of a worker of the largest jobs of a priority."""
        return WORK_OF.get(priority, self._limits.seconds)

    def _is_full(self, priority: Priority) -> bool:
        """Whether no further job of a priority may wait: the work of the largest ones waits."""
        most = self._max_waiting(priority) * self._most_work(priority)
        return self._job_queue.is_full(priority, most)

    async def _run(
        self,
        request: PackedRequest,
        attempt: Callable[[Worker], Awaitable[Result]],
        person: int,
        priority: Priority,
        on_worker_released: Callable[[float], None] | None,
    ) -> Result:
        """Wait for a worker, and attempt a job on it twice if necessary."""
        start = time.perf_counter()
        work = min(self._codec.bound(request.job).work, self._most_work(priority))
        with self._admission.admitted(person, priority, len(request.data)):
            async with self._job_queue.worker(priority, person, work) as worker:
                waited = time.perf_counter() - start
                self.metrics.waits.labels(priority.name.lower()).observe(waited)
                with observed(self.metrics.jobs, request.job) as timing:
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
            except CodeChanged as change:
                self.metrics.busy.labels(change.reason.value).inc()
                log.warning("code changed", remedy=str(change))
                raise
        raise WorkerLost


class Account(Protocol):
    """Charges the worker seconds of jobs to the quotas of users."""

    async def open(self, person: int) -> Callable[[float], None]:
        """Return a function that charges a number of worker seconds to a user.

        Raises an error when the quota of that user is used up.
        """


class Secrecy(Protocol):
    """Knows of what nobody is told anything."""

    async def ask(self, job: Callable[[Any], Any], value: object, own: int | None) -> None:
        """Raise an error if a request or an answer of a job is about a secret.

        It may be about the puzzle with the ID `own`: that of the person's board.
        """


class ChargedPool:
    """A `WorkPool` that charges jobs to an account, also those that fail, and keeps secrets.

    QUICK jobs and jobs of `SYSTEM` are free.
    """

    def __init__(self, pool: LocalPool, account: Account, secrecy: Secrecy) -> None:
        self._pool = pool
        self._account = account
        self._secrecy = secrecy
        self.metrics = pool.metrics

    @property
    def load(self) -> Load:
        """See `WorkPool.load`."""
        return self._pool.load

    def room(self, person: int, held: int) -> AbstractContextManager[None]:
        """See `WorkPool.room`."""
        return self._pool.room(person, held)

    async def run(
        self,
        job: Callable[[Request], Answer],
        request: Request | Fetch[Request],
        *,
        person: int,
        priority: Priority = Priority.SLOW,
        own: int | None = None,
    ) -> Answer:
        """See `WorkPool.run`; also raises the errors of `Account.open` and `Secrecy.ask`."""
        await self._secrecy.ask(job, request, own)
        charge = None
        if person != SYSTEM and priority is not Priority.QUICK:
            charge = await self._account.open(person)
        answer = await self._pool.run(
            job, request, person=person, priority=priority, on_worker_released=charge
        )
        await self._secrecy.ask(job, answer, own)
        return answer
