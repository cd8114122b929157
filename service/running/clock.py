"""The clock of the service, which tests replace."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

from msgspec import Struct

Clock: TypeAlias = Callable[[], datetime]
"""Returns the current time in UTC, as an aware datetime."""


def utc_now() -> datetime:
    """The current time of the machine, in UTC."""
    return datetime.now(UTC)


def steady_seconds() -> float:
    """Seconds of a clock that cannot be set; on Linux it includes the time the machine sleeps."""
    sleeping_too: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if sleeping_too is None else time.clock_gettime(sleeping_too)


class TimeSource(Struct, frozen=True):
    """The two clocks of a machine.

    - `wall` returns the time of day, which can be wrong and can be set at any moment;
    - `steady` returns seconds since an arbitrary instant and is never set.
    """

    wall: Clock = utc_now
    steady: Callable[[], float] = steady_seconds
