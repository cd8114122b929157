"""Times of day: parses what people type, and finds when clocks next show a time."""

import re
import unicodedata
from datetime import datetime, time, timedelta
from types import MappingProxyType
from zoneinfo import ZoneInfo

from play.calendar import local_instant
from play.errors import EntryError
from puzzle.lazy_messages import lazy

LONGEST = 20
"""Maximum length of a time of day in characters."""
LATEST = 24
"""The hour at which a day ends."""
_TIME = re.compile(
    r"(?P<before>午前|午後|上午|下午|오전|오후|[ap]m)?\s?(?P<hour>\d{1,2})"
    r"(?:\s?[:.h時点시]?\s?(?P<minute>\d\d)[分분]?|[時点시]\s?(?P<half_past>[半반])|[時点시])?"
    r"(?:\s?(?:h|uhr))?(?:\s?(?P<after>[ap]\.?\s?m\.?))?",
    re.ASCII | re.IGNORECASE,
)
_WORDS = MappingProxyType(
    dict.fromkeys(("noon", "mittag", "mediodía", "midi", "meio-dia", "正午", "中午", "정오"), 12)
    | dict.fromkeys(("midnight", "mitternacht", "medianoche", "minuit", "meia-noite"), 0)
    | dict.fromkeys(("真夜中", "午夜", "자정"), 0)
)
_HALVES = MappingProxyType(
    dict.fromkeys(("am", "午前", "上午", "오전"), 0)
    | dict.fromkeys(("pm", "午後", "下午", "오후"), 12)
)
"""The hour at which a half of the day begins."""


def parse_time(text: str) -> time:
    """The time of day that a text gives, on a 24-hour or a 12-hour clock.

    24:00 is 00:00. Raises `EntryError` for any other text.

    >>> [parse_time(text).isoformat("minutes") for text in ("18:30", "9.05", "7 pm", "12 am")]
    ['18:30', '09:05', '19:00', '00:00']
    >>> parse_time("25:00")
    Traceback (most recent call last):
    ...
    play.errors.EntryError: '25:00' is no time of day; write one such as 18:30.
    """
    typed = text[: 2 * LONGEST].strip()
    text = unicodedata.normalize("NFKC", typed).lower()
    if text in _WORDS:
        return time(_WORDS[text])
    if (match := _TIME.fullmatch(text)) is not None:
        hour, minute = int(match["hour"]), 30 if match["half_past"] else int(match["minute"] or 0)
        half = re.sub(r"[.\s]", "", (match["before"] or "") + (match["after"] or ""))
        if half:
            known = range(half in {"am", "pm"}, 13)  # 0 am is none, but 午前0時 is midnight
            hour = hour % 12 + _HALVES.get(half, LATEST) if hour in known else LATEST + 1
        if hour < LATEST and minute < 60:
            return time(hour, minute)
        if (hour, minute) == (LATEST, 0):
            return time()
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
