"""A rate limit for messages that the bot sends by itself."""

import time
from collections.abc import Callable


class TokenBucket:
    """Allows `per_second` actions per second, and bursts of as many.

    >>> times = iter([0.0, 0.0, 0.0, 0.1, 9.0])
    >>> bucket = TokenBucket(10, clock=lambda: next(times))
    >>> bucket.available()
    10
    >>> bucket.take(12); bucket.available(), bucket.available(), bucket.available()
    (-2, -1, 10)
    """

    def __init__(self, per_second: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._clock = clock
        self._tokens = float(per_second)
        self._filled = clock()

    def available(self) -> int:
        """The number of actions allowed now; negative if too many were taken before."""
        now = self._clock()
        self._tokens += (now - self._filled) * self._per_second
        self._tokens = min(self._tokens, float(self._per_second))
        self._filled = now
        return int(self._tokens // 1)

    def take(self, count: int) -> None:
        """Record actions."""
        self._tokens -= count
