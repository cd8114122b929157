"""A rate limit for what is sent unasked."""

import time
from collections.abc import Callable


class TokenBucket:
    """Allows so many things in a second, and as many at once after a second without any.

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
        """How many things may be done now; below zero where too many were done before."""
        now = self._clock()
        self._tokens += (now - self._filled) * self._per_second
        self._tokens = min(self._tokens, float(self._per_second))
        self._filled = now
        return int(self._tokens // 1)

    def take(self, count: int) -> None:
        """Count things that are done now."""
        self._tokens -= count
