"""Fences around groups of dots: closed curves that run from cell to cell through edges."""

from collections.abc import Collection, Iterator

from puzzle.grid import OUTSIDE, Grid
from renderer.shapes import Point

REACH = 0.3
"""Length of a piece of a fence on either side of the edge that it crosses, in cells."""


def crossed_edges(grid: Grid, dots: Collection[int]) -> frozenset[int]:
    """The edges that lead from these dots to others; a loop has an even number of lines there.

    >>> from puzzle.grid import square_grid
    >>> sorted(crossed_edges(square_grid(1, 2), {0, 3}))
    [0, 2]
    """
    inner = frozenset(dots)
    return frozenset(
        edge for edge, (one, two) in enumerate(grid.edge_dots) if (one in inner) != (two in inner)
    )


def fence_pieces(grid: Grid, dots: Collection[int]) -> Iterator[tuple[Point, Point]]:
    """The straight pieces of the fence around dots, one across each crossed edge.

    A piece leads from one of the cells beside its edge to the other, and keeps away from their
    clues. At the border of the board it ends a little beyond the edge.

    >>> from puzzle.grid import square_grid
    >>> list(fence_pieces(square_grid(1, 1), {0}))
    [((0.5, -0.3), (0.5, 0.3)), ((-0.3, 0.5), (0.3, 0.5))]
    """
    for edge in sorted(crossed_edges(grid, dots)):
        (y0, x0), (y1, x1) = (grid.dots[dot] for dot in grid.edge_dots[edge])
        middle = between((x0, y0), (x1, y1), 0.5)
        row, col = grid.cells[next(cell for cell in grid.edge_cells[edge] if cell != OUTSIDE)]
        reach = REACH / max(abs(col - middle[0]), abs(row - middle[1]))
        start, end = sorted(between(middle, (col, row), share) for share in (-reach, reach))
        yield start, end


def between(start: Point, end: Point, share: float) -> Point:
    """The point at a share of the way from one point to another.

    >>> between((0.0, 0.0), (4.0, 2.0), 0.25)
    (1.0, 0.5)
    """
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
