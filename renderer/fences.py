"""Fences around groups of dots: closed curves that run from cell to cell through edges."""

from collections.abc import Collection, Iterator

from puzzle.grid import OUTSIDE, Grid
from renderer.shapes import Point

BEYOND = 0.35
"""Distance of a fence from the edges at the border of the board, in cells."""


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

    A piece joins the middles of the two cells beside its edge. At the border of the board it ends
    a little beyond the edge.

    >>> from puzzle.grid import square_grid
    >>> list(fence_pieces(square_grid(1, 1), {0}))
    [((0.5, -0.35), (0.5, 0.5)), ((-0.35, 0.5), (0.5, 0.5))]
    """
    for edge in sorted(crossed_edges(grid, dots)):
        ends = [grid.dots[dot] for dot in grid.edge_dots[edge]]
        row, col = (sum(end[axis] for end in ends) / 2 for axis in (0, 1))
        sides = [grid.cells[cell] for cell in grid.edge_cells[edge] if cell != OUTSIDE]
        if len(sides) == 1:
            away = row - sides[0][0], col - sides[0][1]
            share = BEYOND / max(abs(away[0]), abs(away[1]))
            sides.append((row + away[0] * share, col + away[1] * share))
        (x0, y0), (x1, y1) = sorted((col, row) for row, col in sides)
        yield (x0, y0), (x1, y1)


def between(start: Point, end: Point, share: float) -> Point:
    """The point at a share of the way from one point to another.

    >>> between((0.0, 0.0), (4.0, 2.0), 0.25)
    (1.0, 0.5)
    """
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
