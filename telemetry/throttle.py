"""Limits how often a repeated event is reported."""

import math
import time
from collections.abc import Callable


class Throttle:
    """Allows at most one report of a repeated event in each interval of `seconds`.

    >>> throttle = Throttle(10.0, clock=iter([100.0, 101.0, 102.0, 110.0]).__next__)
    >>> [throttle.suppressed_before() for _ in range(4)]
    [0, None, None, 2]
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._next = -math.inf
        self._suppressed = 0

    def suppressed_before(self) -> int | None:
        """Count an event; return the number of events suppressed since the last report.

        Returns None when this event must not be reported either.
        """
        now = self._clock()
        if now < self._next:
            self._suppressed += 1
            return None
        suppressed, self._suppressed = self._suppressed, 0
        self._next = now + self._seconds
        return suppressed
