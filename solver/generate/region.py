"""The inside of a loop as a region of cells that may change between inside and outside."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from puzzle.grid import Grid
from puzzle.model import Solution

RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The offsets of the eight cells around a cell, clockwise; those at odd indices share an edge."""


class Neighbourhood(NamedTuple):
    """Whether a cell may change sides, and how many of the four cells beside it are inside."""

    movable: bool
    sides: int


@lru_cache(maxsize=8)
def _neighbourhood_table(width: int) -> dict[int, Neighbourhood]:
    """The neighbourhood for each of the 256 patterns of inside cells in a ring of eight.

    A pattern has the bits of the three rows around a cell, which are `width` apart. The cell in the
    middle may change sides when the ring changes between inside and outside exactly twice, and at
    least one of the four cells beside it is inside and one outside. Then inside and outside both
    stay connected.
    """
    table = {}
    for pattern in product((0, 1), repeat=len(RING)):
        changes = sum(pattern[i] != pattern[i - 1] for i in range(8))
        sides = sum(pattern[1::2])
        bits = sum(bit << _place(width, *at) for bit, at in zip(pattern, RING, strict=True))
        table[bits] = Neighbourhood(changes == 2 and 0 < sides < 4, sides)
    return table


def _place(width: int, row: int, col: int) -> int:
    """The index of a cell on a board with a margin of one cell."""
    return (row + 1) * width + col + 1


class Region:
    """A region of cells, on a board with a margin of one cell that is always outside.

    `inside` has a bit for every cell of the region, and `places[c]` is the index of the one of cell
    `c`. `ring` has the bits around the cell in row 0 and column 0, whose index is `first`.

    >>> from puzzle.grid import square_grid
    >>> region = Region(square_grid(2, 3), [0, 1])
    >>> region.neighbourhood(region.places[2]), region.neighbourhood(region.places[5])
    (Neighbourhood(movable=True, sides=1), Neighbourhood(movable=False, sides=0))
    >>> sorted(region.border())
    [0, 1, 3, 4, 9, 11]
    """

    def __init__(self, grid: Grid, cells: Iterable[int]) -> None:
        self._grid = grid
        self.width = width = grid.cols + 2
        self.places = tuple(_place(width, r, c) for r in range(grid.rows) for c in range(grid.cols))
        self.cell_at = {place: cell for cell, place in enumerate(self.places)}
        self.inside = sum(1 << self.places[cell] for cell in cells)
        self.table = _neighbourhood_table(width)
        self.first, self.ring = width + 1, max(self.table)

    def neighbourhood(self, place: int) -> Neighbourhood:
        """The neighbourhood of the cell at a place."""
        return self.table[self.inside >> place - self.first & self.ring]

    def is_movable(self, cell: int) -> bool:
        """Whether inside and outside both stay connected when a cell changes sides."""
        return self.neighbourhood(self.places[cell]).movable

    def flip(self, cell: int) -> None:
        """Let a cell change sides."""
        self.inside ^= 1 << self.places[cell]

    def neighbours(self, place: int) -> list[int]:
        """The places of the cells on the board that share an edge with the cell at a place."""
        near = (place - self.width, place + 1, place + self.width, place - 1)
        return [other for other in near if other in self.cell_at]

    def line_count(self, place: int) -> int:
        """The number of lines around the cell at a place."""
        sides = self.neighbourhood(place).sides
        return 4 - sides if self.inside >> place & 1 else sides

    def border(self) -> Solution:
        """The edges between inside and outside: the loop."""
        inside = [self.inside >> place & 1 for place in self.places] + [0]
        return frozenset(
            edge
            for edge, (left, right) in enumerate(self._grid.edge_cells)
            if inside[left] != inside[right]
        )
