"""Where the dots and cells of a grid are in a picture, in a unit that suits its tiling.

The unit is such that lines are as dense as on squares.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import hypot, sqrt

from msgspec import Struct

from puzzle.grid import Grid
from puzzle.names import Coord
from renderer.geometry import between, direction
from renderer.shapes import Point

LEAST_RADIUS = 0.27
"""Minimum radius of the circles that clues are in, in the unit of pictures."""
DIGIT, ROUNDNESS, HALF_LINE = (0.146, 0.204), 1.22, 0.06
"""Half the width and height of a digit of scale 1, how far it fills the corners of that box, beside
an ellipse, and half the width of lines, in cells."""
CLUE_RADIUS = 0.5
"""Radius of the circle of a clue of scale 1."""


class Positions(Struct, frozen=True):
    """Positions as (x, y), and the radii of the largest circles in cells, all in cells.

    - `unit`: the factor from lengths of the grid, whose shortest edge is 1, to those of pictures.
    - `size`: the width and height of the board.
    - `dots`, `cells`: the dots, and the centres of the circles.
    - `clue_scales`: the sizes of clues beside those on squares.
    - `scales`: the sizes of the symbols around them, which stay within small cells.
    """

    unit: float
    size: Point
    dots: tuple[Point, ...]
    cells: tuple[Point, ...]
    radii: tuple[float, ...]
    clue_scales: tuple[float, ...]
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
    alike on all tilings; it is larger where the clues of small cells would not fit. Clues grow with
    the root of the radius: in large cells they stay beside the others. In small ones they are as
    large as on squares, if they fit between lines.

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
    outlines = ([dots[dot] for dot in around] for around in grid.cell_dots)
    fitting = map(_fitting_scale, cells, outlines)
    clues = tuple(max(each, scale) for each, scale in zip(fitting, scales, strict=True))
    return Positions(unit, _point(grid.extent, unit), dots, cells, radii, clues, scales, ends)


def _fitting_scale(centre: Point, corners: Sequence[Point]) -> float:
    """The largest scale, at most 1, at which a digit is clear of lines on all sides of a cell.

    >>> _fitting_scale((0.0, 0.0), [(-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3)])
    1.0
    """
    scale, (wide, high) = 1.0, DIGIT
    for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
        x, y = direction(start, end)
        away = abs((centre[0] - start[0]) * y - (centre[1] - start[1]) * x) - HALF_LINE
        across, down = wide * abs(y), high * abs(x)
        scale = min(scale, away / min(across + down, ROUNDNESS * hypot(across, down)))
    return scale


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
