"""Limits how fast each person acts, in this process or in all processes together.

A token bucket limits the rate of actions: of one person, or of the whole service.
"""

import asyncio
import math
import time
from collections.abc import Callable, Hashable
from functools import partial

import structlog
from cachetools import TLRUCache

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


class TokenBucket:
    """Refills by `per_second` tokens per second, up to those of `burst` seconds.

    An action takes one token or more, also more than there are; the debt is refilled first. `clock`
    returns seconds. Kept as the time when the bucket is full again, as in the generic cell rate
    algorithm.

    >>> times = iter([0.0, 0.0, 0.0, 0.0, 0.1, 9.0])
    >>> bucket = TokenBucket(10, clock=lambda: next(times))
    >>> bucket.available()
    10
    >>> bucket.take(12); bucket.is_overdrawn, bucket.available(), bucket.available()
    (True, -2, -1)
    >>> bucket.available()
    10
    """

    __slots__ = ("_burst", "_clock", "_full_at", "_per_second")

    def __init__(
        self, per_second: float, burst: float = 1.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._full_at = -math.inf

    def available(self) -> int:
        """The number of whole tokens now; negative if too many were taken before."""
        return math.floor((self._burst - self._backlog(self._clock())) * self._per_second)

    @property
    def is_overdrawn(self) -> bool:
        """Whether more tokens were taken than there were."""
        return self._backlog(self._clock()) > self._burst

    @property
    def full_at(self) -> float:
        """The time of the clock at which all tokens that were taken are refilled."""
        return self._full_at

    def take(self, tokens: float) -> None:
        """Take tokens."""
        self._full_at = max(self._full_at, self._clock()) + tokens / self._per_second

    def _backlog(self, now: float) -> float:
        """Seconds until the bucket is full."""
        return max(0.0, self._full_at - now)


class DividedBucket(TokenBucket):
    """A bucket whose rate several processes share: each takes an equal part.

    `parts` returns the number of processes. A token of one takes as many tokens as there are parts.

    >>> times = iter([0.0, 0.0, 0.0, 0.5, 9.0])
    >>> bucket = DividedBucket(10, lambda: 3, clock=lambda: next(times))
    >>> bucket.available()
    3
    >>> bucket.take(3); bucket.available(), bucket.available(), bucket.available()
    (0, 2, 3)
    """

    __slots__ = ("_parts",)

    def __init__(
        self,
        per_second: float,
        parts: Callable[[], int],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(per_second, clock=clock)
        self._parts = parts

    def available(self) -> int:
        """The number of whole tokens of this process now; at least one while the bucket is full."""
        parts, tokens = self._parts(), super().available()
        full = math.floor(self._burst * self._per_second)
        return max(tokens // parts, int(tokens >= min(parts, full)))

    def take(self, tokens: float) -> None:
        """Take tokens from the part of this process."""
        super().take(tokens * self._parts())


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
        self._buckets = TLRUCache[Hashable, TokenBucket, float](MAX_TRACKED_PEOPLE, _full_at, clock)

    def allows(self, person: Hashable, weight: float = 1) -> bool:
        """Whether a person or an address may act now; if so, it is counted `weight` times."""
        bucket = self._buckets.get(person) or self._new_bucket()
        if bucket.is_overdrawn:
            return False
        bucket.take(weight)
        self._buckets[person] = bucket
        return True


def _full_at(_: Hashable, bucket: TokenBucket, __: float) -> float:
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
