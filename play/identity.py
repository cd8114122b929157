"""Recognises dailies that are live or still to come when people send them as other puzzles.

When a person asks for help with a live daily, pasted as it is, turned, mirrored or with a few clues
added or removed, they are told that it is one before anything is disclosed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime

from play.calendar import Track, number_of, today
from puzzle.model import Puzzle
from puzzle.symmetry import images

MIN_LIKENESS = 0.8
"""Minimum share of cells with equal clues, at the same places, to recognise a puzzle as a daily.

Unrelated puzzles of 7x7 and more share at most two thirds, in the best of eight orientations.
"""
MIN_ROWS = 0.6
"""Minimum share of a daily's rows that have to be found in a larger puzzle."""


@dataclass(frozen=True, slots=True)
class KnownDaily:
    """A daily puzzle: its day, its track, and the puzzle itself."""

    day: date
    track: Track
    puzzle: Puzzle

    @property
    def number(self) -> int:
        """The number of the dailies of its day."""
        return number_of(self.day)


def find_live(puzzle: Puzzle, dailies: Iterable[KnownDaily], now: datetime) -> KnownDaily | None:
    """The daily that a puzzle is, among those that are open now or later; None if it is none.

    >>> from datetime import UTC
    >>> from puzzle.grid import square_grid
    >>> daily = KnownDaily(date(2026, 11, 5), Track.EASY, Puzzle(square_grid(1, 2), (3, None)))
    >>> mirrored = Puzzle(square_grid(2, 1), (None, 3))
    >>> find_live(mirrored, [daily], datetime(2026, 11, 5, 12, tzinfo=UTC)) is daily
    True
    >>> find_live(mirrored, [daily], datetime(2026, 11, 6, tzinfo=UTC)) is None
    True
    """
    sides = _sorted_sides(puzzle)
    live = [daily for daily in dailies if daily.day >= today(now)]
    alike = [daily for daily in live if _sorted_sides(daily.puzzle) == sides]
    key = puzzle.canonical_key if alike else ""
    for daily in alike:
        if daily.puzzle.canonical_key == key:
            return daily
    for daily in alike:
        if resembles(puzzle, daily.puzzle):
            return daily
    opened = [daily for daily in live if daily.day == today(now)]  # later ones are not public yet
    return next((daily for daily in opened if contains(puzzle, daily.puzzle)), None)


def _sorted_sides(puzzle: Puzzle) -> list[int]:
    """The sides of a puzzle in cells, the shorter one first."""
    return sorted((puzzle.grid.rows, puzzle.grid.cols))


def resembles(puzzle: Puzzle, other: Puzzle) -> bool:
    """Whether a puzzle, in some orientation, agrees with another one in most cells.

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


def contains(puzzle: Puzzle, other: Puzzle) -> bool:
    """Whether most rows of another puzzle are found one below the other in a larger puzzle.

    The larger puzzle may be turned or mirrored. A solution of it includes that of the other one.

    >>> from puzzle.grid import square_grid
    >>> small = Puzzle(square_grid(2, 3), (3, 3, 0, None, 2, 1))
    >>> contains(Puzzle(square_grid(3, 3), (0, 0, 0, *small.clues)), small)
    True
    """
    wanted = [(row, text) for row, text in enumerate(_row_texts(other)) if text.strip()]
    enough = MIN_ROWS * len(wanted)
    for image in images(puzzle):
        grid, part = image.grid, other.grid
        if grid.rows < part.rows or grid.cols < part.cols or grid == part:
            continue
        found: Counter[tuple[int, int]] = Counter()
        for line, text in enumerate(_row_texts(image)):
            for row, sought in wanted:
                found.update((line - row, place) for place in _occurrences(sought, text))
        if found and max(found.values()) >= enough:
            return True
    return False


def _row_texts(puzzle: Puzzle) -> list[str]:
    """The clues of each row as text, with a space for a blank cell."""
    return ["".join(" " if clue is None else str(clue) for clue in row) for row in puzzle.clue_rows]


def _occurrences(sought: str, text: str) -> Iterator[int]:
    """The positions of one text in another, also of occurrences that overlap."""
    place = text.find(sought)
    while place >= 0:
        yield place
        place = text.find(sought, place + 1)
