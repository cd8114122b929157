"""Solving by single reasons, with the clues that are used; the generator uses it for Easy puzzles.

The rules are those of `solver.explain.direct`. Instead of explanations, this faster solver stores
for every edge the clues that it depends on, as a bit set.
"""

from functools import lru_cache

from puzzle.clue_rows import Clue
from puzzle.grid import Grid
from solver.explain.field import BROKEN, CROSS, LINE, UNKNOWN, layout, verdict

Verdicts = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=1)
def _verdicts() -> dict[Clue, Verdicts]:
    """For every clue, and -1 for dots, the verdict by the numbers of lines and unknown edges.

    A cell without a clue forces nothing.
    """
    table: dict[Clue, Verdicts] = {
        clue: tuple(tuple(verdict(clue, i, j) for j in range(5)) for i in range(5))
        for clue in range(-1, 5)
    }
    return table | {None: ((UNKNOWN,) * 5,) * 5}


def clues_used(grid: Grid, clues: tuple[Clue, ...]) -> int | None:
    """The clues that a solution by single reasons uses, as a bit set of cells; None without one.

    >>> from puzzle.grid import square_grid
    >>> clues_used(square_grid(1, 2), (4, None)), clues_used(square_grid(1, 2), (3, None))
    (1, None)
    """
    run = _SingleRuleSolver(grid, clues)
    return run.used() if run.solve() else None


class _SingleRuleSolver:
    """A board that is solved by single reasons."""

    def __init__(self, grid: Grid, clues: tuple[Clue, ...]) -> None:
        shared = layout(grid)
        self._grid = grid
        self._clues = clues
        self._edges_of = shared.real_edges
        self._rules_of = shared.edge_rules
        self._cells = len(grid.cells)
        table = _verdicts()
        dots = len(grid.dots)
        self._table = [table[clue] for clue in clues] + [table[-1]] * dots
        self._lines = [0] * len(self._edges_of)
        self._open = [len(edges) for edges in self._edges_of]
        self._states = [UNKNOWN] * len(grid.edge_dots)
        self._bits = [0] * len(grid.edge_dots)
        self._unknown_count = len(grid.edge_dots)
        self._drawn: list[int] = []

    def used(self) -> int:
        """The clues that all edges depend on, as a bit set of cells."""
        bits = 0
        for clues in self._bits:
            bits |= clues
        return bits

    def solve(self) -> bool:
        """Apply rules until nothing more follows; returns whether every edge is known."""
        waiting = [rule for rule in range(len(self._table)) if self._applies(rule)]
        while self._unknown_count:
            while waiting:
                if not self._apply(waiting.pop(), waiting):
                    return False
            if not self._close_chains(waiting):
                break
        return not self._unknown_count

    def _applies(self, rule: int) -> bool:
        """Whether a rule forces something or is violated."""
        return self._table[rule][self._lines[rule]][self._open[rule]] != UNKNOWN

    def _apply(self, rule: int, waiting: list[int]) -> bool:
        """Mark what a rule forces; False when the rule is violated."""
        state = self._table[rule][self._lines[rule]][self._open[rule]]
        if state == UNKNOWN:
            return True
        if state == BROKEN:
            return False
        bits = 1 << rule if rule < self._cells else 0
        unknown = []
        for edge in self._edges_of[rule]:
            if self._states[edge] == UNKNOWN:
                unknown.append(edge)
            else:
                bits |= self._bits[edge]
        for edge in unknown:
            self._mark(edge, state, bits, waiting)
        return True

    def _mark(self, edge: int, state: int, bits: int, waiting: list[int]) -> None:
        self._states[edge] = state
        self._bits[edge] = bits
        self._unknown_count -= 1
        if state == LINE:
            self._drawn.append(edge)
        for rule in self._rules_of[edge]:
            self._open[rule] -= 1
            self._lines[rule] += state == LINE
            if self._table[rule][self._lines[rule]][self._open[rule]] != UNKNOWN:
                waiting.append(rule)

    # Premature loops

    def _close_chains(self, waiting: list[int]) -> bool:
        """Cross edges that would close a premature loop; returns whether there were any."""
        before = self._unknown_count
        grid = self._grid
        ends = list(range(len(grid.dots)))
        for line in self._drawn:
            a, b = grid.edge_dots[line]
            start, end = ends[a], ends[b]
            ends[start], ends[end] = end, start
        for start, end in enumerate(ends):
            if start < end and ends[end] == start:
                edge = grid.edge_index.get((start, end))
                if edge is not None and self._states[edge] == UNKNOWN:
                    bits = self._premature_loop_clues(edge, start, end)
                    if bits is not None:
                        self._mark(edge, CROSS, bits, waiting)
        return self._unknown_count < before

    def _premature_loop_clues(self, edge: int, start: int, end: int) -> int | None:
        """The clues that show that a loop is premature; None when it may be the solution."""
        loop, bits = self._chain(start, end)
        loop.add(edge)
        if len(loop) <= len(self._drawn):
            outside = next(line for line in self._drawn if line not in loop)
            return bits | self._bits[outside]
        for cell, clue in enumerate(self._clues):
            if clue is not None and clue != len(loop.intersection(self._grid.cell_edges[cell])):
                return bits | 1 << cell
        return None

    def _chain(self, start: int, end: int) -> tuple[set[int], int]:
        """The lines of the chain between two dots, and the clues that they depend on."""
        chain: set[int] = set()
        bits, dot = 0, start
        while dot != end:
            line = next(
                edge
                for edge in self._grid.dot_edges[dot]
                if self._states[edge] == LINE and edge not in chain
            )
            chain.add(line)
            bits |= self._bits[line]
            dot = self._grid.other_end(line, dot)
        return chain, bits
