"""The calendar of dailies: their days and numbers, and when they open and close.

The day of a daily is a date in UTC: it opens at midnight UTC, for everyone at the same instant, and
closes when the next one opens.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from play.errors import EntryError
from puzzle.lazy_messages import lazy

EPOCH = date(2026, 11, 1)
"""The day of daily #1."""
LAST_DAY = date(9998, 12, 31)
"""`day_of` accepts the numbers of days before this one."""
SATURDAY, SUNDAY = 5, 6
"""Saturday and Sunday as `date.weekday` numbers them."""

_DAY = timedelta(days=1)


def week_of(day: date) -> int:
    """The number of weeks since that of the first daily.

    >>> week_of(EPOCH), week_of(date(2026, 11, 8))
    (0, 1)
    """
    return (day - EPOCH).days // 7


def number_of(day: date) -> int:
    """The number of the dailies of a day; raises `EntryError` for a day before the first.

    >>> number_of(EPOCH), number_of(date(2027, 1, 1))
    (1, 62)
    """
    if day < EPOCH:
        raise EntryError(
            lazy("There was no daily on {day}; the first, #1, is of {first}.", day=day, first=EPOCH)
        )
    return (day - EPOCH).days + 1


def past_days(now: date) -> Iterator[date]:
    """The days from the one before `now` back to that of daily #1.

    >>> [day.isoformat() for day in past_days(date(2026, 11, 3))]
    ['2026-11-02', '2026-11-01']
    """
    return (now - ago * _DAY for ago in range(1, (now - EPOCH).days + 1))


def day_of(number: int) -> date:
    """The day of the dailies with a number; raises `EntryError` if no daily can have it.

    >>> day_of(62)
    datetime.date(2027, 1, 1)
    """
    if not 1 <= number <= (LAST_DAY - EPOCH).days:
        raise EntryError(
            lazy(
                "There is no daily #{number}; the first is #1, of {first}.",
                number=number,
                first=EPOCH,
            )
        )
    return EPOCH + (number - 1) * _DAY


def parse_day(text: str) -> date:
    """The day that `#62`, `62` or `2027-01-01` names, past or future.

    Raises `EntryError` for any other text.

    >>> parse_day("#62") == parse_day("2027-01-01")
    True
    """
    bare = text.strip().removeprefix("#").strip()
    try:
        if bare.isascii() and bare.isdigit() and len(bare) <= 7:
            return day_of(int(bare))
        day = date.fromisoformat(bare)
    except EntryError:
        raise
    except ValueError:
        shown = text.strip()[:20]
        raise EntryError(
            lazy("{text!r} is no daily; write its number, 62, or its date, 2027-01-01.", text=shown)
        ) from None
    number_of(day)
    return day


def today(now: datetime) -> date:
    """The day of the dailies that are open at an instant.

    Raises `ValueError` for a datetime without a time zone.
    """
    if now.tzinfo is None:
        raise ValueError("an instant needs a zone")
    return now.astimezone(UTC).date()


def opens(day: date) -> datetime:
    """The instant at which a day's dailies open."""
    return datetime.combine(day, time(), UTC)


def closes(day: date) -> datetime:
    """The instant at which a day's dailies close."""
    return opens(day + _DAY)


def is_open(day: date, now: datetime) -> bool:
    """Whether the dailies of a day are open at an instant.

    >>> is_open(EPOCH, closes(EPOCH)), is_open(EPOCH, opens(EPOCH))
    (False, True)
    """
    return today(now) == day


def local_instant(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The instant in UTC at which the clocks of a zone show a time on a date.

    For a time that the clocks skip, the offset before the change applies; for a time that they show
    twice, the first one does. Both as in RFC 5545, 3.3.5. Raises `ValueError` for a time that has a
    time zone itself.

    >>> local_instant(date(2027, 3, 28), time(2, 30), ZoneInfo("Europe/Paris")).isoformat()
    '2027-03-28T01:30:00+00:00'
    >>> local_instant(date(2027, 10, 31), time(2, 30), ZoneInfo("Europe/Paris")).isoformat()
    '2027-10-31T00:30:00+00:00'
    """
    if at.tzinfo is not None:
        raise ValueError("a time on a zone's clocks has no zone of its own")
    return datetime.combine(day, at.replace(fold=0), zone).astimezone(UTC)
