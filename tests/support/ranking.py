"""Leaderboards by the rules of `play.ranking`, without a database."""

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from play.ranking import Period, period_bounds
from play.tracks import Track


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
