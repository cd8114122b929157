"""The queue of jobs in front of the workers of a machine, ordered by priority."""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Sequence
from enum import IntEnum

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
    two, unless that would leave them no worker at all. While lower jobs have all other workers, one
    SLOW job at a time runs on the worker for QUICK ones.
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
        return self._has_room(priority) and self._free_worker(priority) is not None

    def _has_room(self, priority: Priority) -> bool:
        if (
            priority is Priority.SLOW
            and self._running[Priority.SLOW] == self._running[Priority.LONG]
        ):
            return True
        room = (
            running < self._max_running[level]
            for level, running in self._running.items()
            if level <= priority
        )
        return all(room)

    def _free_worker(self, priority: Priority) -> Worker | None:
        """The free worker that runs the next job of this priority."""
        others = [worker for worker in self._free if worker is not self._quick_worker]
        if self._quick_worker not in self._free or priority > Priority.SLOW:
            return others[0] if others else None
        return self._quick_worker if priority is Priority.QUICK or not others else others[0]

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
