"""Scores how much of a pattern of clues is found in a puzzle, at any offset and orientation.

A clue of the pattern that the puzzle has at the same place scores 1, a different clue there costs
`CONTRADICTION`, and a blank cell or no cell scores 0. Inserted or removed rows, or else columns,
cost `GAP`. The score is the highest sum over all offsets and the eight images.

The scores at all offsets are lanes of one long integer. To add a clue of the pattern is to add
the lanes of its number, shifted by where it is: few operations, however large the puzzle is.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from math import ceil
from typing import NamedTuple

from puzzle.clue_rows import Clue, Rows, images_of_rows
from puzzle.model import Puzzle

CONTRADICTION = 2
"""Cost of a different clue at the place of a clue of the pattern."""
GAP = 4
"""Cost of one or two rows inserted at one place; three rows cost it twice.

It is also the cost of each row of the pattern that is missing. The same holds for columns, if no
rows are inserted or missing.
"""
MIN_SHARE = 0.55
"""Minimum score, as a share of the number of clues of the pattern."""
MIN_SCORE = 17
"""Minimum score of any pattern.

It rises by 1 for each factor of four between the clues of the puzzle and those of the pattern:
at more offsets, more clues agree by chance.
"""
MAX_ALIKE = 0.75
"""Maximum share of equal clues; a pattern with a larger share is not searched."""

_DIGITS = 3
"""Hexadecimal digits of a lane."""
_LANE = 4 * _DIGITS
_HALF = 1 << (_LANE - 1)
"""Upper bound of the number in a lane, exclusive: the highest bit is used for comparisons."""


def needed_score(puzzle: Puzzle, pattern: Puzzle) -> int:
    """The minimum score at which a pattern counts as found in a puzzle.

    >>> from puzzle.grid import square_grid
    >>> small, large = square_grid(5, 8), square_grid(8, 10)
    >>> needed_score(Puzzle(small, (3,) * 40), Puzzle(small, (3,) * 40))
    22
    >>> needed_score(Puzzle(large, (3,) * 80), Puzzle(small, (3,) * 20 + (None,) * 20))
    18
    """
    clues, wanted = len(puzzle.clue_cells), len(pattern.clue_cells)
    fourfold = (max(clues // max(wanted, 1), 1).bit_length() - 1) // 2
    return max(MIN_SCORE + fourfold, ceil(MIN_SHARE * wanted))


def score_in_place(puzzle: Puzzle, pattern: Puzzle) -> int:
    """The score of a pattern that is as large as the puzzle, laid onto it without an offset.

    It is 0 for one of another size.

    >>> from puzzle.grid import square_grid
    >>> score_in_place(
    ...     Puzzle(square_grid(1, 4), (3, 1, 2, None)), Puzzle(square_grid(4, 1), (2, 2, 1, 3))
    ... )
    3
    """
    cells = tuple(puzzle.clue_rows)
    return max(
        (
            sum(
                1 if clue == cell else -CONTRADICTION
                for clue, cell in zip(chain(*rows), chain(*cells), strict=True)
                if clue is not None and cell is not None
            )
            for rows in images_of_rows(tuple(pattern.clue_rows))
            if (len(rows), len(rows[0])) == (len(cells), len(cells[0]))
        ),
        default=0,
    )


def is_regular(pattern: Puzzle) -> bool:
    """Whether nearly all clues of a pattern are the same number: it is like any other such puzzle.

    >>> from puzzle.grid import square_grid
    >>> is_regular(Puzzle(square_grid(2, 2), (1, 1, 1, None)))
    True
    """
    counts = Counter(clue for clue in pattern.clues if clue is not None)
    return max(counts.values(), default=0) > MAX_ALIKE * counts.total()


class _Image(NamedTuple):
    """One of the eight images of a pattern: how many clues it has, and each with its column, by
    rows, the lowest first."""

    clues: int
    rows: tuple[tuple[tuple[int, int], ...], ...]


@lru_cache(maxsize=32)
def _images(pattern: Puzzle) -> tuple[_Image, ...]:
    """The different images of a pattern, cached: few dailies are searched in many puzzles."""
    images = dict.fromkeys(images_of_rows(tuple(pattern.clue_rows)))
    clues = len(pattern.clue_cells)
    return tuple(_Image(clues, tuple(map(_placed, reversed(rows)))) for rows in images)


def _placed(row: tuple[Clue, ...]) -> tuple[tuple[int, int], ...]:
    """The clues of a row with their columns."""
    return tuple((clue, col) for col, clue in enumerate(row) if clue is not None)


class ClueField:
    """A puzzle in which patterns are searched whose sides are of at most `longest` cells.

    >>> from puzzle.grid import square_grid
    >>> pattern = Puzzle(square_grid(4, 5), (3, 1, 2, 2, 3) * 4)
    >>> row_more = Puzzle(square_grid(5, 5), (None,) * 5 + pattern.clues)
    >>> ClueField(row_more, 5).best_score(pattern), ClueField(row_more, 5).holds(pattern)
    (20, True)
    >>> rows = (3, 1, 2, 2, 3) * 2 + (None,) * 5 + (3, 1, 2, 2, 3) * 2
    >>> ClueField(Puzzle(square_grid(5, 5), rows), 5).best_score(pattern)
    16
    """

    def __init__(self, puzzle: Puzzle, longest: int) -> None:
        self._puzzle = puzzle
        rows = tuple(puzzle.clue_rows)
        self._ways = [_Lanes(rows, longest), _Lanes(tuple(zip(*rows, strict=True)), longest)]

    def holds(self, pattern: Puzzle) -> bool:
        """Whether a pattern is in the puzzle; raises ValueError for one of too many clues."""
        return not is_regular(pattern) and self.reaches(
            needed_score(self._puzzle, pattern), pattern
        )

    def reaches(self, score: int, pattern: Puzzle) -> bool:
        """Whether the score of a pattern is at least this, which is found out sooner than the
        score; raises ValueError for a pattern of too many clues."""
        if score > min(len(pattern.clue_cells), len(self._puzzle.clue_cells)):
            return False
        return any(way.reach(image, score) for image in _images(pattern) for way in self._ways)

    def best_score(self, pattern: Puzzle) -> int:
        """The score of a pattern; raises ValueError for one of too many clues."""
        return max(way.best(image) for image in _images(pattern) for way in self._ways)


class _Lanes:
    """The rows of a puzzle, for scores of patterns that may have gaps between rows."""

    def __init__(self, rows: Rows, longest: int) -> None:
        gutter = " " * (longest - 1)
        texts = [gutter + "".join(" " if c is None else str(c) for c in row) for row in rows]
        beyond = " " * len(texts[0])
        cells = "".join((beyond * len(gutter), *texts, beyond * longest, gutter))
        self._cells = cells[::-1]  # the first one is in the lowest lane
        self._row = _LANE * len(beyond)
        self._ones = self._of({ord(cell): 1 for cell in " 01234"})
        self._tops = self._ones * _HALF
        self._gaps = (self._ones >> (3 * self._row)) * GAP  # where a row can be moved
        self._shifted: dict[tuple[int, int], int] = {}

    def reach(self, image: _Image, needed: int) -> bool:
        """Whether the score of these clues is so high; where it cannot be, not all are added."""
        left = image.clues
        for scores, zero, count in self._scores(image):
            left -= count
            compared = scores + self._ones * (_HALF - zero - max(needed - left, -zero))
            if not compared & self._tops:
                return False
        return True

    def best(self, image: _Image) -> int:
        """The score of these clues."""
        *_, (scores, zero, _) = self._scores(image)
        text = f"{scores:0{_DIGITS * len(self._cells)}x}"
        lanes = (text[start : start + _DIGITS] for start in range(0, len(text), _DIGITS))
        return int(max(lanes), 16) - zero

    def _scores(self, image: _Image) -> Iterator[tuple[int, int, int]]:
        """The scores of the lowest row, of the lowest two and so on, by where the first cell
        lies; the number that stands for 0 in them; and how many clues the last row added.

        Row by row, those of the rows so far are moved up to where the next one lies. No number
        falls below 0, as each row counts `CONTRADICTION` more for each of its clues.
        """
        clues, rows = image
        zero = GAP * len(rows)
        if zero + (CONTRADICTION + 1) * clues >= _HALF:
            raise ValueError(f"a pattern of {clues} clues in {len(rows)} rows is too large")
        scores = self._ones * zero
        for placed in rows:
            without = scores + self._ones * (CONTRADICTION * len(placed) - GAP)
            scores = self._next_row(scores)
            for clue, col in placed:
                scores += self._clue(clue, col)
            scores = self._larger(scores, without)
            zero += CONTRADICTION * len(placed)
            yield scores, zero, len(placed)

    def _next_row(self, scores: int) -> int:
        """The scores, moved by a row, or by up to four where that makes them larger."""
        moved = scores >> self._row
        moved = self._larger(moved, (moved >> self._row) - self._gaps)
        return self._larger(moved, (moved >> (2 * self._row)) - self._gaps)

    def _clue(self, clue: int, col: int) -> int:
        """What a clue in that column adds to the score at each place, and `CONTRADICTION`."""
        if (clue, 0) not in self._shifted:
            counts = dict.fromkeys(map(ord, "01234"), 0)
            counts |= {ord(" "): CONTRADICTION, ord(str(clue)): CONTRADICTION + 1}
            self._shifted[clue, 0] = self._of(counts)
        if (clue, col) not in self._shifted:
            self._shifted[clue, col] = self._shifted[clue, 0] >> (_LANE * col)
        return self._shifted[clue, col]

    def _of(self, counts: dict[int, int]) -> int:
        """The lanes of the cells, each with the number that stands for it."""
        digits = {cell: f"{count:0{_DIGITS}x}" for cell, count in counts.items()}
        return int(self._cells.translate(digits), 16)

    def _larger(self, one: int, other: int) -> int:
        """The larger number of each lane."""
        difference = (one | self._tops) - other
        not_less = difference & self._tops
        return other + (difference & (not_less - (not_less >> (_LANE - 1))))
