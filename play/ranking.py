"""Leaderboards: who solved the most dailies of a track in a period, and how fast.

A leaderboard is of one track. It compares, in this order: more dailies solved, less total time
(with penalties), fewer wrong submissions, less help. Players equal in all of these share a rank,
and as many ranks after it are left out: 1, 2, 2, 4. The time of day is never compared. The
leaderboard of a single day has one daily, so the time decides there, or the share of par.
`store.rankings` asks the database for it.
"""

from datetime import date, timedelta
from enum import Enum

from play.calendar import EPOCH

PAGE = 10
"""Number of lines on a page of a leaderboard."""


class Period(Enum):
    """The period that a leaderboard covers."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    ALL = "all"
    PAR = "par"
    """A day that is over, by the share of par that people took, without help."""

    @property
    def is_day(self) -> bool:
        """Whether it is a single day."""
        return self in (Period.DAY, Period.PAR)


def period_bounds(period: Period, day: date) -> tuple[date, date]:
    """The first and last day of the period that contains a day.

    Weeks last from Monday to Sunday; the period of all time ends on the day itself.

    >>> [day.isoformat() for day in period_bounds(Period.WEEK, date(2026, 11, 5))]
    ['2026-11-02', '2026-11-08']
    >>> [day.isoformat() for day in period_bounds(Period.MONTH, date(2028, 2, 5))]
    ['2028-02-01', '2028-02-29']
    """
    match period:
        case Period.DAY | Period.PAR:
            return day, day
        case Period.WEEK:
            monday = day - timedelta(days=day.weekday())
            return monday, monday + timedelta(days=6)
        case Period.MONTH:
            first = day.replace(day=1)
            return first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        case Period.ALL:
            return EPOCH, day
