"""The queue of jobs in front of the workers of a machine, ordered by priority, and its limits."""

import asyncio
import contextlib
from bisect import insort
from collections import Counter
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


class _Job(Struct, eq=False):
    """A job of a user that waits for a worker, or has it.

    `work` is its bound in seconds, and it has its turn as if it had come at `turn`.
    """

    person: int
    priority: Priority
    work: float
    turn: float
    worker: asyncio.Future[Worker]


class JobQueue:
    """Assigns free workers to waiting jobs by priority, and fairly among users.

    Jobs of priority SLOW or lower leave one worker free, and jobs of priority LONG or lower leave
    two, unless that would leave them no worker at all. With `fair`, one user has one worker at a
    time, and one for QUICK jobs beside it. Of a priority, jobs have their turns in the order in
    which they came, but each as if it had come later by the work that its user has there already.
    """

    def __init__(self, workers: Sequence[Worker], *, fair: bool = True) -> None:
        self._workers = len(workers)
        self._quick_worker = workers[0] if len(workers) > 1 else None
        self._free: list[Worker] = []
        self._queues: dict[Priority, list[_Job]] = {priority: [] for priority in Priority}
        self._running: list[_Job] = []
        self._fair = fair
        self.released = 0

    @property
    def running(self) -> int:
        """The number of workers that have a job, or start again after one."""
        return len(self._running)

    def is_full(self, priority: Priority, most: float) -> bool:
        """Whether no job of a priority can start at once, and some wait for `most` seconds."""
        ahead = sum(job.work for job in self._queues[priority])
        return self._worker_for(priority) is None and ahead >= most

    def _worker_for(self, priority: Priority) -> Worker | None:
        """The free worker that may run the next job of this priority."""
        long = sum(job.priority >= Priority.LONG for job in self._running)
        if priority >= Priority.LONG and long >= max(1, self._workers - 2):
            return None
        if priority is Priority.QUICK and self._quick_worker in self._free:
            return self._quick_worker
        return next((worker for worker in self._free if worker is not self._quick_worker), None)

    def _may_start(self, job: _Job) -> bool:
        """Whether the user of a job has no other one of its lane: QUICK jobs, or all others."""
        lanes = [(each.person, each.priority is Priority.QUICK) for each in self._running]
        is_alone = (job.person, job.priority is Priority.QUICK) not in lanes
        return is_alone or not self._fair or job.person == SYSTEM

    @contextlib.asynccontextmanager
    async def worker(self, priority: Priority, person: int, work: float) -> AsyncIterator[Worker]:
        """Wait for a worker, which the block then has for one job of a user.

        A worker whose process the job has ended, as a picture does, counts for it until the next
        one is ready: so those who send such jobs wait for that, and nobody else.
        """
        loop, queue = asyncio.get_running_loop(), self._queues[priority]
        theirs = [each for each in (*queue, *self._running) if each.person == person]
        ahead = sum(each.work for each in theirs if each.priority is priority)
        job = _Job(person, priority, work, loop.time() + ahead, loop.create_future())
        insort(queue, job, key=lambda each: each.turn)
        self._dispatch()
        try:
            yield await job.worker
        finally:
            if job in queue:
                queue.remove(job)
            else:
                starting = job.worker.result().replacing
                if starting is None or starting.done():
                    self._release(job)
                else:
                    starting.add_done_callback(lambda _: self._release(job))

    def add_free(self, worker: Worker) -> None:
        """Add a worker to the free ones and start waiting jobs."""
        self._free.append(worker)
        self._dispatch()

    def _release(self, job: _Job) -> None:
        self.released += 1
        self._running.remove(job)
        self.add_free(job.worker.result())

    def _dispatch(self) -> None:
        for queue in self._queues.values():
            for job in [*queue]:
                worker = self._worker_for(job.priority)
                if worker is None:
                    break
                if self._may_start(job) and not job.worker.done():
                    queue.remove(job)
                    self._running.append(job)
                    self._free.remove(worker)
                    job.worker.set_result(worker)


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

    `is_full` returns whether no further job of a priority may wait. All requests together, with
    what is fetched for them, hold at most `max_held` bytes. Refusals are counted in `metrics`.
    """

    metrics: Metrics
    per_person: int
    is_full: Callable[[Priority], bool]
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
    def admitted(self, person: int, priority: Priority, held: int = 0) -> Iterator[None]:
        """A block that counts as a job of a user; raises `Busy` at once if it is not admitted."""
        with self.room(person, held, priority):
            self._jobs_by_person[person] += 1
            try:
                yield
            finally:
                self._jobs_by_person[person] -= 1
                if not self._jobs_by_person[person]:
                    del self._jobs_by_person[person]

    @contextlib.contextmanager
    def room(self, person: int, held: int, priority: Priority = Priority.SLOW) -> Iterator[None]:
        """A block that holds bytes of a user; raises `Busy` at once if a job is not admitted."""
        reason = self._busy_reason(person, priority)
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
