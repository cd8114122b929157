"""What pools of local and of remote workers have in common: they admit jobs, and close."""

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from types import TracebackType

from workers.admission import Admission


class BasePool(ABC):
    """A pool whose `_admission` counts and refuses jobs, and that closes at the end of a block."""

    _admission: Admission

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
