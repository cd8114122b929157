"""Times in texts: durations, and Discord's timestamp markup.

Clients show a timestamp in the reader's own time zone.
Source: https://discord.com/developers/docs/reference#message-formatting
"""

from datetime import datetime

from i18n.localizer import Localizer
from i18n.messages import Message

UNDER_A_MILLISECOND = Message("less than 1\N{NO-BREAK SPACE}ms")
MILLISECONDS = Message("{number}\N{NO-BREAK SPACE}ms")
SECONDS = Message("{number}\N{NO-BREAK SPACE}seconds")
WHOLE_SECONDS = Message("{seconds}\N{NO-BREAK SPACE}s")
WHOLE_MINUTES = Message("{minutes}\N{NO-BREAK SPACE}min")
MINUTES_AND_SECONDS = Message("{minutes}\N{NO-BREAK SPACE}min {seconds}\N{NO-BREAK SPACE}s")


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
    how = ".1f" if seconds < 10 else ".0f"
    return localizer.say(SECONDS, number=localizer.figure(seconds, how))


def long_duration(localizer: Localizer, seconds: int) -> str:
    """A duration in minutes and seconds, without a part that is zero.

    >>> times = (0, 58, 298, 1800)
    >>> [long_duration(Localizer(), seconds).replace(chr(0xa0), "_") for seconds in times]
    ['0_s', '58_s', '4_min 58_s', '30_min']
    """
    minutes, rest = divmod(seconds, 60)
    if not minutes:
        return localizer.say(WHOLE_SECONDS, seconds=rest)
    if not rest:
        return localizer.say(WHOLE_MINUTES, minutes=minutes)
    return localizer.say(MINUTES_AND_SECONDS, minutes=minutes, seconds=rest)


def relative(instant: datetime) -> str:
    """A timestamp shown relative to now, such as "in 2 hours".

    >>> from datetime import UTC
    >>> relative(datetime(2026, 11, 5, tzinfo=UTC))
    '<t:1793836800:R>'
    """
    return f"<t:{int(instant.timestamp())}:R>"


def full(instant: datetime) -> str:
    """A timestamp shown as date and time of day."""
    return f"<t:{int(instant.timestamp())}:f>"


def clock_time(instant: datetime) -> str:
    """A timestamp shown as time of day."""
    return f"<t:{int(instant.timestamp())}:t>"
