"""Leaderboards: who solved the most dailies of a track in a period, and how fast.

A leaderboard is of one track. It compares, in this order: more dailies solved, less total time
(with penalties), fewer wrong submissions, less help. Players equal in all of these share a rank,
and as many ranks after it are left out: 1, 2, 2, 4. The time of day is never compared. The
leaderboard of a single day has one daily, so the time decides there.
"""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from enum import Enum
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from play.calendar import EPOCH
from play.tracks import Track

PAGE = 10
"""Number of lines on a page of a leaderboard."""


class Period(Enum):
    """The period that a leaderboard covers."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    ALL = "all"


def period_bounds(period: Period, day: date) -> tuple[date, date]:
    """The first and last day of the period that contains a day.

    Weeks last from Monday to Sunday; the period of all time ends on the day itself.

    >>> [day.isoformat() for day in period_bounds(Period.WEEK, date(2026, 11, 5))]
    ['2026-11-02', '2026-11-08']
    >>> [day.isoformat() for day in period_bounds(Period.MONTH, date(2028, 2, 5))]
    ['2028-02-01', '2028-02-29']
    """
    match period:
        case Period.DAY:
            return day, day
        case Period.WEEK:
            monday = day - timedelta(days=day.weekday())
            return monday, monday + timedelta(days=6)
        case Period.MONTH:
            first = day.replace(day=1)
            return first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        case Period.ALL:
            return EPOCH, day


class Result(Struct, frozen=True):
    """One person's ranked attempt at one daily (`play.clock.is_ranked`).

    `seconds` includes penalties (`play.clock.HelpCounts.penalty`).
    """

    person: int
    day: date
    track: Track
    seconds: int
    mistakes: int = 0
    helps: int = 0


class Standing(Struct, frozen=True):
    """A person's line on a leaderboard: the rank, dailies solved, and sums over these."""

    rank: int
    person: int
    solved: int
    seconds: int
    mistakes: int
    helps: int

    @property
    def score(self) -> tuple[int, int, int, int]:
        """The sort key: a smaller one is better."""
        return -self.solved, self.seconds, self.mistakes, self.helps


def standings(
    results: Iterable[Result], track: Track, period: Period, day: date
) -> tuple[Standing, ...]:
    """The leaderboard of a track in the period that contains `day`, the best first.

    The caller chooses the results, such as those of a server's players, and leaves out players who
    are hidden. Players with the same rank are ordered by `person`. Raises `ValueError` for two
    results of a person on one daily.

    >>> day = date(2026, 11, 5)
    >>> times = ((7, 90), (8, 60), (9, 90))
    >>> results = [Result(person, day, Track.EASY, seconds) for person, seconds in times]
    >>> [(s.rank, s.person) for s in standings(results, Track.EASY, Period.DAY, day)]
    [(1, 8), (2, 7), (2, 9)]
    """
    first, last = period_bounds(period, day)
    within = [each for each in results if each.track is track and first <= each.day <= last]
    within.sort(key=lambda each: (each.person, each.day))
    totals = [
        _summed(person, list(own)) for person, own in groupby(within, lambda each: each.person)
    ]
    totals.sort(key=lambda total: (total.score, total.person))
    return tuple(_assign_ranks(totals))


def _summed(person: int, results: list[Result]) -> Standing:
    if len({each.day for each in results}) < len(results):
        raise ValueError(f"{person} has several results on one daily")
    return Standing(
        rank=0,
        person=person,
        solved=len(results),
        seconds=sum(each.seconds for each in results),
        mistakes=sum(each.mistakes for each in results),
        helps=sum(each.helps for each in results),
    )


def _assign_ranks(totals: list[Standing]) -> Iterable[Standing]:
    rank = 0
    before: Standing | None = None
    for place, total in enumerate(totals, start=1):
        if before is None or total.score != before.score:
            rank = place
        before = total
        yield replace(total, rank=rank)


def standing_of(board: Sequence[Standing], person: int) -> Standing | None:
    """A person's line on a leaderboard; None without a result."""
    return next((standing for standing in board if standing.person == person), None)


class Page(Struct, frozen=True):
    """A page of a leaderboard; `number` counts from 1 to `pages`, which is at least 1."""

    standings: tuple[Standing, ...]
    number: int
    pages: int


def page(board: Sequence[Standing], number: int, size: int = PAGE) -> Page:
    """A page of a leaderboard; a number out of range is replaced by the nearest one.

    >>> page((), 3)
    Page(standings=(), number=1, pages=1)
    """
    pages = max(-(-len(board) // size), 1)
    number = min(max(number, 1), pages)
    return Page(tuple(board[(number - 1) * size : number * size]), number, pages)
