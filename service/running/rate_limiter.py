"""Limits how fast each person acts, in this process or in all processes together."""

import asyncio
import time
from collections.abc import Callable
from functools import partial

import structlog
from cachetools import TLRUCache

from service.running.token_bucket import TokenBucket
from store import request_rates
from store.database import Database
from store.errors import StoreError
from store.request_rates import TokenRequest

BURST_SECONDS = 4.0
"""After a pause, a person may do at once what the rate allows in this many seconds."""
MAX_TRACKED_PEOPLE = 10_000
"""Maximum number of people whose bucket is not full; those who acted last are tracked."""
SHARED_SECONDS = 0.3
"""Maximum seconds that a request waits for the limit of all processes: it must be acknowledged."""

log = structlog.stdlib.get_logger(__name__)


class RateLimiter:
    """Limits how fast each person acts, with a token bucket for each.

    `per_second` is the sustained rate, and `burst` the seconds' worth of it that may be taken at
    once, which the last action may exceed. `clock` returns seconds.

    >>> now = 0.0
    >>> rate_limiter = RateLimiter(per_second=5, burst=0.2, clock=lambda: now)
    >>> [rate_limiter.allows(7) for _ in range(3)]
    [True, True, False]
    >>> now = 0.3
    >>> rate_limiter.allows(7)
    True
    """

    def __init__(
        self,
        per_second: float,
        burst: float = BURST_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._new_bucket = partial(TokenBucket, per_second, burst, clock)
        self._buckets = TLRUCache[int, TokenBucket, float](MAX_TRACKED_PEOPLE, _full_at, clock)

    def allows(self, person: int, weight: float = 1) -> bool:
        """Whether a person may act now; if so, the action is counted `weight` times."""
        bucket = self._buckets.get(person) or self._new_bucket()
        if bucket.is_overdrawn:
            return False
        bucket.take(weight)
        self._buckets[person] = bucket
        return True


def _full_at(_: int, bucket: TokenBucket, __: float) -> float:
    """When a bucket is dropped: a full one is like a new one."""
    return bucket.full_at


class SharedRateLimiter:
    """A `RateLimiter` for this process, and if it is `shared`, one for all processes together.

    The latter is in the database, which must be PostgreSQL, under the name `scope`. While it does
    not answer within `SHARED_SECONDS`, only the limit of this process counts.
    """

    def __init__(
        self, scope: str, per_second: float, burst: float, database: Database, *, shared: bool
    ) -> None:
        self._scope = scope
        self._per_second = per_second
        self._burst = burst
        self._database = database
        self._shared = shared
        self._own = RateLimiter(per_second, burst)

    async def allows(self, person: int, weight: float = 1) -> bool:
        """Whether a person may act now; if so, the action is counted `weight` times."""
        if not self._own.allows(person, weight):
            return False
        if not self._shared:
            return True
        request = TokenRequest(self._scope, person, weight / self._per_second, self._burst)
        try:
            async with asyncio.timeout(SHARED_SECONDS):
                return await self._database.write(partial(request_rates.take, request=request))
        except (StoreError, TimeoutError) as error:
            log.warning("rate of other processes unknown", reason=type(error).__name__)
            return True
