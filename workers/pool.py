"""Work that must not block the bot: a bounded queue in front of processes that can be killed.

A job is a function of one value that returns a value; a registry (`workers.codec`) says which there
are. `LocalPool` runs jobs on this machine.

Each worker (`workers.process`) is a process with a socket of its own. Workers share no pipe and no
lock, and whatever happens to one (killed in the middle of a write, an answer that cannot be read)
is mended by replacing that one.
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
from workers.fork_server import ForkServer
from workers.process import Worker, WorkerDied, WorkerLimits, WorkerSetup

Request = TypeVar("Request")
Answer = TypeVar("Answer")

SYSTEM = 0
"""The person for whom work is done that nobody asked for."""

log = structlog.stdlib.get_logger(__name__)


class Priority(IntEnum):
    """Which jobs go first when several wait, and which may not take every worker.

    QUICK jobs take milliseconds and somebody waits for them, as for a pressed button; SLOW
    ones may take a second or two; LONG ones as long as any job may; nobody waits for BACKGROUND
    ones.
    """

    QUICK = 0
    SLOW = 1
    LONG = 2
    BACKGROUND = 3


@dataclass(frozen=True, slots=True)
class Load:
    """How many workers there are, how many of them have a job, and how many jobs wait."""

    workers: int
    running: int
    waiting: int


class WorkPool(Protocol):
    """Somewhere jobs run; what becomes of them is counted in `metrics`."""

    metrics: Metrics

    async def run(
        self,
        job: Callable[[Request], Answer],
        request: Request,
        *,
        person: int,
        priority: Priority = Priority.SLOW,
    ) -> Answer:
        """The answer of `job(request)`, asked for by the person with that id.

        Raises `Busy` at once when there is no room, `TimedOut` when the job took too long,
        `OutOfMemory` and `AnswerTooLarge` when it went past those limits, `WorkerLost` when
        processes died under it twice, `workers.codec.CodecError` when the registry does not know
        the job or the type of the request, the errors of the registry that the job raises, and
        `JobFailed` when it raises anything else.
        Cancelling the call ends the job.
        """

    @property
    def load(self) -> Load:
        """How much there is to do now."""

    def expecting(self, person: int) -> AbstractContextManager[None]:
        """A block in which a slow job of somebody is prepared and run.

        Raises `Busy` at once where there would be no room for it, so that a crowd is turned away
        before anything is done for it.
        """


class LocalPool:
    """A `WorkPool` of processes on this machine; an async context manager.

    At most `queue` jobs of each urgency wait for one of the `workers`, of the long ones at most
    `long_queue`, and one person has at most `per_person` jobs waiting or running. Where there are
    several workers, the first is kept for quick jobs, so that a slow one never delays somebody's
    button, and of three or more another one is kept from the long ones. A job that goes past a
    limit is ended with its worker, which is replaced. What `worker_setup` names is imported once,
    before the first job, and shared by all workers. They are confined (`workers.confinement`) as
    far as the kernel can do that; the log tells once where it cannot.
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
        self._server = server = ForkServer(worker_setup.order(limits))
        codec = Codec(worker_setup.registry())
        self._workers = [Worker(server, codec, limits) for _ in range(workers)]
        self._told = False
        self._job_queue = _JobQueue(self._workers)
        self._persons: Counter[int] = Counter()
        self._expected = 0
        self._closing = False
        self._closed = False
        metrics.workers.set(workers)
        metrics.running.set_function(lambda: self._job_queue.running)
        metrics.waiting.set_function(lambda: self.load.waiting)

    async def __aenter__(self) -> Self:
        for worker in self._workers:
            self._job_queue.give_back(worker)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def warm_up(self) -> None:
        """Return when every worker has imported its modules; `WorkerLost` if one cannot."""
        await asyncio.gather(*map(self._ready, self._workers))

    async def close(self) -> None:
        """Refuse new jobs, cancel those that run, and return when no worker is left."""
        self._closing = self._closed = True
        await asyncio.gather(*(worker.stop() for worker in self._workers))
        await self._server.close()

    @property
    def missing(self) -> tuple[str, ...]:
        """What the kernel does not keep workers from, one reason each; known once one is ready."""
        return max((worker.missing for worker in self._workers), key=len, default=())

    @property
    def jobs(self) -> int:
        """How many jobs wait or run."""
        return self._persons.total()

    @property
    def load(self) -> Load:
        """See `WorkPool.load`."""
        running = self._job_queue.running
        return Load(len(self._workers), running, self.jobs - running)

    @property
    def closing(self) -> bool:
        """Whether new jobs are refused for good."""
        return self._closing

    def refuse(self) -> None:
        """Admit no further jobs; those that wait or run go on."""
        self._closing = True

    async def run(
        self,
        job: Callable[[Request], Answer],
        request: Request,
        *,
        person: int,
        priority: Priority = Priority.SLOW,
        meter: Callable[[float], None] | None = None,
    ) -> Answer:
        """See `WorkPool.run`; `meter` is told the seconds a worker took, whatever came of it."""
        start = time.perf_counter()
        with self._admitted(person, priority):
            async with self._job_queue.worker(priority) as worker:
                waited = time.perf_counter() - start
                self.metrics.waits.labels(priority.name.lower()).observe(waited)
                with observed(self.metrics.jobs, job.__name__) as timing:
                    try:
                        return await self._run_on(worker, job, request, priority)
                    finally:
                        if meter is not None:
                            meter(timing.seconds)

    @contextlib.contextmanager
    def _admitted(self, person: int, priority: Priority) -> Iterator[None]:
        self._require_room(person, priority)
        self._persons[person] += 1
        try:
            yield
        finally:
            self._persons[person] -= 1
            if not self._persons[person]:
                del self._persons[person]

    @contextlib.contextmanager
    def expecting(self, person: int) -> Iterator[None]:
        """See `WorkPool.expecting`."""
        self._require_room(person, Priority.SLOW)
        if self._expected >= self._queue + len(self._workers):
            raise self._busy(BusyReason.QUEUE)
        self._expected += 1
        try:
            yield
        finally:
            self._expected -= 1

    def _require_room(self, person: int, priority: Priority) -> None:
        if (reason := self._busy_reason(person, priority)) is not None:
            raise self._busy(reason)

    def _busy(self, reason: BusyReason) -> Busy:
        self.metrics.busy.labels(reason.value).inc()
        return Busy(reason)

    def _busy_reason(self, person: int, priority: Priority) -> BusyReason | None:
        """What speaks against one more job."""
        if self._closing:
            return BusyReason.CLOSING
        if self._persons[person] >= self._per_person:
            return BusyReason.PERSON
        line = self._job_queue.line(priority)
        most = self._long_queue if priority is Priority.LONG else self._queue
        return BusyReason.QUEUE if line is not None and line >= most else None

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
        if worker.missing and not self._told:
            self._told = True
            log.warning("workers are less confined", missing=list(worker.missing))

    async def _twice(self, attempt: Callable[[], Awaitable[Answer]]) -> Answer:
        """What comes of something that a worker may die of, but not two."""
        for number in (1, 2):
            try:
                return await attempt()
            except WorkerDied as death:
                if self._closed:
                    raise asyncio.CancelledError from death
                self.metrics.crashes.inc()
                log.warning("worker died", attempt=number, cause=repr(death.__cause__))
        raise WorkerLost


