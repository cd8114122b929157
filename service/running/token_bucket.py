"""A token bucket, which limits the rate of actions: of one person, or of the whole service."""

import math
import time
from collections.abc import Callable


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
        burst: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(per_second, burst, clock)
        self._parts = parts

    def available(self) -> int:
        """The number of whole tokens of this process now; at least one while the bucket is full."""
        parts, tokens = self._parts(), super().available()
        full = math.floor(self._burst * self._per_second)
        return max(tokens // parts, int(tokens >= min(parts, full)))

    def take(self, tokens: float) -> None:
        """Take tokens from the part of this process."""
        super().take(tokens * self._parts())
