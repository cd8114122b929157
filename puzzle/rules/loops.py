"""Loops that lines form on a grid, and the cells inside them."""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from msgspec import Struct

from puzzle.grid import OUTSIDE, Grid


class Loop(Struct, frozen=True):
    """A simple cycle in order: `dots[i]` and `dots[i + 1]` are the ends of `edges[i]`."""

    dots: tuple[int, ...]
    edges: tuple[int, ...]


def find_loops(grid: Grid, lines: Collection[int]) -> list[Loop]:
    """The connected components of `lines` that are simple cycles, by their smallest edges.

    >>> from puzzle.grid import square_grid
    >>> find_loops(square_grid(1, 1), {0, 1, 2, 3})
    [Loop(dots=(0, 1, 3, 2), edges=(0, 3, 1, 2))]
    >>> find_loops(square_grid(1, 1), {0, 1, 2})
    []
    """
    at = lines_at_dots(grid, lines)
    seen: set[int] = set()
    loops = []
    for edge in sorted(lines):
        start = grid.edge_dots[edge][0]
        if start not in seen and len(at[start]) == 2:
            walked = _walk(grid, at, seen, edge)
            seen.update(walked.dots)
            if len(walked.dots) == len(walked.edges):
                loops.append(walked)
    return loops


def lines_at_dots(grid: Grid, lines: Iterable[int]) -> dict[int, list[int]]:
    """For each dot of the lines, the lines that end at it."""
    at: dict[int, list[int]] = {}
    for edge in lines:
        for dot in grid.edge_dots[edge]:
            at.setdefault(dot, []).append(edge)
    return at


def _walk(grid: Grid, at: Mapping[int, list[int]], seen: set[int], first: int) -> Loop:
    """The walk from the first dot of a line along it, until it comes back to this dot.

    A walk that reaches a dot seen before or without two lines ends there: it has a dot more than
    edges.
    """
    ends, edge = grid.edge_dots, first
    start, dot = ends[edge]
    dots, edges = [start], [edge]
    while dot != start:
        dots.append(dot)
        if dot in seen or len(at[dot]) != 2:
            break
        one, two = at[dot]
        edge = two if one == edge else one
        edges.append(edge)
        a, b = ends[edge]
        dot = b if dot == a else a
    return Loop(tuple(dots), tuple(edges))


def is_one_loop(grid: Grid, lines: frozenset[int]) -> bool:
    """Whether `lines` are a single loop.

    >>> from puzzle.grid import square_grid
    >>> is_one_loop(square_grid(1, 1), frozenset({0, 1, 2, 3}))
    True
    """
    # Each used dot has two lines, and a walk from one dot returns over all of them. For each dot,
    # the sum of its two neighbours less the one before it is the one after it.
    ends, degrees, sums = grid.edge_dots, bytearray(len(grid.dots)), [0] * len(grid.dots)
    for edge in lines:
        a, b = ends[edge]
        degrees[a] += 1
        degrees[b] += 1
        sums[a] += b
        sums[b] += a
    if not lines or degrees.count(2) != len(lines):
        return False
    first, dot = ends[next(iter(lines))]
    before, steps = first, 1
    while dot != first:
        before, dot = dot, sums[dot] - before
        steps += 1
    return steps == len(lines)


def cells_inside(grid: Grid, lines: Collection[int]) -> set[int]:
    """The cells that an odd number of lines separates from the outside.

    Every dot must have an even number of lines.

    >>> from puzzle.grid import square_grid
    >>> cells_inside(square_grid(1, 2), {0, 2, 4, 5})
    {0}
    """
    beside = _sides_of(grid)
    inside, reached = {OUTSIDE: False}, [OUTSIDE]
    while reached:
        cell = reached.pop()
        here = inside[cell]
        for edge, other in beside[cell]:
            if other not in inside:
                inside[other] = here is not (edge in lines)
                reached.append(other)
    return {cell for cell, is_inside in inside.items() if is_inside}


@lru_cache(maxsize=8)
def _sides_of(grid: Grid) -> Mapping[int, tuple[tuple[int, int], ...]]:
    """For each cell, and `OUTSIDE`, pairs of an edge and the cell on its other side."""
    beside: dict[int, list[tuple[int, int]]] = {OUTSIDE: []}
    for edge, (left, right) in enumerate(grid.edge_cells):
        beside.setdefault(left, []).append((edge, right))
        beside.setdefault(right, []).append((edge, left))
    return {cell: tuple(pairs) for cell, pairs in beside.items()}
