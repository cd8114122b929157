"""Recognises dailies that are live or still to come when people send them as other puzzles.

When a person asks for help with a live daily, pasted as it is, turned, mirrored, cut, framed, or
with clues or rows added or removed, they are told that it is one before anything is disclosed.
"""

from collections.abc import Iterable
from datetime import date, datetime
from typing import NamedTuple

from play.calendar import Track, number_of, today
from play.resemblance import ClueField, needed_score, score_in_place
from puzzle.model import Puzzle


class KnownDaily(NamedTuple):
    """A daily puzzle: its day, its track, and the puzzle itself."""

    day: date
    track: Track
    puzzle: Puzzle

    @property
    def number(self) -> int:
        """The number that the dailies of its day have."""
        return number_of(self.day)


def find_live(puzzle: Puzzle, dailies: Iterable[KnownDaily], now: datetime) -> KnownDaily | None:
    """The daily that a puzzle is, among those that are open now or yet to come.

    >>> from datetime import UTC
    >>> from puzzle.grid import square_grid
    >>> daily = KnownDaily(date(2026, 11, 5), Track.EASY, Puzzle(square_grid(1, 2), (3, None)))
    >>> mirrored = Puzzle(square_grid(2, 1), (None, 3))
    >>> find_live(mirrored, [daily], datetime(2026, 11, 5, 12, tzinfo=UTC)) is daily
    True
    >>> find_live(mirrored, [daily], datetime(2026, 11, 6, tzinfo=UTC)) is None
    True
    """
    live = [daily for daily in dailies if daily.day >= today(now)]
    alike = [daily for daily in live if _sides(daily.puzzle) == _sides(puzzle)]
    key = puzzle.canonical_key if alike else ""
    for daily in alike:
        if daily.puzzle.canonical_key == key:
            return daily
    opened = [daily for daily in live if daily.day == today(now)]
    if opened:
        field = ClueField(puzzle, max(max(_sides(daily.puzzle)) for daily in opened))
        for daily in opened:
            if field.holds(daily.puzzle):
                return daily
    for daily in alike:  # later ones are not public yet: no search at offsets
        if score_in_place(puzzle, daily.puzzle) >= needed_score(puzzle, daily.puzzle):
            return daily
    return None


def _sides(puzzle: Puzzle) -> list[int]:
    """The sides of a puzzle in cells, the shorter one first."""
    return sorted((puzzle.grid.rows, puzzle.grid.cols))
