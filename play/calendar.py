"""The calendar of dailies: numbers, tracks, sizes and posting times.

The day of a daily is a date in UTC: it opens at midnight UTC, for everyone at the same instant, and
closes when the next one opens. A server chooses its posting time on the clocks of its time zone;
each daily falls due there once, while it is open.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum
from hashlib import blake2b
from typing import NamedTuple
from zoneinfo import ZoneInfo

from play.errors import EntryError
from puzzle.grid import SQUARE
from puzzle.lazy_messages import lazy

EPOCH = date(2026, 11, 1)
"""The day of daily #1."""
LAST_DAY = date(9998, 12, 31)
"""`day_of` accepts the numbers of days before this one."""
SATURDAY, SUNDAY = 5, 6
"""Saturday and Sunday as `date.weekday` numbers them."""

SERVERS_PER_SECOND = 4
"""Number of servers with the same due time whose posts are sent per second.

Each may take four posts with a thread, on Sundays five, so this is about 32 or 40 of the 50
requests per second that Discord allows.
"""
MAX_SPREAD = 600
"""Maximum delay of a post after its due time in seconds, however many servers there are."""

_DAY = timedelta(days=1)


class Track(Enum):
    """A series of dailies of one difficulty, of small boards, or of Sundays on other tilings."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    MINI = "mini"
    SPECIAL = "special"


EVERYDAY = (Track.EASY, Track.NORMAL, Track.HARD, Track.MINI)
"""The tracks that have a daily every day."""


class BoardSize(NamedTuple):
    """The size of a board, in cells on squares, and its tiling.

    >>> str(BoardSize(rows=4, cols=5))
    '5x4'
    """

    rows: int
    cols: int
    tiling: str = SQUARE

    def __str__(self) -> str:
        return f"{self.cols}x{self.rows}"


SPECIALS = (
    BoardSize(8, 8, "honeycomb"),
    BoardSize(6, 6, "cairo"),
    BoardSize(3, 4, "kites"),
    BoardSize(6, 6, "triangular"),
    BoardSize(4, 4, "great-hexagonal"),
    BoardSize(5, 5, "snub-square"),
    BoardSize(6, 6, "octagonal"),
    BoardSize(4, 4, "floret"),
    BoardSize(5, 5, "kagome"),
    BoardSize(5, 5, "dodecagonal"),
    BoardSize(4, 4, "compass-dodecagonal"),
    BoardSize(4, 4, "great-dodecagonal"),
    BoardSize(3, 3, "great-great-dodecagonal"),
)
"""The boards of the Sunday special, one after another: each of 50 to 90 cells."""


def tracks_of(day: date) -> tuple[Track, ...]:
    """The tracks that have a daily on a day: the special on Sundays only.

    >>> [len(tracks_of(date(2026, 11, day))) for day in (6, 7, 8, 9)]
    [4, 4, 5, 4]
    """
    return (*EVERYDAY, Track.SPECIAL) if day.weekday() == SUNDAY else EVERYDAY


def latest_of(track: Track, day: date) -> date:
    """The last day, up to a day, on which a track has a daily.

    >>> latest_of(Track.SPECIAL, date(2026, 11, 6)).isoformat()
    '2026-11-01'
    """
    return _nearest(track, day, -_DAY)


def next_of(track: Track, day: date) -> date:
    """The first day, from a day on, on which a track has a daily.

    >>> next_of(Track.SPECIAL, date(2026, 11, 6)).isoformat()
    '2026-11-08'
    """
    return _nearest(track, day, _DAY)


def _nearest(track: Track, day: date, step: timedelta) -> date:
    while track not in tracks_of(day):
        day += step
    return day


def week_of(day: date) -> int:
    """The number of weeks since that of the first daily.

    >>> week_of(EPOCH), week_of(date(2026, 11, 8))
    (0, 1)
    """
    return (day - EPOCH).days // 7


def size(track: Track, day: date) -> BoardSize:
    """The size of a track's board on a day; Sunday's hard board and minis at weekends are larger.

    The special has another tiling every week.

    >>> [str(size(track, date(2026, 11, 6))) for track in EVERYDAY]
    ['7x7', '10x10', '12x12', '5x4']
    >>> [str(size(track, date(2026, 11, 8))) for track in EVERYDAY]
    ['7x7', '10x10', '15x15', '5x5']
    >>> size(Track.SPECIAL, date(2026, 11, 8)).tiling
    'cairo'
    """
    match track:
        case Track.EASY:
            return BoardSize(7, 7)
        case Track.NORMAL:
            return BoardSize(10, 10)
        case Track.HARD:
            return BoardSize(15, 15) if day.weekday() == SUNDAY else BoardSize(12, 12)
        case Track.MINI:
            return BoardSize(5, 5) if is_weekend(day) else BoardSize(4, 5)
        case Track.SPECIAL:
            return SPECIALS[week_of(day) % len(SPECIALS)]


def is_weekend(day: date) -> bool:
    """Whether a day is a Saturday or a Sunday.

    >>> is_weekend(date(2026, 11, 6)), is_weekend(date(2026, 11, 7))
    (False, True)
    """
    return day.weekday() in {SATURDAY, SUNDAY}


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


@dataclass(frozen=True, slots=True)
class Schedule:
    """The posting time of a server: a time of day on the clocks of its time zone."""

    at: time
    zone: ZoneInfo

    def due(self, day: date) -> datetime:
        """The instant in UTC at which the dailies of a day are due, while they are open.

        It is the first instant of the UTC day at which the clocks show `at`. If there is none,
        because the clocks were put back around midnight UTC, it is the instant at which the day
        opens.

        >>> Schedule(time(9, 30), ZoneInfo("Asia/Tokyo")).due(date(2027, 1, 1)).isoformat()
        '2027-01-01T00:30:00+00:00'
        """
        dates = (day - _DAY, day, day + _DAY)
        instants = (local_instant(each, self.at, self.zone) for each in dates)
        return min((each for each in instants if is_open(day, each)), default=opens(day))

    def hours_open(self, day: date) -> float:
        """Hours from the due time of a day's dailies until they close."""
        return (closes(day) - self.due(day)) / timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class PlannedPost:
    """The dailies of `day` are to be posted at `due`, or immediately if that has passed."""

    day: date
    due: datetime


