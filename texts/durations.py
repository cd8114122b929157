"""Formats durations."""

from i18n.localizer import Localizer
from i18n.messages import Message

UNDER_A_MILLISECOND = Message("less than 1\N{NO-BREAK SPACE}ms")
MILLISECONDS = Message("{number}\N{NO-BREAK SPACE}ms")
SECONDS = Message("{number}\N{NO-BREAK SPACE}seconds")


def duration(localizer: Localizer, seconds: float) -> str:
    """A duration in milliseconds or seconds, joined to its unit by a no-break space.

    >>> times = (0.0004, 0.0124, 2.345, 12.3)
    >>> [duration(Localizer(), seconds).replace(chr(0xa0), "_") for seconds in times]
    ['less than 1_ms', '12_ms', '2.3_seconds', '12_seconds']
    """
    if seconds < 0.001:
        return localizer.say(UNDER_A_MILLISECOND)
    if seconds < 1:
        return localizer.say(MILLISECONDS, number=f"{seconds * 1000:.0f}")
    return localizer.say(SECONDS, number=f"{seconds:.1f}" if seconds < 10 else f"{seconds:.0f}")
