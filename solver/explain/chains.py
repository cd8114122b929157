"""Chains of lines on a board, and the edges that would close a chain into a premature loop."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count as counting

from puzzle.grid import Grid
from puzzle.model import Puzzle
from puzzle.rules import cells_inside
from solver.explain.nearness import bounds, distance
from solver.explain.rule_graph import LINE, UNKNOWN, RuleGraph, States
from solver.explain.step import Subloop


def closing_edges(puzzle: Puzzle, states: States) -> Iterator[tuple[int, Subloop]]:
    """Unknown edges between the two ends of a chain, with the subloop that each would close.

    An edge that would complete a solution is omitted. The time is linear in the edges, plus a
    search for the lines of each chain that can be closed.
    """
    grid, edge_dots = puzzle.grid, puzzle.grid.edge_dots
    lines = [edge for edge, state in enumerate(states[:-1]) if state == LINE]
    ends = list(range(len(grid.dots)))
    for edge in lines:
        a, b = edge_dots[edge]
        start, end = ends[a], ends[b]
        ends[start], ends[end] = end, start
    chains = [(start, end) for start, end in enumerate(ends) if start < end and ends[end] == start]
    near = [grid.edge_index[chain] for chain in chains if chain in grid.edge_index]
    closing = [edge for edge in near if states[edge] == UNKNOWN]
    if closing:

        def first_line(edge: int) -> int:
            return min(e for e in grid.dot_edges[edge_dots[edge][0]] if states[e] == LINE)

        for edge in sorted(closing, key=first_line):
            loop = [edge, *shortest_path(grid, lines, *edge_dots[edge])]
            subloop = as_subloop(puzzle, loop, lines)
            if subloop is not None:
                yield edge, subloop


def shortest_path(grid: Grid, lines: Iterable[int], start: int, end: int) -> list[int]:
    """A shortest path over `lines` between two dots, by breadth-first search; [] without one."""
    edge_dots, dot_edges = grid.edge_dots, grid.dot_edges
    rank = dict(zip(lines, counting(), strict=False))
    came: dict[int, int] = {start: -1}
    queue = [start]
    for dot in queue:
        if dot == end:
            break
        here = [edge for edge in dot_edges[dot] if edge in rank]
        if len(here) > 2 or dot == start:  # else there is no choice
            here.sort(key=rank.__getitem__)
        for edge in here:
            a, b = edge_dots[edge]
            beyond = b if dot == a else a
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
    that the loop does not satisfy, or else a dot that it should visit.
    """
    edges = frozenset(loop)
    outside = next((edge for edge in lines if edge not in edges), None)
    if outside is not None:
        return Subloop(tuple(sorted(edges)), outside=outside)
    unmet = unmet_clue(puzzle, edges)
    if unmet is not None:
        return Subloop(tuple(sorted(edges)), unmet=unmet)
    missed = _missed_dots(puzzle, edges)
    return Subloop(tuple(sorted(edges)), missed=missed[0]) if missed else None


def unmet_clue(puzzle: Puzzle, lines: frozenset[int]) -> int | None:
    """The first cell whose clue a loop does not satisfy; None when there is none.

    >>> from puzzle.grid import square_grid
    >>> unmet_clue(Puzzle(square_grid(1, 2), (4, 2)), frozenset({0, 2, 4, 5}))
    1
    """
    return next(_unmet_clues(puzzle, lines), None)


def _unmet_clues(puzzle: Puzzle, lines: frozenset[int]) -> Iterator[int]:
    """Yield the cells whose clues a loop does not satisfy, those of animals last."""
    for cell, count in enumerate(puzzle.rules.line_counts(puzzle.clues)):
        if count is not None and count != len(lines.intersection(puzzle.grid.cell_edges[cell])):
            yield cell
    animals = puzzle.rules.variant.sides(puzzle.clues)
    if animals:
        inside = cells_inside(puzzle.grid, lines)
        yield from (cell for cell, within in animals.items() if within is not (cell in inside))


