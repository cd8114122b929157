"""Work that must not block the bot: a bounded queue in front of processes that can be killed.

A job is a function of one value that returns a value, both picklable; `jobs` has them.
`LocalPool` runs jobs on this machine.

Each worker (`workers.process`) is a pebble pool of one process. Workers therefore share no pipe and
no lock, and whatever happens to one (killed in the middle of a write, an answer that cannot be
unpickled) is mended by replacing that one.
"""

import asyncio
import contextlib
import multiprocessing
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import IntEnum
from types import TracebackType
from typing import Protocol, Self, TypeVar

import structlog

from telemetry.metrics import Metrics, observed
from workers.errors import Busy, Crowd, WorkerLost
from workers.process import Died, Preparation, Worker, WorkerLimits

Request = TypeVar("Request")
Answer = TypeVar("Answer")

OURSELVES = 0
"""The person for whom work is done that nobody asked for."""

log = structlog.stdlib.get_logger(__name__)


class Urgency(IntEnum):
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
        urgency: Urgency = Urgency.SLOW,
    ) -> Answer:
        """The answer of `job(request)`, asked for by the person with that id.

        Raises `Busy` at once when there is no room, `TimedOut` when the job took too long,
        `OutOfMemory` and `AnswerTooLarge` when it went past those limits, `WorkerLost` when
        processes died under it twice, and whatever the job raises.
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
    limit is ended with its worker, which is replaced. What `preparation` names is imported once,
    before the first job, and shared by all workers.
    """

    def __init__(  # noqa: PLR0913 - all by name
        self,
        *,
        workers: int,
        queue: int,
        per_person: int,
        limits: WorkerLimits,
        preparation: Preparation = Preparation(),  # noqa: B008 - a frozen value
        long_queue: int | None = None,
    ) -> None:
        self.metrics = metrics = Metrics()
        self._queue = queue
        self._long_queue = queue if long_queue is None else long_queue
        self._per_person = per_person
        self._preload = preparation.modules
        # Forking from a server that has the modules is quick (a worker is replaced in
        # milliseconds), and unlike forking the bot itself it copies no sockets and no threads.
        self._processes = multiprocessing.get_context("forkserver")
        self._workers = [Worker(self._processes, limits, preparation) for _ in range(workers)]
        self._desk = _Desk(self._workers)
        self._persons: Counter[int] = Counter()
        self._expected = 0
        self._closing = False
        metrics.workers.set(workers)
        metrics.running.set_function(lambda: self._desk.running)
        metrics.waiting.set_function(lambda: self.load.waiting)

    async def __aenter__(self) -> Self:
        self._processes.set_forkserver_preload(list(self._preload))
        for worker in self._workers:
            worker.start()
            self._desk.give_back(worker)
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
        await asyncio.gather(
            *(self._run_on(worker, _nothing, None, Urgency.QUICK) for worker in self._workers)
        )

    async def close(self) -> None:
        """Refuse new jobs, end those that run, and return when no worker is left."""
        self._closing = True
        await asyncio.gather(*(worker.stop() for worker in self._workers))

    @property
    def jobs(self) -> int:
        """How many jobs wait or run."""
        return self._persons.total()

    @property
    def load(self) -> Load:
        """See `WorkPool.load`."""
        running = self._desk.running
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
        urgency: Urgency = Urgency.SLOW,
        meter: Callable[[float], None] | None = None,
    ) -> Answer:
        """See `WorkPool.run`; `meter` is told the seconds a worker took, whatever came of it."""
        start = time.perf_counter()
        with self._admitted(person, urgency):
            async with self._desk.worker(urgency) as worker:
                waited = time.perf_counter() - start
                self.metrics.waits.labels(urgency.name.lower()).observe(waited)
                with observed(self.metrics.jobs, job.__name__) as timing:
                    try:
                        return await self._run_on(worker, job, request, urgency)
                    finally:
                        if meter is not None:
                            meter(timing.seconds)

    @contextlib.contextmanager
    def _admitted(self, person: int, urgency: Urgency) -> Iterator[None]:
        self._require_room(person, urgency)
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
        self._require_room(person, Urgency.SLOW)
        if self._expected >= self._queue + len(self._workers):
            raise self._busy(Crowd.QUEUE)
        self._expected += 1
        try:
            yield
        finally:
            self._expected -= 1

    def _require_room(self, person: int, urgency: Urgency) -> None:
        if (crowd := self._crowd(person, urgency)) is not None:
            raise self._busy(crowd)

    def _busy(self, crowd: Crowd) -> Busy:
        self.metrics.busy.labels(crowd.value).inc()
        return Busy(crowd)

    def _crowd(self, person: int, urgency: Urgency) -> Crowd | None:
        """What speaks against one more job."""
        if self._closing:
            return Crowd.CLOSING
        if self._persons[person] >= self._per_person:
            return Crowd.PERSON
        line = self._desk.line(urgency)
        most = self._long_queue if urgency is Urgency.LONG else self._queue
        return Crowd.QUEUE if line is not None and line >= most else None

    async def _run_on(
        self,
        worker: Worker,
        job: Callable[[Request], Answer],
        request: Request,
        urgency: Urgency,
    ) -> Answer:
        for attempt in (1, 2):
            try:
                return await worker.run(job, request, patient=urgency is not Urgency.QUICK)
            except Died as death:
                self.metrics.crashes.inc()
                log.warning("worker died", attempt=attempt, cause=repr(death.__cause__))
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
        urgency: Urgency = Urgency.SLOW,
    ) -> Answer:
        """See `WorkPool.run`; also raises what the account raises."""
        if person == OURSELVES or urgency is Urgency.QUICK:
            return await self._pool.run(job, request, person=person, urgency=urgency)
        charge = await self._account.open(person)
        return await self._pool.run(job, request, person=person, urgency=urgency, meter=charge)


