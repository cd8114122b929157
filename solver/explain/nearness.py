"""Distances between places of a board: steps near the last marks are preferred.

Distances are measured between dots and centres of cells, in cell sides, to the rectangle that
encloses some places. They decide between steps that are equally easy, and nothing else.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from puzzle.grid import Grid
from puzzle.names import Coord

Box: TypeAlias = tuple[float, float, float, float]
"""A rectangle: first row, first column, last row, last column."""

Near: TypeAlias = Sequence[Collection[int]]
"""The edges that were marked last, those that were marked before them, and so on."""

MAX_GROUPS = 3
"""Maximum number of groups of edges that are compared."""


def bounds(places: Iterable[Coord]) -> Box:
    """The rectangle that encloses some places.

    >>> bounds([(0, 2), (3, 1)])
    (0, 1, 3, 2)
    """
    rows, cols = zip(*places, strict=True)
    return min(rows), min(cols), max(rows), max(cols)


def distance(box: Box, place: Coord) -> float:
    """The steps along rows and columns from a place to a rectangle; 0 inside it.

    >>> distance((0, 1, 3, 2), (5, 0)), distance((0, 1, 3, 2), (1, 1.5))
    (3, 0)
    """
    row, col = place
    return max(box[0] - row, 0, row - box[2]) + max(box[1] - col, 0, col - box[3])


class Nearness:
    """Compares edges by their distance to what was marked last, then to what was before, and so on.

    Only the first `MAX_GROUPS` groups count; without any, all edges are equally near.

    >>> from puzzle.grid import square_grid
    >>> near = Nearness(square_grid(1, 3), [(0,), (2,)])
    >>> near.of([1, 2]), near.of([5]), Nearness(square_grid(1, 3), []).of([5])
    ((0.5, 0.0), (2.5, 1.0), ())
    """

    def __init__(self, grid: Grid, groups: Near) -> None:
        self._centres = edge_centres(grid)
        used = [group for group in groups if group][:MAX_GROUPS]
        self._boxes = [
            bounds(grid.dots[dot] for edge in group for dot in grid.edge_dots[edge])
            for group in used
        ]

    def of(self, edges: Collection[int]) -> tuple[float, ...]:
        """The distances of the nearest of these edges to each group; smaller is nearer."""
        if not self._boxes:
            return ()
        centres = self._centres
        return tuple([min([distance(box, centres[edge]) for edge in edges]) for box in self._boxes])


@lru_cache(maxsize=8)
def edge_centres(grid: Grid) -> tuple[Coord, ...]:
    """The middle of each edge."""
    dots = grid.dots
    return tuple(
        ((dots[a][0] + dots[b][0]) / 2, (dots[a][1] + dots[b][1]) / 2) for a, b in grid.edge_dots
    )
