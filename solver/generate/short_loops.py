"""Random short loops on small boards, each with the same probability.

A loop is the border of a region of cells, row by row. Regions are drawn by their number: for each
row, the regions that continue it are counted, and a row is drawn as often as its count says. A
region whose border is no loop, or misses a side of the board, is drawn again.
"""

from functools import lru_cache

from puzzle.grid import Grid
from puzzle.model import Solution
from puzzle.rules import is_one_loop
from solver.generate.region import Region
from solver.generate.seeded_random import SeededRandom

SHORTEST, LONGEST = 14, 20
"""Minimum and maximum number of lines of a short loop."""

MIN_SIDE, MAX_SIDE = 4, 5
"""Minimum and maximum side of a board with short loops, in cells."""


def short_loop(grid: Grid, rng: SeededRandom) -> Solution:
    """A random loop of `SHORTEST` to `LONGEST` lines that touches all four sides of a square grid.

    >>> from puzzle.grid import square_grid
    >>> loop = short_loop(square_grid(4, 5), SeededRandom(0))
    >>> len(loop), is_one_loop(square_grid(4, 5), loop)
    (20, True)
    """
    while True:
        rows = _draw_rows(grid, rng)
        if not _touches_left_and_right(rows, grid.cols):
            continue
        bits = "".join(f"{row:0{grid.cols}b}" for row in rows)
        loop = Region(grid, (cell for cell, bit in enumerate(bits) if bit == "1")).border()
        if is_one_loop(grid, loop):
            return loop


def _draw_rows(grid: Grid, rng: SeededRandom) -> list[int]:
    """The rows of a random region, each as a bit set of its cells."""
    drawn: list[int] = []
    above = length = 0
    for left in range(grid.rows, 0, -1):
        number = rng.below(_count(grid.cols, left, above, length))
        for row in range(1, 1 << grid.cols):
            more = length + _border_length(row, above)
            here = _count(grid.cols, left - 1, row, more)
            if number < here:
                break
            number -= here
        drawn.append(row)
        above, length = row, more
    return drawn


@lru_cache(maxsize=4_096)
def _count(cols: int, left: int, above: int, length: int) -> int:
    """The number of ways to add `left` rows below the row `above`, none of them empty.

    `length` is the number of border edges above and beside the rows that are there.
    """
    if not left:
        return SHORTEST <= length + above.bit_count() <= LONGEST
    if length + 2 * left > LONGEST:
        return 0
    return sum(
        _count(cols, left - 1, row, length + _border_length(row, above))
        for row in range(1, 1 << cols)
    )


def _border_length(row: int, above: int) -> int:
    """The number of border edges beside the cells of a row, and between it and the row above."""
    return (row ^ row << 1).bit_count() + (row ^ above).bit_count()


def _touches_left_and_right(rows: list[int], cols: int) -> bool:
    """Whether some row has its first cell, and some row its last one."""
    return any(row & 1 for row in rows) and any(row >> cols - 1 for row in rows)
