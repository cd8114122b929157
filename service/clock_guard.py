"""A clock that does not follow the machine's where that is wrong.

The machine's clock is compared with a steady one, which shows jumps, and with the `Date` headers
of Discord's answers, which tell what is right. `ClockGuard` is the clock of the service: where the
machine's is wrong, it gives the time that Discord has. `ClockWatch` decides when schedules run.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from enum import Enum

import structlog

from service.clock import TimeSource

TOLERANCE = 5.0
"""Maximum difference from Discord's clock, and maximum jump, of a clock that is right (seconds)."""
PROMPT_SECONDS = 3.0
"""An answer that took longer does not show that a clock is right, at most that it is wrong."""
CHECK_SECONDS = 1.0
"""How often a watch looks for a jump."""
ASK_SECONDS = 5.0
"""How often Discord is asked for the time while the clock is not known to be right."""

log = structlog.stdlib.get_logger(__name__)


class ClockState(Enum):
    """What is known of the machine's clock."""

    UNKNOWN = "unknown"
    """Discord has not answered yet."""
    RIGHT = "right"
    """It agreed with Discord's, and has not jumped since."""
    JUMPED = "jumped"
    """It agreed with Discord's, and has jumped since."""
    WRONG = "wrong"
    """It does not agree with Discord's."""


class ClockGuard:
    """The clock of the service: called, it gives the present instant, in UTC.

    That is the time of the machine while its clock runs as it should. Otherwise it is the last
    instant that was known to be right, plus the seconds that have passed since. Before Discord's
    first answer there is nothing to compare with, and it is the time of the machine.
    """

    def __init__(self, source: TimeSource) -> None:
        self._source = source
        self._state = ClockState.UNKNOWN
        self._instant: datetime | None = None
        self._steady = 0.0
        self._measured = 0.0
        self.times_right = 0
        """How often the clock came to be known as right."""
        self.changed = asyncio.Event()
        """Set whenever the state changes."""

    def __call__(self) -> datetime:
        """The present instant, as far as it is known."""
        wall, expected = self._source.wall(), self._expected()
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
        """What is known of the machine's clock now."""
        self()
        return self._state

    @property
    def offset(self) -> float:
        """How many seconds the machine's clock is ahead of Discord's; not a number while unknown.

        Discord tells whole seconds, so this is right to about one.
        """
        expected = self._expected()
        if expected is None:
            return float("nan")
        return self._measured + (self._source.wall() - expected).total_seconds()

    def note_date(self, date: datetime, seconds: float) -> None:
        """Compare with the `Date` of an answer of Discord's, which took that many seconds."""
        wall, steady = self._source.wall(), self._source.steady()
        # Discord's clock now shows something between these two: the header has whole seconds.
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
                self.times_right += 1
                self._change(ClockState.RIGHT)
                log.info("clock is right", ahead_seconds=round(ahead, 1))

    def _expected(self) -> datetime | None:
        """What the clock should show now."""
        if self._instant is None:
            return None
        return self._instant + timedelta(seconds=self._source.steady() - self._steady)

    def _set(self, instant: datetime, steady: float, *, measured: float) -> None:
        self._instant, self._steady, self._measured = instant, steady, measured

    def _change(self, state: ClockState) -> None:
        self._state = state
        self.changed.set()


class ClockWatch:
    """Lets schedules run while the clock is right.

    Whenever it has come to be right, `repair` takes back what was stored for the future before
    schedules run. While it is not known to be right, `ask` lets Discord tell the time.
    """

    def __init__(
        self,
        guard: ClockGuard,
        ask: Callable[[], Awaitable[None]],
        repair: Callable[[datetime], Awaitable[None]],
    ) -> None:
        self._guard = guard
        self._ask = ask
        self._repair = repair
        self._repaired = 0

    def schedules_run(self) -> bool:
        """Whether what is planned by the time of day may be done now."""
        right = self._guard.state is ClockState.RIGHT
        return right and self._repaired == self._guard.times_right

    async def run(self) -> None:
        """Watch the clock until the task is cancelled."""
        loop = asyncio.get_running_loop()
        asked = -ASK_SECONDS
        while True:
            self._guard.changed.clear()
            if self._guard.state is not ClockState.RIGHT:
                if loop.time() - asked >= ASK_SECONDS:
                    asked = loop.time()
                    await self._do(self._ask())
            elif self.schedules_run():
                asked = -ASK_SECONDS
            else:
                times = self._guard.times_right
                if await self._do(self._repair(self._guard())):
                    self._repaired = times
                    continue
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._guard.changed.wait(), CHECK_SECONDS)

    async def _do(self, work: Awaitable[None]) -> bool:
        """Do something that may fail; whether it did not."""
        try:
            await work
        except Exception as error:
            log.warning("clock not checked", reason=repr(error)[:200])
            return False
        return True