def _missed_dots(puzzle: Puzzle, lines: frozenset[int]) -> list[int]:
    """The dots that a loop does not visit and should."""
    visited = {dot for edge in lines for dot in puzzle.grid.edge_dots[edge]}
    return puzzle.rules.variant.unvisited(puzzle.grid, visited)


def with_nearest_witness(
    puzzle: Puzzle, subloop: Subloop, lines: Iterable[int], near: Collection[int] = ()
) -> Subloop:
    """The subloop with the witness that is easiest to see: the nearest to the edges `near`.

    By default these are those of the loop. A clue comes before a line, since it needs no mark, and
    so does a dot that the loop should visit. `lines` are the lines of the board.

    >>> from puzzle.notation.rows import parse_rows
    >>> puzzle = parse_rows("2../4../.1.")
    >>> loop = Subloop(puzzle.grid.cell_edges[3], outside=0)
    >>> with_nearest_witness(puzzle, loop, [0, *loop.edges]).unmet
    0
    """
    grid, edges = puzzle.grid, frozenset(subloop.edges)
    corners = [grid.dots[dot] for edge in near or edges for dot in grid.edge_dots[edge]]
    box = bounds(corners)
    unmet = [*_unmet_clues(puzzle, edges)]
    if unmet:
        cell = min(unmet, key=lambda cell: (distance(box, grid.cells[cell]), cell))
        return Subloop(subloop.edges, unmet=cell)
    missed = _missed_dots(puzzle, edges)
    if missed:
        dot = min(missed, key=lambda dot: (distance(box, grid.dots[dot]), dot))
        return Subloop(subloop.edges, missed=dot)
    outside = [edge for edge in lines if edge not in edges]
    if not outside:
        return subloop
    ends = {edge: [grid.dots[dot] for dot in grid.edge_dots[edge]] for edge in outside}
    line = min(outside, key=lambda edge: (min(distance(box, end) for end in ends[edge]), edge))
    return Subloop(subloop.edges, outside=line)


def chain_representatives(graph: RuleGraph, lines: Iterable[int]) -> list[int]:
    """For every dot, the representative dot of its chain, by union-find over `lines`."""
    grid = graph.puzzle.grid
    parent = list(range(len(grid.dots)))

    def find(dot: int) -> int:
        while parent[dot] != dot:
            parent[dot] = parent[parent[dot]]
            dot = parent[dot]
        return dot

    for edge in lines:
        a, b = grid.edge_dots[edge]
        parent[find(a)] = find(b)
    return [root if parent[root] == root else find(root) for root in parent]


class LoopFinder:
    """Finds loops of known lines and lines drawn in addition; the known ones are joined once.

    >>> from puzzle.grid import square_grid
    >>> graph = RuleGraph(Puzzle(square_grid(1, 2), (4, None)))
    >>> loops = LoopFinder(graph, [0, 2, 4])
    >>> loops.find([1, 5]), loops.find([1, 3])
    ([5, 2, 4, 0], None)
    """

    def __init__(self, graph: RuleGraph, known: list[int]) -> None:
        self.known = known
        self._grid = graph.puzzle.grid
        self._chain: Sequence[int] = chain_representatives(graph, known)
        self._joined, self._left = known, known[:0]
        if len(known) > len(self._chain) - len(set(self._chain)):
            # They contain a loop, so that it matters in which order they are joined.
            self._chain = range(len(self._chain))
            self._joined, self._left = self._left, known

    def find(self, drawn: Iterable[int]) -> list[int] | None:
        """The edges of the first loop, the known lines coming before the drawn ones, or None."""
        joined: dict[int, int] = {}
        lines = self._joined.copy()
        for edge in (*self._left, *drawn):
            a, b = self._grid.edge_dots[edge]
            one, two = self._chain[a], self._chain[b]
            while one in joined:
                one = joined[one]
            while two in joined:
                two = joined[two]
            if one == two:
                return [edge, *shortest_path(self._grid, lines, a, b)]
            joined[one] = two
            lines.append(edge)
        return None
