"""Where the dots and cells of a grid are in a picture, in a unit that suits its tiling.

The unit is such that lines are as dense as on squares.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt

from msgspec import Struct

from puzzle.grid import Grid
from puzzle.names import Coord
from renderer.geometry import between
from renderer.shapes import Point

LEAST_RADIUS = 0.27
"""Minimum radius of the circles that clues are in, in the unit of pictures."""
CLUE_RADIUS = 0.5
"""Radius of the circle of a clue of scale 1."""


class Positions(Struct, frozen=True):
    """Positions as (x, y), and the radii of the largest circles in cells, all in cells.

    - `unit`: the factor from lengths of the grid, whose shortest edge is 1, to those of pictures.
    - `size`: the width and height of the board.
    - `dots`, `cells`: the dots, and the centres of the circles.
    - `scales`: the sizes of clues, and of the symbols around them, beside those on squares.
    """

    unit: float
    size: Point
    dots: tuple[Point, ...]
    cells: tuple[Point, ...]
    radii: tuple[float, ...]
    scales: tuple[float, ...]
    ends: tuple[tuple[Point, Point], ...]

    def middle(self, edge: int) -> Point:
        """The middle of an edge."""
        return between(*self.ends[edge], 0.5)

    def corners(self, dots: Sequence[int]) -> tuple[Point, ...]:
        """The positions of dots."""
        return tuple(self.dots[dot] for dot in dots)


@lru_cache(maxsize=16)
def positions_of(grid: Grid) -> Positions:
    """The positions of a grid.

    A picture has as many edges in an area as one of squares, so that lines, dots and labels look
    alike on all tilings; it is larger where the clues of small cells would be too small. Clues
    grow with the root of the radius: they fit small cells, and in large ones they stay beside the
    others.

    >>> from puzzle.grid import square_grid
    >>> found = positions_of(square_grid(1, 2))
    >>> found.unit, found.dots[4], found.cells[1], found.scales[1]
    (1.0, (1.0, 1.0), (1.5, 0.5), 1.0)
    """
    unit = max(_even_unit(grid), LEAST_RADIUS / min(grid.cell_radii))
    dots, cells = (tuple(_point(at, unit) for at in places) for places in (grid.dots, grid.cells))
    radii = tuple(radius * unit for radius in grid.cell_radii)
    scales = tuple(sqrt(radius / CLUE_RADIUS) for radius in radii)
    ends = tuple((dots[start], dots[end]) for start, end in grid.edge_dots)
    return Positions(unit, _point(grid.extent, unit), dots, cells, radii, scales, ends)


def _even_unit(grid: Grid) -> float:
    """The factor by which an edge has the area of an edge between squares, which is a half."""
    sides = sum(map(len, grid.cell_edges))
    area = sum(_area([grid.dots[dot] for dot in dots]) for dots in grid.cell_dots)
    return sqrt(sides / area) / 2


def _area(corners: Sequence[Coord]) -> float:
    following = (*corners[1:], corners[0])
    pairs = zip(corners, following, strict=True)
    return abs(sum(col * below - right * row for (row, col), (below, right) in pairs)) / 2


def _point(place: Coord, unit: float) -> Point:
    row, col = place
    return col * unit, row * unit
