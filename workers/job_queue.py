"""The queue of jobs in front of the workers of a machine, ordered by priority, and its limits."""

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from enum import IntEnum

from msgspec import Struct, field

from telemetry.metrics import Metrics
from workers.errors import Busy, BusyReason
from workers.process import Worker


class Priority(IntEnum):
    """The order of waiting jobs, smallest value first, and how many workers they may occupy.

    A user waits for QUICK jobs, which take milliseconds, as for a pressed button. SLOW jobs may
    take a second or two, LONG jobs up to the time limit. No user waits for BACKGROUND jobs.
    """

    QUICK = 0
    SLOW = 1
    LONG = 2
    BACKGROUND = 3


class JobQueue:
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


SYSTEM = 0
"""User ID of jobs that are charged to no user: what the service does by itself or for everyone."""
SYSTEM_JOBS = 11
"""Maximum number of jobs of `SYSTEM` at once, waiting or running.

The service has at most as many: a daily of each track that people wait for, one that is generated
in advance, four pending replies, one picture of a daily, one journal that is read, one probe of the
workers.
"""


class Admission(Struct, eq=False):
    """Admits at most `per_person` jobs of a user at once, and `SYSTEM_JOBS` of `SYSTEM`.

    `is_full` returns whether no further job of a priority may wait, and `places` is how many places
    `reserved_place` reserves at once. Refusals are counted in `metrics`.
    """

    metrics: Metrics
    per_person: int
    is_full: Callable[[Priority], bool]
    places: int
    _jobs_by_person: Counter[int] = field(default_factory=Counter)
    _reserved: int = 0
    closing: bool = False
    """Whether all new jobs are refused."""

    @property
    def jobs(self) -> int:
        """The number of admitted jobs that have not ended."""
        return self._jobs_by_person.total()

    @contextlib.contextmanager
    def admitted(self, person: int, priority: Priority) -> Iterator[None]:
        """A block that counts as a job of a user; raises `Busy` at once if it is not admitted."""
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
        """See `workers.pool.WorkPool.reserved_place`."""
        self._require_room(person, Priority.SLOW)
        if self._reserved >= self.places:
            raise self.refusal(BusyReason.QUEUE)
        self._reserved += 1
        try:
            yield
        finally:
            self._reserved -= 1

    def refusal(self, reason: BusyReason) -> Busy:
        """The error of a job that is not admitted; it is counted."""
        self.metrics.busy.labels(reason.value).inc()
        return Busy(reason)

    def _require_room(self, person: int, priority: Priority) -> None:
        if (reason := self._busy_reason(person, priority)) is not None:
            raise self.refusal(reason)

    def _busy_reason(self, person: int, priority: Priority) -> BusyReason | None:
        """The limit that one more job would exceed; None when the job can be admitted."""
        if self.closing:
            return BusyReason.CLOSING
        if person == SYSTEM:
            if self._jobs_by_person[SYSTEM] >= SYSTEM_JOBS:
                return BusyReason.QUEUE  # no user has too many jobs
        elif self._jobs_by_person[person] >= self.per_person:
            return BusyReason.PERSON
        return BusyReason.QUEUE if self.is_full(priority) else None