class _Desk:
    """Gives free workers to waiting jobs: quick ones first, then in the order they came.

    All but one worker (or the only one there is) may have jobs that are not quick, and all but
    two those that are not even slow.
    """

    def __init__(self, workers: Sequence[Worker]) -> None:
        self._workers = len(workers)
        self._for_quick = workers[0] if len(workers) > 1 else None
        self._free: list[Worker] = []
        self._queues: dict[Urgency, deque[asyncio.Future[Worker]]] = {
            urgency: deque() for urgency in Urgency
        }
        self._most = {  # so many jobs at least so patient run at the same time
            Urgency.QUICK: len(workers),
            Urgency.SLOW: max(1, len(workers) - 1),
            Urgency.LONG: max(1, len(workers) - 2),
        }
        self._begun = dict.fromkeys(self._most, 0)

    @property
    def running(self) -> int:
        """How many workers have a job."""
        return self._workers - len(self._free)

    def line(self, urgency: Urgency) -> int | None:
        """How many such jobs wait for a worker; None where the next one would not have to."""
        return None if self._may_start(urgency) else len(self._queues[urgency])

    def _may_start(self, urgency: Urgency) -> bool:
        room = (begun < self._most[kind] for kind, begun in self._begun.items() if kind <= urgency)
        return all(room) and self._best(urgency) is not None

    def _best(self, urgency: Urgency) -> Worker | None:
        """The free worker that such a job is given to."""
        if urgency is Urgency.QUICK and self._for_quick in self._free:
            return self._for_quick
        return next((worker for worker in self._free if worker is not self._for_quick), None)

    @contextlib.asynccontextmanager
    async def worker(self, urgency: Urgency) -> AsyncIterator[Worker]:
        """A worker for one job."""
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        queue = self._queues[urgency]
        queue.append(turn)
        self._serve()
        try:
            worker = await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._done(turn.result(), urgency)
            elif turn in queue:
                queue.remove(turn)
            raise
        try:
            yield worker
        finally:
            self._done(worker, urgency)

    def give_back(self, worker: Worker) -> None:
        """A worker is free."""
        self._free.append(worker)
        self._serve()

    def _done(self, worker: Worker, urgency: Urgency) -> None:
        self._count(urgency, -1)
        self.give_back(worker)

    def _count(self, urgency: Urgency, change: int) -> None:
        for kind in self._begun:
            self._begun[kind] += change if kind <= urgency else 0

    def _serve(self) -> None:
        for urgency, queue in self._queues.items():
            while queue and self._may_start(urgency):
                turn, worker = queue.popleft(), self._best(urgency)
                if worker is not None and not turn.done():
                    self._count(urgency, 1)
                    self._free.remove(worker)
                    turn.set_result(worker)


def _nothing(_: None) -> None:
    """The job that only proves a worker is there."""
