"""The queue of jobs in front of the workers of a machine, ordered by priority, and its limits."""

import asyncio
import contextlib
from bisect import insort
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from enum import IntEnum
from itertools import count
from typing import NamedTuple

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


class _Waiting(NamedTuple):
    """A job that waits: `turn` is the work of its user ahead of it, and `number` counts jobs."""

    turn: float
    number: int
    person: int
    share: float
    worker: asyncio.Future[Worker]


class JobQueue:
    """Assigns free workers to waiting jobs by priority, and fairly among users.

    Jobs of priority SLOW or lower leave one worker free, and jobs of priority LONG or lower leave
    two, unless that would leave them no worker at all. With `fair`, one user has all those workers
    but one, if there are more. Of a priority, the next job is that of the user who had the least
    work since nobody waited, then first in, first out; `share` is the work of a job, 1 for the
    largest of its priority.
    """

    def __init__(self, workers: Sequence[Worker], *, fair: bool = True) -> None:
        self._workers = len(workers)
        self._quick_worker = workers[0] if len(workers) > 1 else None
        self._free: list[Worker] = []
        self._queues: dict[Priority, list[_Waiting]] = {priority: [] for priority in Priority}
        self._turns = dict.fromkeys(Priority, 0.0)
        self._turns_after: dict[Priority, dict[int, float]] = {each: {} for each in Priority}
        self._numbers = count()
        # Maximum number of running jobs of each priority or a lower one, and their number now.
        self._max_running = {
            Priority.QUICK: len(workers),
            Priority.SLOW: max(1, len(workers) - 1),
            Priority.LONG: max(1, len(workers) - 2),
        }
        self._running = dict.fromkeys(self._max_running, 0)
        self._running_of = Counter[tuple[int, Priority]]()
        self._fair = fair
        self._starting = 0
        self.released = 0

    @property
    def running(self) -> int:
        """The number of workers that have a job."""
        return self._workers - len(self._free) - self._starting

    def work_ahead(self, priority: Priority) -> float | None:
        """The shares of waiting jobs of this priority; None when another one can start at once."""
        if self._can_start(priority):
            return None
        return sum(each.share for each in self._queues[priority])

    def _can_start(self, priority: Priority) -> bool:
        room = (
            running < self._max_running[level]
            for level, running in self._running.items()
            if level <= priority
        )
        return all(room) and self._free_worker(priority) is not None

    def _may_start(self, person: int, priority: Priority) -> bool:
        """Whether a user leaves a worker to others with one more job."""
        return (
            not self._fair
            or person == SYSTEM
            or all(
                self._running_of[person, level] < max(1, self._max_running[level] - 1)
                for level in self._levels(priority)
            )
        )

    def _levels(self, priority: Priority) -> Iterator[Priority]:
        """The levels at which a job counts for its user.

        There is a worker for QUICK jobs beside all others, which so do not count with them.
        """
        for level in self._max_running:
            if level <= priority and (level is Priority.QUICK) == (priority is Priority.QUICK):
                yield level

    def _free_worker(self, priority: Priority) -> Worker | None:
        """The free worker that runs the next job of this priority."""
        if priority is Priority.QUICK and self._quick_worker in self._free:
            return self._quick_worker
        return next((worker for worker in self._free if worker is not self._quick_worker), None)

    @contextlib.asynccontextmanager
    async def worker(
        self, priority: Priority, person: int, share: float = 1.0
    ) -> AsyncIterator[Worker]:
        """Wait for a worker, which the block then has for one job of a user.

        A worker whose process the job has ended, as a picture does, counts for it until the next
        one is ready: so those who send such jobs wait for that, and nobody else.
        """
        waiter: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        queue, after = self._queues[priority], self._turns_after[priority]
        turn = max(self._turns[priority], after.get(person, 0.0))
        after[person] = turn + share
        waiting = _Waiting(turn, next(self._numbers), person, share, waiter)
        insort(queue, waiting)
        self._dispatch()
        try:
            worker = await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self._release(waiter.result(), priority, person)
            elif waiting in queue:
                queue.remove(waiting)
            raise
        try:
            yield worker
        finally:
            if worker.replacing is None or worker.replacing.done():
                self._release(worker, priority, person)
            else:
                self._starting += 1
                worker.replacing.add_done_callback(
                    lambda _: self._started(worker, priority, person)
                )

    def add_free(self, worker: Worker) -> None:
        """Add a worker to the free ones and start waiting jobs."""
        self._free.append(worker)
        self._dispatch()

    def _started(self, worker: Worker, priority: Priority, person: int) -> None:
        self._starting -= 1
        self._release(worker, priority, person)

    def _release(self, worker: Worker, priority: Priority, person: int) -> None:
        self.released += 1
        self._count_running(priority, person, -1)
        self.add_free(worker)

    def _count_running(self, priority: Priority, person: int, change: int) -> None:
        for level in self._levels(priority):
            self._running_of[person, level] += change
            if not self._running_of[person, level]:
                del self._running_of[person, level]
        for level in self._running:
            self._running[level] += change if level <= priority else 0

    def _dispatch(self) -> None:
        for priority, queue in self._queues.items():
            while self._can_start(priority):
                able = (each for each in queue if self._may_start(each.person, priority))
                if (waiting := next(able, None)) is None:
                    break
                queue.remove(waiting)
                worker = self._free_worker(priority)
                if worker is not None and not waiting.worker.done():
                    self._turns[priority] = max(self._turns[priority], waiting.turn)
                    self._count_running(priority, waiting.person, 1)
                    self._free.remove(worker)
                    waiting.worker.set_result(worker)
            if not queue:
                self._turns[priority] = 0.0
                self._turns_after[priority].clear()


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

    `is_full` returns whether no further job of a priority and of a share of its work may wait. All
    requests together, with what is fetched for them, hold at most `max_held` bytes. Refusals are
    counted in `metrics`.
    """

    metrics: Metrics
    per_person: int
    is_full: Callable[[Priority, float], bool]
    max_held: int
    _jobs_by_person: Counter[int] = field(default_factory=Counter)
    held: int = 0
    """The bytes that are held now."""
    closing: bool = False
    """Whether all new jobs are refused."""

    @property
    def jobs(self) -> int:
        """The number of admitted jobs that have not ended."""
        return self._jobs_by_person.total()

    @contextlib.contextmanager
    def admitted(
        self, person: int, priority: Priority, held: int = 0, share: float = 1.0
    ) -> Iterator[None]:
        """A block that counts as a job of a user; raises `Busy` at once if it is not admitted."""
        with self.room(person, held, priority, share):
            self._jobs_by_person[person] += 1
            try:
                yield
            finally:
                self._jobs_by_person[person] -= 1
                if not self._jobs_by_person[person]:
                    del self._jobs_by_person[person]

    @contextlib.contextmanager
    def room(
        self,
        person: int,
        held: int,
        priority: Priority = Priority.SLOW,
        share: float = 1.0,
    ) -> Iterator[None]:
        """A block that holds bytes of a user; raises `Busy` at once if a job is not admitted."""
        reason = self._busy_reason(person, priority, share)
        if reason is None and self.held + held > self.max_held:
            reason = BusyReason.QUEUE
        if reason is not None:
            self.metrics.busy.labels(reason.value).inc()
            raise Busy(reason)
        self.held += held
        try:
            yield
        finally:
            self.held -= held

    def _busy_reason(self, person: int, priority: Priority, share: float) -> BusyReason | None:
        """The limit that one more job would exceed; None when the job can be admitted."""
        if self.closing:
            return BusyReason.CLOSING
        if person == SYSTEM:
            if self._jobs_by_person[SYSTEM] >= SYSTEM_JOBS:
                return BusyReason.QUEUE  # no user has too many jobs
        elif self._jobs_by_person[person] >= self.per_person:
            return BusyReason.PERSON
        return BusyReason.QUEUE if self.is_full(priority, share) else None
