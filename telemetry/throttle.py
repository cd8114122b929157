"""Telling of something that happens over and over, but seldom."""

import math
import time
from collections.abc import Callable


class Throttle:
    """Says when something may be told of again that happens over and over.

    >>> throttle = Throttle(10.0, clock=iter([100.0, 101.0, 102.0, 110.0]).__next__)
    >>> [throttle.now() for _ in range(4)]
    [0, None, None, 2]
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._next = -math.inf
        self._held = 0

    def now(self) -> int | None:
        """How often it happened since it was told of last; None if it is too early to tell."""
        now = self._clock()
        if now < self._next:
            self._held += 1
            return None
        held, self._held, self._next = self._held, 0, now + self._seconds
        return held
