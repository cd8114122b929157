"""What pools of local and of remote workers have in common: they admit jobs, and close."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import TracebackType

from telemetry.metrics import Metrics
from workers.admission import Admission
from workers.job_queue import Priority


@dataclass(frozen=True, slots=True)
class Load:
    """The number of workers, of running jobs and of waiting jobs."""

    workers: int
    running: int
    waiting: int


class BasePool(ABC):
    """A pool whose `_admission` counts and refuses jobs, and that closes at the end of a block.

    At most `queue` jobs of each priority wait for a worker (`long_queue` jobs of priority LONG, by
    default as many), and one user has at most `per_person` jobs. `workers` returns the number of
    workers.
    """

    def __init__(
        self, *, queue: int, long_queue: int | None, per_person: int, workers: Callable[[], int]
    ) -> None:
        self.metrics = metrics = Metrics()
        self._queue = queue
        self._long_queue = queue if long_queue is None else long_queue
        self._admission = Admission(metrics, per_person, self._is_full, lambda: queue + workers())
        metrics.workers.set_function(workers)
        metrics.running.set_function(lambda: self.load.running)
        metrics.waiting.set_function(lambda: self.load.waiting)

    @abstractmethod
    def _is_full(self, priority: Priority) -> bool:
        """Whether no further job of a priority may wait."""

    @property
    @abstractmethod
    def load(self) -> Load:
        """See `workers.pool.WorkPool.load`."""

    def _max_waiting(self, priority: Priority) -> int:
        """Maximum number of waiting jobs of a priority."""
        return self._long_queue if priority is Priority.LONG else self._queue

    @abstractmethod
    async def close(self) -> None:
        """Reject new jobs, end the running ones, and release everything that the pool uses."""

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

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

    def reserved_place(self, person: int) -> AbstractContextManager[None]:
        """See `workers.pool.WorkPool.reserved_place`."""
        return self._admission.reserved_place(person)