class Account(Protocol):
    """Who pays for jobs."""

    async def open(self, person: int) -> Callable[[float], None]:
        """What is called with the seconds that a job of a person took; raises where they may have
        none."""


class ChargedPool:
    """A `WorkPool` whose slow jobs are charged to an account, whatever comes of them.

    Quick jobs, as for a pressed button, cost nothing, and so does what nobody asked for.
    """

    def __init__(self, pool: LocalPool, account: Account) -> None:
        self._pool = pool
        self._account = account
        self.metrics = pool.metrics

    @property
    def load(self) -> Load:
        """See `WorkPool.load`."""
        return self._pool.load

    def expecting(self, person: int) -> AbstractContextManager[None]:
        """See `WorkPool.expecting`."""
        return self._pool.expecting(person)

    async def run(
        self,
        job: Callable[[Request], Answer],
        request: Request,
        *,
        person: int,
        priority: Priority = Priority.SLOW,
    ) -> Answer:
        """See `WorkPool.run`; also raises what the account raises."""
        if person == SYSTEM or priority is Priority.QUICK:
            return await self._pool.run(job, request, person=person, priority=priority)
        charge = await self._account.open(person)
        return await self._pool.run(job, request, person=person, priority=priority, meter=charge)


class _JobQueue:
    """Gives free workers to waiting jobs: quick ones first, then in the order they came.

    All but one worker (or the only one there is) may have jobs that are not quick, and all but
    two those that are not even slow.
    """

    def __init__(self, workers: Sequence[Worker]) -> None:
        self._workers = len(workers)
        self._for_quick = workers[0] if len(workers) > 1 else None
        self._free: list[Worker] = []
        self._queues: dict[Priority, deque[asyncio.Future[Worker]]] = {
            priority: deque() for priority in Priority
        }
        self._most = {  # so many jobs at least so patient run at the same time
            Priority.QUICK: len(workers),
            Priority.SLOW: max(1, len(workers) - 1),
            Priority.LONG: max(1, len(workers) - 2),
        }
        self._begun = dict.fromkeys(self._most, 0)

    @property
    def running(self) -> int:
        """How many workers have a job."""
        return self._workers - len(self._free)

    def line(self, priority: Priority) -> int | None:
        """How many such jobs wait for a worker; None where the next one would not have to."""
        return None if self._may_start(priority) else len(self._queues[priority])

    def _may_start(self, priority: Priority) -> bool:
        room = (begun < self._most[kind] for kind, begun in self._begun.items() if kind <= priority)
        return all(room) and self._best(priority) is not None

    def _best(self, priority: Priority) -> Worker | None:
        """The free worker that such a job is given to."""
        if priority is Priority.QUICK and self._for_quick in self._free:
            return self._for_quick
        return next((worker for worker in self._free if worker is not self._for_quick), None)

    @contextlib.asynccontextmanager
    async def worker(self, priority: Priority) -> AsyncIterator[Worker]:
        """A worker for one job."""
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        queue = self._queues[priority]
        queue.append(turn)
        self._serve()
        try:
            worker = await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._done(turn.result(), priority)
            elif turn in queue:
                queue.remove(turn)
            raise
        try:
            yield worker
        finally:
            self._done(worker, priority)

    def give_back(self, worker: Worker) -> None:
        """A worker is free."""
        self._free.append(worker)
        self._serve()

    def _done(self, worker: Worker, priority: Priority) -> None:
        self._count(priority, -1)
        self.give_back(worker)

    def _count(self, priority: Priority, change: int) -> None:
        for kind in self._begun:
            self._begun[kind] += change if kind <= priority else 0

    def _serve(self) -> None:
        for priority, queue in self._queues.items():
            while queue and self._may_start(priority):
                turn, worker = queue.popleft(), self._best(priority)
                if worker is not None and not turn.done():
                    self._count(priority, 1)
                    self._free.remove(worker)
                    turn.set_result(worker)
