"""Subloops of a model: their edges in order, inside cells and boundaries.

A subloop is the list of its edges in cyclic order, starting at the first dot of its first edge.
The code is optimised for speed, since a search splits every model into its loops.
"""

from collections.abc import Container
from functools import lru_cache
from typing import TypeVar

from puzzle.grid import OUTSIDE, Grid

Subloop = list[int]

LoopT = TypeVar("LoopT")
"""What a search takes for a subloop: a `Subloop`, or the `solver.parts.Part` that it surrounds."""


class LoopWalker:
    """Splits the lines of models on one grid into loops, in time linear in the lines.

    Every dot has zero or two lines. For each dot, the walker stores the sum of the numbers of
    its two lines; subtracting one line gives the other. Likewise for the two dots of an edge.

    >>> from puzzle.grid import square_grid
    >>> LoopWalker(square_grid(1, 1)).walk([0, 1, 2, 3])
    [[0, 3, 1, 2]]
    """

    def __init__(self, grid: Grid) -> None:
        self._ends = grid.edge_dots
        self._both = _sums_of_ends(grid)
        self._sums = [0] * len(grid.dots)

    def walk(self, lines: list[int]) -> list[Subloop]:
        """The loops that `lines` consist of, in order of their first edges in `lines`."""
        ends, both, sums = self._ends, self._both, self._sums
        for edge in lines:
            a, b = ends[edge]
            sums[a] += edge
            sums[b] += edge
        loops = []
        for first in lines:
            dot = ends[first][0]
            found = sums[dot]
            if not found:
                continue
            edge, loop = first, list[int]()
            append = loop.append
            while found:
                append(edge)
                sums[dot] = 0
                dot = both[edge] - dot
                found = sums[dot]
                edge = found - edge
            loops.append(loop)
        return loops


@lru_cache(maxsize=8)
def _sums_of_ends(grid: Grid) -> tuple[int, ...]:
    """For each edge, the sum of the numbers of its two dots."""
    return tuple(a + b for a, b in grid.edge_dots)


def loop_dots(grid: Grid, loop: Subloop) -> list[int]:
    """The dots of a subloop in order: edge i joins dot i and dot i + 1.

    >>> from puzzle.grid import square_grid
    >>> loop_dots(square_grid(1, 1), [0, 3, 1, 2])
    [0, 1, 3, 2]
    """
    dot = grid.edge_dots[loop[0]][0]
    dots = []
    for edge in loop:
        dots.append(dot)
        a, b = grid.edge_dots[edge]
        dot = b if a == dot else a
    return dots


def segments_around(grid: Grid, lines: Container[int], cell: int) -> list[int] | None:
    """The first edges, in clockwise order, of the segments that lines form around a cell.

    When lines and crosses around the cell are swapped, the segments between them become lines. None
    when another line passes a dot inside one of these, which would become a branch. A ring around
    the cell has no first edge.

    >>> from puzzle.grid import square_grid
    >>> grid = square_grid(1, 3)
    >>> ends = {*grid.cell_edges[0], *grid.cell_edges[2]}
    >>> [segments_around(grid, ends, cell) for cell in range(3)], segments_around(grid, {1}, 0)
    ([[], [8, 7], []], None)
    """
    edges = grid.cell_edges[cell]
    segments = []
    before = edges[-1] in lines
    for edge, dot in zip(edges, grid.cell_dots[cell], strict=True):
        here = edge in lines
        if here and not before:
            segments.append(edge)
        elif not here and not before and any(other in lines for other in grid.dot_edges[dot]):
            return None
        before = here
    return segments


def inside_cells(grid: Grid, loop: Subloop) -> set[int]:
    """The cells inside a loop, by flood fill.

    The turn at the loop's top left dot shows on which side of the loop the inside is. The fill
    starts from the cells on that side and does not cross the loop.

    >>> from puzzle.grid import square_grid
    >>> inside_cells(square_grid(2, 3), [0, 10, 3, 9])
    {0}
    """
    dots = loop_dots(grid, loop)
    barrier = set(loop)
    hand = 1 if _is_clockwise(grid, dots) else 0
    found = set()
    for dot, edge in zip(dots, loop, strict=True):
        forward = grid.edge_dots[edge][0] == dot
        found.add(grid.edge_cells[edge][hand if forward else 1 - hand])
    beside = cell_neighbours(grid)
    todo = list(found)
    while todo:
        for edge, cell in beside[todo.pop()]:
            if cell not in found and edge not in barrier:
                found.add(cell)
                todo.append(cell)
    return found


def _is_clockwise(grid: Grid, dots: list[int]) -> bool:
    """Whether the dots of a loop are in clockwise order, with rows growing downwards."""
    places = grid.dots
    i = min(range(len(dots)), key=lambda index: places[dots[index]])
    (r0, c0), (r1, c1) = places[dots[i - 1]], places[dots[i]]
    r2, c2 = places[dots[(i + 1) % len(dots)]]
    return (c1 - c0) * (r2 - r1) > (r1 - r0) * (c2 - c1)


@lru_cache(maxsize=8)
def cell_neighbours(grid: Grid) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each cell, pairs of an edge shared with another cell, and that cell."""
    return tuple(
        tuple(
            (edge, other)
            for edge in edges
            if (other := sum(grid.edge_cells[edge]) - cell) != OUTSIDE
        )
        for cell, edges in enumerate(grid.cell_edges)
    )


def enclosed_dots(grid: Grid, loop: Subloop) -> set[int]:
    """The dots on a loop and inside it."""
    return set(loop_dots(grid, loop)).union(
        *(grid.cell_dots[cell] for cell in inside_cells(grid, loop))
    )


def boundary(grid: Grid, dots: set[int]) -> list[int]:
    """The edges with exactly one end among `dots`, in order.

    It is the symmetric difference of the edges at each dot.

    >>> from puzzle.grid import square_grid
    >>> boundary(square_grid(1, 2), {0, 3})
    [0, 2]
    """
    edges: set[int] = set()
    for dot in dots:
        edges.symmetric_difference_update(grid.dot_edges[dot])
    return sorted(edges)
