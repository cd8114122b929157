"""Telling the dailies that are still being played from any other puzzle.

Whoever asks for help with a live daily, pasted as it is, turned, mirrored or with a few
clues put in or left out, is to be told that it is one before anything is given away.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from play.calendar import Track, number_of, today
from puzzle.model import Puzzle
from puzzle.symmetry import images

MIN_LIKENESS = 0.8
"""A puzzle with so large a share of the clues of another, at the same places, is taken for
it. Unrelated ones of 7x7 and more share at most two thirds, in the best of eight positions."""


@dataclass(frozen=True, slots=True)
class Daily:
    """A daily puzzle: its day, its track, and the puzzle itself."""

    day: date
    track: Track
    puzzle: Puzzle

    @property
    def number(self) -> int:
        """The number that the dailies of its day have."""
        return number_of(self.day)


def find_live(puzzle: Puzzle, dailies: Iterable[Daily], now: datetime) -> Daily | None:
    """The daily that a puzzle is, among those that are open now or yet to come.

    >>> from datetime import UTC
    >>> from puzzle.grid import square_grid
    >>> daily = Daily(date(2026, 11, 5), Track.EASY, Puzzle(square_grid(1, 2), (3, None)))
    >>> mirrored = Puzzle(square_grid(2, 1), (None, 3))
    >>> find_live(mirrored, [daily], datetime(2026, 11, 5, 12, tzinfo=UTC)) is daily
    True
    >>> find_live(mirrored, [daily], datetime(2026, 11, 6, tzinfo=UTC)) is None
    True
    """
    live = [daily for daily in dailies if daily.day >= today(now)]
    key = puzzle.canonical_key if live else ""
    for daily in live:
        if daily.puzzle.canonical_key == key:
            return daily
    return next((daily for daily in live if resembles(puzzle, daily.puzzle)), None)


def resembles(puzzle: Puzzle, other: Puzzle) -> bool:
    """Whether a puzzle, turned or mirrored if need be, has most cells like another.

    >>> from puzzle.grid import square_grid
    >>> grid = square_grid(2, 3)
    >>> resembles(Puzzle(grid, (3, 3, 0, None, 2, 1)), Puzzle(grid, (3, 3, 0, None, 2, None)))
    True
    """
    enough = MIN_LIKENESS * len(other.clues)
    return any(
        image.grid == other.grid
        and sum(a == b for a, b in zip(image.clues, other.clues, strict=True)) >= enough
        for image in images(puzzle)
    )
