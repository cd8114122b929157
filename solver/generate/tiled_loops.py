"""Random loops on boards of any tiling.

As in `solver.generate.loops`, a loop is the border of a region that grows from one cell and is then
stirred. There is no table of neighbourhoods: a cell may change sides when its border with the
region is a single segment, which `segments_around` finds.
"""

from collections.abc import Iterable
from math import exp

from puzzle.grid import OUTSIDE, Grid
from puzzle.model import Solution
from solver.generate.seeded_random import SeededRandom
from solver.loops import cell_neighbours, segments_around

SWEEPS, CELLS_PER_SWEEP = 8, 100
"""Minimum number of sweeps, and the number of cells of the board for each additional sweep."""
TARGET_SHARE = 0.5
"""The share of the cells that the region grows to."""
COLDNESS = (0.45, 0.6, 0.75)
"""One is drawn for each loop: a border that becomes shorter by n is accepted with exp(-n * it)."""
CROWDED_ACCEPTANCE = 0.2
"""The probability that a growing region takes a cell that does not lengthen its border."""


class TiledRegion:
    """A region of cells on any grid, as the lines of its border.

    >>> from puzzle.grid import square_grid
    >>> region = TiledRegion(square_grid(2, 3), [0, 1])
    >>> region.is_movable(2), region.is_movable(5), region.longer_by(2), sorted(region.border())
    (True, False, 2, [0, 1, 3, 4, 9, 11])
    """

    def __init__(self, grid: Grid, cells: Iterable[int]) -> None:
        self._grid = grid
        self._inside = {OUTSIDE: False} | dict.fromkeys(range(len(grid.cells)), False)
        self._lines: set[int] = set()
        for cell in cells:
            self.flip(cell)

    def is_inside(self, cell: int) -> bool:
        """Whether a cell is in the region."""
        return self._inside[cell]

    def is_movable(self, cell: int) -> bool:
        """Whether inside and outside both stay connected when a cell changes sides."""
        segments = segments_around(self._grid, self._lines, cell)
        return segments is not None and len(segments) == 1

    def longer_by(self, cell: int) -> int:
        """By how much the border becomes longer when a cell changes sides."""
        around = self._grid.cell_edges[cell]
        return len(around) - 2 * len(self._lines.intersection(around))

    def flip(self, cell: int) -> None:
        """Let a cell change sides."""
        self._inside[cell] = not self._inside[cell]
        self._lines.symmetric_difference_update(self._grid.cell_edges[cell])

    def border(self) -> Solution:
        """The edges between inside and outside: the loop."""
        return frozenset(self._lines)


def random_tiled_loop(grid: Grid, rng: SeededRandom) -> Solution:
    """A random loop on a grid of at least two cells.

    >>> from puzzle.grid import GridKey
    >>> from puzzle.rules import is_one_loop
    >>> from puzzle.tilings.catalogue import build_grid
    >>> grid = build_grid(GridKey("kagome", 3, 4))
    >>> loop = random_tiled_loop(grid, SeededRandom(0))
    >>> len(grid.dots), len(loop), is_one_loop(grid, loop)
    (49, 41, True)
    """
    first = rng.below(len(grid.cells))
    region = TiledRegion(grid, [first])
    _grow(grid, region, first, rng)
    coldness = rng.pick(COLDNESS)
    sides = max(map(len, grid.cell_edges))
    acceptance = [round(exp(-coldness * shorter), 4) for shorter in range(sides + 1)]
    for _ in range(SWEEPS + len(grid.cells) // CELLS_PER_SWEEP):
        for cell in rng.shuffled(range(len(grid.cells))):
            if region.is_movable(cell):
                longer = region.longer_by(cell)
                if longer > 0 or rng.chance(acceptance[-longer]):
                    region.flip(cell)
    return region.border()


def _grow(grid: Grid, region: TiledRegion, first: int, rng: SeededRandom) -> None:
    """Add random cells to a region of one cell, preferring thin arms."""
    beside = cell_neighbours(grid)
    front = [cell for _, cell in beside[first]]
    count, patience = 1, 20 * len(grid.cells)
    while front and count < round(TARGET_SHARE * len(grid.cells)) and patience:
        patience -= 1
        index = rng.below(len(front))
        cell = front[index]
        is_new = not region.is_inside(cell) and region.is_movable(cell)
        if is_new and region.longer_by(cell) <= 0 and not rng.chance(CROWDED_ACCEPTANCE):
            continue
        front[index] = front[-1]
        front.pop()
        if is_new:
            region.flip(cell)
            count += 1
            front += [other for _, other in beside[cell]]
