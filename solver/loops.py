"""Walks and insides of the subloops of a model, fast: this is the search's inner loop.

A subloop is the list of its edges in walking order, from the first dot of its first edge.
"""

from functools import lru_cache

from puzzle.grid import OUTSIDE, Grid

Subloop = list[int]


class LoopWalker:
    """Takes the lines of one model after another apart into loops, on one grid.

    Every dot has none or two lines. So the sum of the two, less the one by which a walk
    arrives, is the one by which it goes on.

    >>> from puzzle.grid import square_grid
    >>> LoopWalker(square_grid(1, 1)).walk([0, 1, 2, 3])
    [[0, 3, 1, 2]]
    """

    def __init__(self, grid: Grid) -> None:
        self._ends = grid.edge_dots
        self._sums = [0] * len(grid.dots)

    def walk(self, lines: list[int]) -> list[Subloop]:
        """The loops that `lines` fall into, by their first edges."""
        ends, sums = self._ends, self._sums
        for edge in lines:
            a, b = ends[edge]
            sums[a] += edge
            sums[b] += edge
        loops = []
        for first in lines:
            dot = ends[first][0]
            if not sums[dot]:
                continue
            loop = []
            edge = first
            while sums[dot]:
                loop.append(edge)
                sums[dot] = 0
                a, b = ends[edge]
                dot = b if a == dot else a
                edge = sums[dot] - edge
            loops.append(loop)
        return loops


def loop_dots(grid: Grid, loop: Subloop) -> list[int]:
    """The dots of a subloop: edge i leads from dot i to dot i + 1.

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


def inside_cells(grid: Grid, loop: Subloop) -> set[int]:
    """The cells that a loop encloses.

    The sign of the loop's area tells on which hand its inside lies; from there the cells
    are flooded without crossing the loop.

    >>> from puzzle.grid import square_grid
    >>> inside_cells(square_grid(2, 3), [0, 10, 3, 9])
    {0}
    """
    dots = loop_dots(grid, loop)
    barrier = set(loop)
    hand = 1 if _signed_area(grid, dots) > 0 else 0
    todo = []
    for dot, edge in zip(dots, loop, strict=True):
        forward = grid.edge_dots[edge][0] == dot
        todo.append(grid.edge_cells[edge][hand if forward else 1 - hand])
    found: set[int] = set()
    while todo:
        cell = todo.pop()
        if cell in found or cell == OUTSIDE:
            continue
        found.add(cell)
        for edge in grid.cell_edges[cell]:
            if edge not in barrier:
                left, right = grid.edge_cells[edge]
                todo.append(right if left == cell else left)
    return found


def _signed_area(grid: Grid, dots: list[int]) -> float:
    """Twice the area of a loop; positive when walked clockwise as people see it."""
    places = [grid.dots[dot] for dot in dots]
    following = [*places[1:], places[0]]
    return sum(c1 * r2 - c2 * r1 for (r1, c1), (r2, c2) in zip(places, following, strict=True))


def enclosed_dots(grid: Grid, loop: Subloop) -> set[int]:
    """The dots on a loop and inside it."""
    dots = set(loop_dots(grid, loop))
    for cell in inside_cells(grid, loop):
        dots.update(grid.cell_dots[cell])
    return dots


@lru_cache(maxsize=8)
def incidence_masks(grid: Grid) -> tuple[int, ...]:
    """For each dot, its edges as the bits of an integer."""
    return tuple(sum(1 << edge for edge in edges) for edges in grid.dot_edges)


def boundary(grid: Grid, dots: set[int]) -> list[int]:
    """The edges with exactly one end among `dots`.

    Each edge between two of the dots appears in two incidence masks and cancels.

    >>> from puzzle.grid import square_grid
    >>> boundary(square_grid(1, 2), {0, 3})
    [0, 2]
    """
    masks = incidence_masks(grid)
    total = 0
    for dot in dots:
        total ^= masks[dot]
    digits = f"{total:b}"[::-1]
    found = []
    edge = digits.find("1")
    while edge >= 0:
        found.append(edge)
        edge = digits.find("1", edge + 1)
    return found
