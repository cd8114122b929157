"""Chains of lines on a board, and the edges that would close a chain into a premature loop."""

from collections.abc import Collection, Iterable, Iterator, Set

from puzzle.grid import Grid
from puzzle.model import Puzzle
from solver.explain.field import LINE, UNKNOWN, Field, States
from solver.explain.step import Subloop


def closing_edges(field: Field, states: States) -> Iterator[tuple[int, Subloop]]:
    """Unknown edges between the two ends of a chain, with the subloop that each would close.

    An edge that would complete a solution is omitted. The time is linear in the edges, plus a
    search for the lines of each chain that can be closed.
    """
    grid = field.puzzle.grid
    ends: dict[int, int] = {}
    lines = [edge for edge in range(field.edges) if states[edge] == LINE]
    for edge in lines:
        a, b = grid.edge_dots[edge]
        start, end = ends.get(a, a), ends.get(b, b)
        ends[start], ends[end] = end, start
    drawn = frozenset(lines)
    for start, end in ends.items():
        if start < end and ends[end] == start:
            closing = grid.edge_index.get((start, end))
            if closing is not None and states[closing] == UNKNOWN:
                loop = [closing, *shortest_path(grid, drawn, start, end)]
                subloop = as_subloop(field.puzzle, loop, lines)
                if subloop is not None:
                    yield closing, subloop


def shortest_path(grid: Grid, lines: Set[int], start: int, end: int) -> list[int]:
    """A shortest path over `lines` between two dots, by breadth-first search; [] without one."""
    came: dict[int, int] = {start: -1}
    queue = [start]
    for dot in queue:
        if dot == end:
            break
        for edge in grid.dot_edges[dot]:
            if edge in lines:
                beyond = grid.other_end(edge, dot)
                if beyond not in came:
                    came[beyond] = edge
                    queue.append(beyond)
    found: list[int] = []
    dot = end
    while dot != start and dot in came:
        found.append(came[dot])
        dot = grid.other_end(came[dot], dot)
    return found


def as_subloop(puzzle: Puzzle, loop: Collection[int], lines: Iterable[int]) -> Subloop | None:
    """A loop with a witness that it is premature; None when it solves the puzzle.

    The witness is a line outside the loop, which is easiest to see, or else the cell of a clue
    that the loop does not satisfy.
    """
    edges = frozenset(loop)
    outside = next((edge for edge in lines if edge not in edges), None)
    if outside is not None:
        return Subloop(tuple(sorted(edges)), outside=outside)
    unmet = unmet_clue(puzzle, edges)
    return None if unmet is None else Subloop(tuple(sorted(edges)), unmet=unmet)


def unmet_clue(puzzle: Puzzle, lines: frozenset[int]) -> int | None:
    """The first cell whose clue these lines do not satisfy; None when there is none.

    >>> from puzzle.grid import square_grid
    >>> unmet_clue(Puzzle(square_grid(1, 2), (4, 2)), frozenset({0, 2, 4, 5}))
    1
    """
    for cell, clue in enumerate(puzzle.clues):
        if clue is not None and clue != len(lines.intersection(puzzle.grid.cell_edges[cell])):
            return cell
    return None


def chain_representatives(field: Field, lines: Iterable[int]) -> list[int]:
    """For every dot, the representative dot of its chain, by union-find over `lines`."""
    grid = field.puzzle.grid
    parent = list(range(len(grid.dots)))

    def find(dot: int) -> int:
        while parent[dot] != dot:
            parent[dot] = parent[parent[dot]]
            dot = parent[dot]
        return dot

    for edge in lines:
        a, b = grid.edge_dots[edge]
        parent[find(a)] = find(b)
    return [find(dot) for dot in range(len(parent))]
