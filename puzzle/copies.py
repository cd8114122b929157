"""Copies of puzzles: turned, mirrored, shifted, and with some clues changed or left out.

A loop has a key that needs no coordinates. Clues are compared at all places of many puzzles at
once: all their cells are bits of one raster, of which a shift moves every one.
"""

from bisect import bisect_right
from cmath import rect
from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import ceil, inf, radians
from typing import Self

from msgspec import Struct

from puzzle.clue_rows import Clue, key_of_text
from puzzle.grid import SQUARE, Grid
from puzzle.model import Puzzle, Solution
from puzzle.rules import around, cells_inside, find_loops, lines_at_dots

SHARE = 2 / 3
"""The share of the clues of a puzzle that a copy has at least."""
FINE = 8
"""Points of the raster along the shortest edge, on other tilings than squares."""
MOST_PLACES, MOST_ZEROS = 200, 60
"""Maximum numbers of places and of clues that are no counts above 0 that are looked at in detail,
so that no board takes long."""
_COUNTS = frozenset(range(13))
_OUTSIDE = -1, None, frozenset({0, 1})
"""A point beside the board of an original: a loop has at most a line there."""


class LoopKey(Struct, frozen=True):
    """What is the same for a loop turned, mirrored or shifted: the sizes of the cells inside at
    each of its dots, in order.

    >>> from puzzle.grid import square_grid
    >>> LoopKey.of(square_grid(1, 2), {0, 2, 4, 5}) == LoopKey.of(square_grid(1, 1), {0, 1, 2, 3})
    True
    """

    text: str

    @classmethod
    def of(cls, grid: Grid, loop: Solution | set[int]) -> Self:
        """The key of a loop."""
        at = dict[int, list[int]]()
        for cell in cells_inside(grid, loop):
            for dot in grid.cell_dots[cell]:
                at.setdefault(dot, []).append(len(grid.cell_dots[cell]))
        [found] = find_loops(grid, loop)
        sizes = [tuple(sorted(at[dot])) for dot in found.dots]
        letters = {each: chr(97 + number) for number, each in enumerate(sorted(set(sizes)))}
        word = "".join(letters[each] for each in sizes)
        turns = (one[n:] + one[:n] for one in (word, word[::-1]) for n in range(len(word)))
        return cls(key_of_text(f"{grid.tiling} {[*letters]} {min(turns)}"))


