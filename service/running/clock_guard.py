"""The clock of the service, which stays right while the machine's clock is wrong.

`ClockGuard` compares the machine's clock with a steady clock, which shows jumps, and with the
`Date` headers of Discord's responses. While the machine's clock is wrong it returns Discord's time.
`ClockWatch` decides when periodic tasks that depend on the time of day may run: not before
Discord's first response, after a jump, or while the clocks differ. People are still answered, with
the last instant known to be right plus the seconds that have passed since.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from enum import Enum

import structlog
from msgspec import Struct, field

from service.running.clock import TimeSource
from service.running.scheduler import PeriodicTask

TOLERANCE = 5.0
"""Maximum seconds by which a right clock differs from Discord's, or jumps."""
PROMPT_SECONDS = 3.0
"""Maximum duration of a request whose response can confirm the clock; a slower one can only show
that it is wrong."""
CHECK_SECONDS = 1.0
"""Seconds between two checks for a jump."""
REQUEST_SECONDS = 5.0
"""Seconds between two requests for Discord's time while the clock is not confirmed."""

log = structlog.stdlib.get_logger(__name__)


class ClockState(Enum):
    """The result of the last comparison of the machine's clock with Discord's."""

    UNKNOWN = "unknown"
    """Discord has not answered yet."""
    RIGHT = "right"
    """It agreed with Discord's, and has not jumped since."""
    JUMPED = "jumped"
    """It agreed with Discord's, and has jumped since."""
    WRONG = "wrong"
    """It does not agree with Discord's."""


class ClockGuard(Struct, eq=False):
    """The clock of the service: calling it returns the current instant in UTC.

    This is the time of the machine while its clock is right, and before Discord's first response.
    Otherwise it is the last confirmed instant plus the seconds of the steady clock since then.
    """

    source: TimeSource
    _state: ClockState = ClockState.UNKNOWN
    _instant: datetime | None = None
    _steady: float = 0.0
    _measured: float = 0.0
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set whenever the state changes."""

    def __call__(self) -> datetime:
        """The current instant in UTC."""
        wall, expected = self.source.wall(), self._expected()
        if expected is None:
            return wall
        jump = (wall - expected).total_seconds()
        if abs(jump) <= TOLERANCE:
            return wall
        if self._state is ClockState.RIGHT:
            self._change(ClockState.JUMPED)
            log.warning("clock jumped", seconds=round(jump, 1))
        return expected

    @property
    def state(self) -> ClockState:
        """The state of the machine's clock, after a check for a jump."""
        self()
        return self._state

    @property
    def offset(self) -> float:
        """Seconds by which the machine's clock is ahead of Discord's; NaN before a response.

        The precision is about one second, as the `Date` header has whole seconds.
        """
        expected = self._expected()
        if expected is None:
            return float("nan")
        return self._measured + (self.source.wall() - expected).total_seconds()

    def steady(self) -> float:
        """Seconds of the steady clock."""
        return self.source.steady()

    def note_date(self, date: datetime, seconds: float) -> None:
        """Compare the clock with the `Date` of a response to a request that took `seconds`.

        The seconds are those of the steady clock.
        """
        wall, steady = self.source.wall(), self.source.steady()
        # Discord's time now is between `date` and `date` plus one second plus the duration.
        uncertain = (1 + seconds) / 2
        ahead = (wall - date).total_seconds() - uncertain
        prompt = seconds <= PROMPT_SECONDS
        if abs(ahead) > TOLERANCE + (0 if prompt else uncertain):
            self._set(wall - timedelta(seconds=ahead), steady, measured=0.0)
            if self._state is not ClockState.WRONG:
                self._change(ClockState.WRONG)
                log.error("clock is wrong", ahead_seconds=round(ahead, 1))
        elif prompt and abs(ahead) <= TOLERANCE:
            self._set(wall, steady, measured=ahead)
            if self._state is not ClockState.RIGHT:
                self._change(ClockState.RIGHT)
                log.info("clock is right", ahead_seconds=round(ahead, 1))

    def _expected(self) -> datetime | None:
        """The time that the machine's clock should show; None before the first response."""
        if self._instant is None:
            return None
        return self._instant + timedelta(seconds=self.source.steady() - self._steady)

    def _set(self, instant: datetime, steady: float, *, measured: float) -> None:
        self._instant, self._steady, self._measured = instant, steady, measured

    def _change(self, state: ClockState) -> None:
        self._state = state
        self.changed.set()


class ClockWatch(Struct, eq=False):
    """Permits tasks that depend on the time of day while the clock is right.

    While it is not, `request_time` sends Discord a request, whose response has a `Date` header.
    """

    guard: ClockGuard
    request_time: Callable[[], Awaitable[None]]
    _resumed: asyncio.Event = field(default_factory=asyncio.Event)
    _requested: float = -REQUEST_SECONDS

    def schedules_run(self) -> bool:
        """Whether tasks by the clock may run now."""
        return self.guard.state is ClockState.RIGHT

    async def until_schedules_run(self) -> None:
        """Wait until tasks by the clock may run."""
        while not self.schedules_run():
            self._resumed.clear()
            await self._resumed.wait()

    def task(self, ready: asyncio.Event) -> PeriodicTask:
        """What watches the clock, once `ready` is set."""
        return PeriodicTask("watch the clock", 0, self.check, ready)

    async def check(self) -> None:
        """Check the clock, then wait until it changes, or for `CHECK_SECONDS`."""
        now = asyncio.get_running_loop().time()
        self.guard.changed.clear()
        if self.schedules_run():
            self._requested = -REQUEST_SECONDS
            self._resumed.set()
        elif now - self._requested >= REQUEST_SECONDS:
            self._requested = now
            await self._try_to_request_time()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.guard.changed.wait(), CHECK_SECONDS)

    async def _try_to_request_time(self) -> None:
        """Send the request; the next one is sent later if it fails."""
        try:
            await self.request_time()
        except Exception as error:
            log.warning("clock not checked", reason=repr(error)[:200])
