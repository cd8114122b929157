"""Times of day: parses what people type, and finds when clocks next show a time."""

import re
import unicodedata
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from play.calendar import local_instant
from play.errors import EntryError
from puzzle.lazy_messages import lazy

LONGEST = 20
"""Maximum length of a time of day in characters."""
_TIME = re.compile(
    r"(?P<hour>\d{1,2})(?:[:.h時]\s?(?P<minute>\d\d)分?|[h時])?\s?(?P<half>[ap]\.?m\.?)?",
    re.ASCII | re.IGNORECASE,
)


def parse_time(text: str) -> time:
    """The time of day that a text gives, on a 24-hour or a 12-hour clock.

    Raises `EntryError` for any other text.

    >>> [parse_time(text).isoformat("minutes") for text in ("18:30", "9.05", "7 pm", "12 am")]
    ['18:30', '09:05', '19:00', '00:00']
    >>> parse_time("25:00")
    Traceback (most recent call last):
    ...
    play.errors.EntryError: '25:00' is no time of day; write one such as 18:30.
    """
    typed = text[: 2 * LONGEST].strip()
    match = _TIME.fullmatch(unicodedata.normalize("NFKC", typed))
    if match is not None:
        hour, minute = int(match["hour"]), int(match["minute"] or 0)
        if match["half"] and 1 <= hour <= 12:
            hour = hour % 12 + (12 if match["half"].lower().startswith("p") else 0)
        elif match["half"]:
            hour = 24
        if hour < 24 and minute < 60:
            return time(hour, minute)
    raise EntryError(
        lazy("{text!r} is no time of day; write one such as 18:30.", text=typed[:LONGEST])
    )


def next_time(at: time, zone: ZoneInfo, after: datetime) -> datetime:
    """The first instant, in UTC, after another one at which the clocks of a zone show a time.

    Each date has one: see `play.calendar.local_instant` for times that clocks skip or show twice.

    >>> from datetime import UTC
    >>> evening = datetime(2026, 11, 5, 9, tzinfo=UTC)
    >>> next_time(time(18), ZoneInfo("Asia/Tokyo"), evening).isoformat()
    '2026-11-06T09:00:00+00:00'
    """
    today = after.astimezone(zone).date()
    dates = (today + timedelta(days=days) for days in (-1, 0, 1, 2))
    instants = (local_instant(each, at, zone) for each in dates)
    return min(instant for instant in instants if instant > after)