def next_post(
    track: Track, now: datetime, last: date | None, schedule: Schedule, delay: timedelta
) -> PlannedPost:
    """The next post of a track in a server whose last one was of `last`, None for none yet.

    It is of today if today's was not posted yet, even after its due time, else of tomorrow, or of
    the next day that has the track; older dailies are never posted. `delay` is added to the due
    time, within the day: see `posting_delay`.

    >>> noon = Schedule(time(12), ZoneInfo("UTC"))
    >>> now = datetime(2026, 11, 5, 18, tzinfo=UTC)
    >>> next_post(Track.EASY, now, date(2026, 11, 2), noon, timedelta()).due.isoformat()
    '2026-11-05T12:00:00+00:00'
    >>> next_post(Track.EASY, now, date(2026, 11, 5), noon, timedelta()).due.isoformat()
    '2026-11-06T12:00:00+00:00'
    """
    day = today(now)
    if last is not None and last >= day:
        day = last + _DAY
    day = next_of(track, day)
    latest = closes(day) - timedelta(seconds=1)
    return PlannedPost(day, max(schedule.due(day), min(schedule.due(day) + delay, latest)))


def spread_seconds(servers: int) -> int:
    """The number of seconds over which to spread the posts of servers with the same due time.

    >>> [spread_seconds(servers) for servers in (1, 1_000, 100_000)]
    [1, 250, 600]
    """
    return min(max(math.ceil(servers / SERVERS_PER_SECOND), 1), MAX_SPREAD)


def posting_delay(server: int, seconds: int) -> timedelta:
    """The delay of a server's posts in a spread of `seconds`: constant, and uniform among servers.

    It is at least 0 and less than `seconds`.

    >>> posting_delay(81384788765712384, 500)
    datetime.timedelta(seconds=131, microseconds=117000)
    """
    digest = blake2b(server.to_bytes(16, "big", signed=True), digest_size=8).digest()
    return timedelta(milliseconds=int.from_bytes(digest, "big") % (seconds * 1000))
