"""The time of the chat: the machine's own, which tests can put forward."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(slots=True, eq=False)
class Timer:
    """Something to do at a moment of the chat's time (seconds since 1970)."""

    due: float
    action: Callable[[], None]
    handle: asyncio.TimerHandle | None = None


class Clock:
    """Seconds since 1970, from `base`, plus what was added by `advance`: `ahead`.

    >>> clock = Clock(lambda: 100.0)
    >>> clock.advance(900)
    >>> clock()
    1000.0
    """

    def __init__(self, base: Callable[[], float] = time.time, ahead: float = 0.0) -> None:
        self._base = base
        self.ahead = ahead
        self._timers: set[Timer] = set()

    def __call__(self) -> float:
        """The time now."""
        return self._base() + self.ahead

    def advance(self, seconds: float) -> None:
        """Put the clock forward; whatever falls due on the way is done now, in order."""
        if seconds < 0:
            raise ValueError(f"a clock goes forward only, not by {seconds} s")
        self.ahead += seconds
        for timer in sorted(self._timers, key=lambda timer: timer.due):
            if timer.handle is not None:
                timer.handle.cancel()
            if timer.due <= self():
                self._do(timer)
            else:
                self._schedule(timer, timer.due - self())

    def call_later(self, seconds: float, action: Callable[[], None]) -> Callable[[], None]:
        """Do something after that time has passed on this clock; returns how to call it off."""
        timer = Timer(self() + seconds, action)
        self._timers.add(timer)
        self._schedule(timer, seconds)

        def cancel() -> None:
            self._timers.discard(timer)
            if timer.handle is not None:
                timer.handle.cancel()

        return cancel

    def _schedule(self, timer: Timer, seconds: float) -> None:
        timer.handle = asyncio.get_running_loop().call_later(seconds, self._do, timer)

    def _do(self, timer: Timer) -> None:
        if timer in self._timers:
            self._timers.discard(timer)
            timer.action()
