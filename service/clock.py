"""The clock of the service, which tests replace."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeAlias

Clock: TypeAlias = Callable[[], datetime]
"""Returns the current time in UTC, as an aware datetime."""


def utc_now() -> datetime:
    """The current time of the machine, in UTC."""
    return datetime.now(UTC)


def steady_seconds() -> float:
    """Seconds since some instant, which nobody can set; on Linux sleep of the machine counts."""
    sleeping_too: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if sleeping_too is None else time.clock_gettime(sleeping_too)


@dataclass(frozen=True, slots=True)
class TimeSource:
    """Two clocks of a machine.

    - `wall` gives the time of day, which may be wrong or set at any moment;
    - `steady` gives seconds that pass one after the other, since no known instant.
    """

    wall: Clock = utc_now
    steady: Callable[[], float] = steady_seconds
