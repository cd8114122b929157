"""Walks and insides of the subloops of a model, fast: this is the search's inner loop."""

from functools import lru_cache

from puzzle.grid import OUTSIDE, Grid
from puzzle.rules import Loop


def walk_loops(grid: Grid, lines: list[int]) -> list[Loop]:
    """The loops that `lines` fall into, when every dot has none or two of them.

    >>> from puzzle.grid import square_grid
    >>> walk_loops(square_grid(1, 1), [0, 1, 2, 3])
    [Loop(dots=(0, 1, 3, 2), edges=(0, 3, 1, 2))]
    """
    ends = grid.edge_dots
    # The two lines at each dot: the one met first and the one met last.
    last: dict[int, int] = {}
    first: dict[int, int] = {}
    for edge in lines:
        a, b = ends[edge]
        first.setdefault(a, edge)
        last[a] = edge
        first.setdefault(b, edge)
        last[b] = edge
    loops = []
    while first:
        dot, edge = next(iter(first.items()))
        dots, edges = [], []
        while dot in first:
            dots.append(dot)
            edges.append(edge)
            del first[dot]
            a, b = ends[edge]
            dot = b if a == dot else a
            entered = edge
            edge = last[dot]
            if edge == entered and dot in first:
                edge = first[dot]
        loops.append(Loop(tuple(dots), tuple(edges)))
    return loops


def inside_cells(grid: Grid, loop: Loop) -> set[int]:
    """The cells that a loop encloses.

    The sign of the loop's area tells on which hand its inside lies; from there the cells
    are flooded without crossing the loop.

    >>> from puzzle.grid import square_grid
    >>> grid = square_grid(2, 3)
    >>> inside_cells(grid, walk_loops(grid, [0, 3, 9, 10])[0])
    {0}
    """
    barrier = set(loop.edges)
    hand = 1 if _signed_area(grid, loop) > 0 else 0
    todo = []
    for dot, edge in zip(loop.dots, loop.edges, strict=True):
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


def _signed_area(grid: Grid, loop: Loop) -> float:
    """Twice the area of a loop; positive when walked clockwise as people see it."""
    places = [grid.dots[dot] for dot in loop.dots]
    following = [*places[1:], places[0]]
    return sum(c1 * r2 - c2 * r1 for (r1, c1), (r2, c2) in zip(places, following, strict=True))


def enclosed_dots(grid: Grid, loop: Loop) -> set[int]:
    """The dots on a loop and inside it."""
    dots = set(loop.dots)
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
