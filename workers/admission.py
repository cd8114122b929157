"""Counts the jobs of a pool, and refuses those beyond its limits."""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator

from telemetry.metrics import Metrics
from workers.errors import Busy, BusyReason
from workers.job_queue import Priority

SYSTEM = 0
"""User ID of jobs that are charged to no user: what the service does by itself or for everyone."""
SYSTEM_JOBS = 10
"""Maximum number of jobs of `SYSTEM` at once, waiting or running.

The service has at most as many: a daily of each track that people wait for, one that is generated
in advance, four pending replies, one picture of a daily, one probe of the workers.
"""


class Admission:
    """Admits at most `per_person` jobs of a user at once, and `SYSTEM_JOBS` of `SYSTEM`.

    `is_full` returns whether no further job of a priority may wait, and `places` is how many places
    `reserved_place` reserves at once. Refusals are counted in `metrics`.
    """

    def __init__(
        self,
        metrics: Metrics,
        per_person: int,
        is_full: Callable[[Priority], bool],
        places: int,
    ) -> None:
        self._metrics = metrics
        self._per_person = per_person
        self._is_full = is_full
        self._places = places
        self._jobs_by_person: Counter[int] = Counter()
        self._reserved = 0
        self.closing = False
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
        if self._reserved >= self._places:
            raise self.refusal(BusyReason.QUEUE)
        self._reserved += 1
        try:
            yield
        finally:
            self._reserved -= 1

    def refusal(self, reason: BusyReason) -> Busy:
        """The error of a job that is not admitted; it is counted."""
        self._metrics.busy.labels(reason.value).inc()
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
        elif self._jobs_by_person[person] >= self._per_person:
            return BusyReason.PERSON
        return BusyReason.QUEUE if self._is_full(priority) else None
