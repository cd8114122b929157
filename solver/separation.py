"""Minimum cuts: the fewest edges that separate one part of a board from another."""

from collections import deque
from collections.abc import Collection

from puzzle.grid import Grid
from puzzle.model import Puzzle


def impossible_edges(puzzle: Puzzle) -> set[int]:
    """Edges that cannot be lines: those of 0s, and dead ends that remain without them.

    >>> from puzzle.grid import square_grid
    >>> sorted(impossible_edges(Puzzle(square_grid(1, 2), (0, None))))
    [0, 1, 2, 3, 4, 5, 6]
    """
    grid = puzzle.grid
    counts = enumerate(puzzle.line_counts)
    zeros = (grid.cell_edges[cell] for cell, count in counts if count == 0)
    todo = [edge for edges in zeros for edge in edges]
    degree = [len(edges) for edges in grid.dot_edges]
    impossible: set[int] = set()
    while todo:
        edge = todo.pop()
        if edge in impossible:
            continue
        impossible.add(edge)
        for dot in grid.edge_dots[edge]:
            degree[dot] -= 1
            if degree[dot] == 1:
                todo.extend(other for other in grid.dot_edges[dot] if other not in impossible)
    return impossible


def minimum_cut_side(
    grid: Grid, sources: Collection[int], sinks: set[int], closed: set[int], width: int
) -> set[int] | None:
    """The dots on the sources' side of a minimum cut between sources and sinks.

    Edges in `removed` are ignored, all others have capacity 1 in both directions. Returns None
    when every cut has more than `width` edges. The algorithm is that of Edmonds and Karp (1972):
    at most `width` + 1 augmenting paths by breadth-first search, each in time linear in the edges.

    >>> from puzzle.grid import square_grid
    >>> minimum_cut_side(square_grid(1, 2), [0], {5}, {1}, width=2)
    {0, 1, 3, 4}
    """
    flow: dict[int, int] = {}
    for _ in range(width + 1):
        came_from, end = _find_augmenting_path(grid, sources, sinks, closed, flow)
        if end is None:
            return set(came_from)
        step = came_from[end]
        while step is not None:
            dot, edge, direction = step
            flow[edge] = flow.get(edge, 0) + direction
            step = came_from[dot]
    return None


_Step = tuple[int, int, int]
"""The previous dot of a path, the edge from it, and the direction along this edge: 1 or -1."""


def _find_augmenting_path(
    grid: Grid,
    sources: Collection[int],
    sinks: set[int],
    closed: set[int],
    flow: dict[int, int],
) -> tuple[dict[int, _Step | None], int | None]:
    """The last step to each dot reached, and the sink reached; None without a path to one."""
    came_from: dict[int, _Step | None] = dict.fromkeys(sources)
    todo = deque(sources)
    while todo:
        dot = todo.popleft()
        if dot in sinks:
            return came_from, dot
        for edge in grid.dot_edges[dot]:
            if edge in closed:
                continue
            a, b = grid.edge_dots[edge]
            end, direction = (b, 1) if a == dot else (a, -1)
            if end not in came_from and flow.get(edge) != direction:
                came_from[end] = (dot, edge, direction)
                todo.append(end)
    return came_from, None
