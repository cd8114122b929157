"""A worker pool that charges the time of jobs to the quotas of users."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol, TypeVar

from workers.pool import SYSTEM, Load, LocalPool, Priority

Request = TypeVar("Request")
Answer = TypeVar("Answer")


class Account(Protocol):
    """Charges the worker seconds of jobs to the quotas of users."""

    async def open(self, person: int) -> Callable[[float], None]:
        """Return a function that charges a number of worker seconds to a user.

        Raises an error when the quota of that user is used up.
        """


class ChargedPool:
    """A `WorkPool` that charges jobs to an account, also those that fail.

    QUICK jobs and jobs of `SYSTEM` are free.
    """

    def __init__(self, pool: LocalPool, account: Account) -> None:
        self._pool = pool
        self._account = account
        self.metrics = pool.metrics

    @property
    def load(self) -> Load:
        """See `WorkPool.load`."""
        return self._pool.load

    def reserved_place(self, person: int) -> AbstractContextManager[None]:
        """See `WorkPool.reserved_place`."""
        return self._pool.reserved_place(person)

    async def run(
        self,
        job: Callable[[Request], Answer],
        request: Request,
        *,
        person: int,
        priority: Priority = Priority.SLOW,
    ) -> Answer:
        """See `WorkPool.run`; also raises the errors of `Account.open`."""
        if person == SYSTEM or priority is Priority.QUICK:
            return await self._pool.run(job, request, person=person, priority=priority)
        charge = await self._account.open(person)
        return await self._pool.run(
            job, request, person=person, priority=priority, on_worker_released=charge
        )
