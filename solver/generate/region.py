"""The inside of a loop as a region of cells that may change between inside and outside."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from puzzle.grid import OUTSIDE, Grid
from puzzle.model import Solution

RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The offsets of the eight cells around a cell, clockwise; those at odd indices share an edge."""


class Neighbourhood(NamedTuple):
    """Whether a cell may change sides, and how many of the four cells beside it are inside."""

    movable: bool
    sides: int


@lru_cache(maxsize=1)
def _neighbourhood_table() -> tuple[Neighbourhood, ...]:
    """The neighbourhood for each of the 256 patterns of inside cells in a ring of eight.

    The cell in the middle may change sides when the ring changes between inside and outside exactly
    twice, and at least one of the four cells beside it is inside and one outside. Then inside and
    outside both stay connected.
    """
    table = []
    for ring in range(256):
        bits = [ring >> i & 1 for i in range(8)]
        changes = sum(bits[i] != bits[i - 1] for i in range(8))
        sides = sum(bits[1::2])
        table.append(Neighbourhood(changes == 2 and 0 < sides < 4, sides))
    return tuple(table)


class Region:
    """A region of cells, on a board with a margin of one cell that is always outside.

    `inside` has a 1 for every cell of the region, and `places[c]` is the index of cell `c` in it.

    >>> from puzzle.grid import square_grid
    >>> region = Region(square_grid(2, 3), [0, 1])
    >>> region.neighbourhood(region.places[2]), region.neighbourhood(region.places[5])
    (Neighbourhood(movable=True, sides=1), Neighbourhood(movable=False, sides=0))
    >>> sorted(region.border())
    [0, 1, 3, 4, 9, 11]
    """

    def __init__(self, grid: Grid, cells: Iterable[int]) -> None:
        self._grid = grid
        self.width = grid.cols + 2
        self.inside = bytearray(self.width * (grid.rows + 2))
        self.places = tuple(
            (row + 1) * self.width + col + 1 for row in range(grid.rows) for col in range(grid.cols)
        )
        self.cell_at = {place: cell for cell, place in enumerate(self.places)}
        self.ring = tuple(row * self.width + col for row, col in RING)
        self._table = _neighbourhood_table()
        for cell in cells:
            self.inside[self.places[cell]] = 1

    def neighbourhood(self, place: int) -> Neighbourhood:
        """The neighbourhood of the cell at a place."""
        inside = self.inside
        a, b, c, d, e, f, g, h = self.ring
        low = inside[place + a] | inside[place + b] << 1 | inside[place + c] << 2
        middle = inside[place + d] << 3 | inside[place + e] << 4 | inside[place + f] << 5
        return self._table[low | middle | inside[place + g] << 6 | inside[place + h] << 7]

    def is_movable(self, cell: int) -> bool:
        """Whether inside and outside both stay connected when a cell changes sides."""
        return self.neighbourhood(self.places[cell]).movable

    def flip(self, cell: int) -> None:
        """Let a cell change sides."""
        self.inside[self.places[cell]] ^= 1

    def neighbours(self, place: int) -> list[int]:
        """The places of the cells on the board that share an edge with the cell at a place."""
        near = (place + step for step in self.ring[1::2])
        return [other for other in near if other in self.cell_at]

    def line_count(self, place: int) -> int:
        """The number of lines around the cell at a place."""
        inside = self.inside
        side = inside[place]
        return sum(inside[place + step] != side for step in self.ring[1::2])

    def border(self) -> Solution:
        """The edges between inside and outside: the loop."""
        inside = {OUTSIDE: 0} | {c: self.inside[place] for c, place in enumerate(self.places)}
        return frozenset(
            edge
            for edge, (left, right) in enumerate(self._grid.edge_cells)
            if inside[left] != inside[right]
        )
