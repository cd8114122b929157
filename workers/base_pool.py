"""What pools of local and of remote workers have in common."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self, TypeVar

from telemetry.metrics import Metrics
from workers.admission import Admission
from workers.job_queue import Priority

Request = TypeVar("Request")
Answer = TypeVar("Answer")


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
        limit, `PoolClosed` when the pool is closed meanwhile, `OutOfMemory` when it exceeds the
        memory limit, `AnswerTooLarge` when its answer exceeds the size limit, `WorkerLost` when two
        processes in a row died running it, `workers.codec.CodecError` when the registry lacks the
        job or the request has another type, the errors of the registry that the job raises, and
        `JobFailed` when it raises anything else. Cancelling the call kills the job.
        """

    @property
    def load(self) -> Load:
        """The present number of workers, running and waiting jobs."""

    def reserved_place(self, person: int) -> AbstractContextManager[None]:
        """Reserve a place for a slow job of a user while the block prepares and runs it.

        Raises `Busy` at once when the queue has no place left or the user has too many jobs, so
        that excess requests are rejected before any input is fetched for them.
        """


class ManagedPool(ABC):
    """A `WorkPool` that the composition root starts and stops; an async context manager.

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
    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    @abstractmethod
    async def warm_up(self) -> None:
        """Start what jobs need; raises `WorkerLost` when a worker of this machine cannot start."""

    @abstractmethod
    async def close(self) -> None:
        """Reject new jobs, end the running ones, and release everything that the pool uses."""

    @abstractmethod
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

    @property
    @abstractmethod
    def released_workers(self) -> int:
        """How often a worker became free after a job; it grows while the workers make progress."""

    @property
    def is_full(self) -> bool:
        """Whether a job such as solving a puzzle would be refused now."""
        return self._is_full(Priority.SLOW)

    @abstractmethod
    def _is_full(self, priority: Priority) -> bool:
        """Whether no further job of a priority may wait."""

    @property
    @abstractmethod
    def load(self) -> Load:
        """See `WorkPool.load`."""

    def _max_waiting(self, priority: Priority) -> int:
        """Maximum number of waiting jobs of a priority."""
        return self._long_queue if priority is Priority.LONG else self._queue

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
        """See `WorkPool.reserved_place`."""
        return self._admission.reserved_place(person)
