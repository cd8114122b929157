"""The clock of the chat: system time, which tests can move forward."""

import asyncio
import time
from collections.abc import Callable

from msgspec import Struct, field


class Timer(Struct, eq=False):
    """An action that is due at a time of the chat's clock (seconds since 1970)."""

    due: float
    action: Callable[[], None]
    handle: asyncio.TimerHandle | None = None


class Clock(Struct, eq=False):
    """Seconds since 1970: the time of `base` plus `ahead`, the seconds added by `advance`.

    >>> clock = Clock(lambda: 100.0)
    >>> clock.advance(900)
    >>> clock()
    1000.0
    """

    base: Callable[[], float] = time.time
    ahead: float = 0.0
    _timers: set[Timer] = field(default_factory=set)

    def __call__(self) -> float:
        """The current time in seconds since 1970."""
        return self.base() + self.ahead

    def advance(self, seconds: float) -> None:
        """Move the clock forward and run the timers that become due, in order.

        Raises `ValueError` when `seconds` is negative.
        """
        if seconds < 0:
            raise ValueError(f"a clock goes forward only, not by {seconds} s")
        self.ahead += seconds
        for timer in sorted(self._timers, key=lambda timer: timer.due):
            if timer.handle is not None:
                timer.handle.cancel()
            if timer.due <= self():
                self._run_timer(timer)
            else:
                self._schedule(timer, timer.due - self())

    def call_later(self, seconds: float, action: Callable[[], None]) -> Callable[[], None]:
        """Run `action` after `seconds` on this clock; returns a function that cancels it."""
        timer = Timer(self() + seconds, action)
        self._timers.add(timer)
        self._schedule(timer, seconds)

        def cancel() -> None:
            self._timers.discard(timer)
            if timer.handle is not None:
                timer.handle.cancel()

        return cancel

    def _schedule(self, timer: Timer, seconds: float) -> None:
        timer.handle = asyncio.get_running_loop().call_later(seconds, self._run_timer, timer)

    def _run_timer(self, timer: Timer) -> None:
        if timer in self._timers:
            self._timers.discard(timer)
            timer.action()