class Originals:
    """Puzzles on one tiling, each with its loop, None if that is unknown.

    Their boards are below one another on a raster of some width. `_cells` has the cells at its
    points: the number of the puzzle, the clue, and which clues the loop meets there. `_bits` has
    the points at which loops meet a clue.
    """

    def __init__(self, tiling: str, puzzles: Sequence[tuple[Puzzle, Solution | None]]) -> None:
        square = tiling == SQUARE
        self._scale = scale = 1 if square else FINE
        near = (0,) if square else (-1, 0, 1)
        angles = range(0, 360, 90 if square else 6)
        self._turns = [*product((rect(scale, radians(angle)) for angle in angles), (1, -1))]
        extents = [puzzle.grid.extent for puzzle, _ in puzzles]
        self._width = width = max(int(cols + 1) * scale for _, cols in extents)
        self._needed = [ceil(SHARE * len(puzzle.clue_cells)) for puzzle, _ in puzzles]
        self._cells = dict[int, tuple[int, Clue, frozenset[int]]]()
        top, self._ends = scale, [(0, 0)]
        for number in sorted(range(len(puzzles)), key=self._needed.__getitem__):
            puzzle = puzzles[number][0]
            cells = zip(puzzle.grid.cell_means, puzzle.clues, _met(*puzzles[number]), strict=True)
            for (row, col), clue, met in cells:
                at = (top + int(row * scale)) * width + int(col * scale)
                for down, right in product(near, near):
                    self._cells[at + down * width + right] = number, clue, met
            top += int(extents[number][0] + 1) * scale
            self._ends.append((self._needed[number], top * width))
        bits = {clue: bytearray(top * width // 8 + 1) for clue in _COUNTS}
        for at in range(top * width):
            for clue in self._cells.get(at, _OUTSIDE)[2] & _COUNTS:
                bits[clue][at >> 3] |= 1 << (at & 7)
        self._bits = {clue: int.from_bytes(some, "little") for clue, some in bits.items()}

    def find(self, puzzle: Puzzle) -> int | None:
        """The number of the original that has enough of the clues of a puzzle at their places,
        turned or mirrored, and whose loop breaks at most one of its clues; None without one.
        """
        means = puzzle.grid.cell_means
        clues = [(puzzle.clues[cell] or 0, complex(*means[cell])) for cell in puzzle.clue_cells]
        counts = sorted((each for each in clues if each[0] > 0), key=lambda each: -each[0])
        _, end = self._ends[bisect_right(self._ends, (len(clues), inf)) - 1]
        if not end or not counts:
            return None
        others = [each for each in clues if each[0] <= 0]
        counts += sorted(others, key=lambda each: abs(each[1] - counts[0][1]))[:MOST_ZEROS]
        for turn, flip in self._turns:
            for at in islice(self._places(self._offsets(counts, turn, flip), end), MOST_PLACES):
                number = self._original_at(at, self._offsets(counts, turn, flip))
                if number is not None:
                    return number
        return None

    def _offsets(
        self, clues: Sequence[tuple[int, complex]], turn: complex, flip: int
    ) -> Iterator[tuple[int, int, int]]:
        """Turned clues, each with its points of the raster below and right of the first one."""
        first = clues[0][1]
        for clue, place in clues:
            way = (place - first) * turn
            yield clue, round(way.real), round(way.imag) * flip

    def _places(self, offsets: Iterator[tuple[int, int, int]], end: int) -> Iterator[int]:
        """The points for the first of some clues at which loops break at most one count above 0.

        `unbroken` and `one_broken` have the points at which loops break none, and at most one.
        """
        unbroken = one_broken = (1 << end) - 1
        for clue, down, right in offsets:
            if clue <= 0 or not one_broken:  # a 0 may be far outside
                break
            bits, offset = self._bits.get(clue, 0), down * self._width + right
            bits = bits >> offset if offset >= 0 else bits << -offset
            one_broken = one_broken & bits | unbroken
            unbroken &= bits
        while one_broken:
            yield (one_broken & -one_broken).bit_length() - 1
            one_broken &= one_broken - 1

    def _original_at(self, at: int, offsets: Iterator[tuple[int, int, int]]) -> int | None:
        """The original whose board is at a place, if clues there are those of a copy of it."""
        found, (row, col), width = [], divmod(at, self._width), self._width
        for clue, down, right in offsets:
            point = (row + down) * width + col + right if 0 <= col + right < width else -1
            found.append((clue, self._cells.get(point, _OUTSIDE)))
        for number in {cell[0] for _, cell in found[:2]} - {_OUTSIDE[0]}:
            own = [(clue, cell if cell[0] == number else _OUTSIDE) for clue, cell in found]
            broken = sum(clue not in met for clue, (_, _, met) in own)
            same = sum(clue == there for clue, (_, there, _) in own)
            if broken <= 1 and same >= self._needed[number]:
                return number
        return None


def _met(puzzle: Puzzle, loop: Solution | None) -> Iterator[frozenset[int]]:
    """For each cell, which clues a loop meets; any in a blank cell if the loop is unknown."""
    variant = puzzle.rules.variant
    visited = lines_at_dots(puzzle.grid, loop or ())
    for cell, clue in enumerate(puzzle.clues):
        count = clue
        if loop is not None:
            count = variant.count(around(puzzle.grid, cell, loop, visited))
        yield _COUNTS if count is None else frozenset({count, *variant.signs})
