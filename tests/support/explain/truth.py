"""A SAT solver for rules of a puzzle that shares no code with the project's own solver.

Of any `k + 1` edges around a clue `k`, one is no line, and of any that leave out `k - 1`, one is a
line. Around a dot, of any three edges one is no line, and a line is not alone. The loop rule is
broken by a cycle that leaves a line outside or does not satisfy a clue, has an animal on the wrong
side, or does not visit every dot where it has to.

The sides of the loop tell about unknown edges only where a reason is, or in question: an argument
that leads over others has to name their clues and dots.
"""

from collections.abc import Collection, Iterable, Mapping
from itertools import combinations, product
from types import TracebackType
from typing import Self

from pysat.solvers import Solver

from puzzle.grid import OUTSIDE
from puzzle.model import EdgeState, Puzzle
from solver.explain.step import ClueReason, Deduction, DotReason, LoopReason, Reason, SidesReason

Marks = Mapping[int, EdgeState]

ANIMALS = {-2: True, -3: False}
"""The clues of sheep and wolves, and whether they are inside."""


class Truth:
    """Decides what follows from rules of a puzzle; use it as a context manager."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._edges = len(puzzle.grid.edge_dots)
        self._visit = self._edges + 1
        self._switch: dict[Reason, int] = {LoopReason(): self._visit + 1}
        self._solver = Solver(name="cadical153")
        for cell, clue in enumerate(puzzle.clues):
            if clue is not None and clue >= 0:
                self._load_clue(ClueReason(cell), puzzle.grid.cell_edges[cell], clue)
        for dot, edges in enumerate(puzzle.grid.dot_edges):
            self._load_dot(DotReason(dot), edges)
        self._load_sides()
        # What no rule asks for is no line: each cycle of a model has to be looked at.
        self._solver.set_phases([-number for number in range(1, self._solver.nof_vars() + 1)])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._solver.delete()

    @property
    def rules(self) -> Collection[Reason]:
        """All rules of the puzzle: its clues, its dots, and the loop."""
        return self._switch.keys()

    def _load_clue(self, reason: Reason, edges: tuple[int, ...], clue: int) -> None:
        switch = self._switch[reason] = self._visit + len(self._switch) + 1
        for too_many in combinations(edges, clue + 1):
            self._solver.add_clause([-switch, *(_literal(e, is_line=False) for e in too_many)])
        for too_few in combinations(edges, len(edges) - clue + 1):
            self._solver.add_clause([-switch, *(_literal(e, is_line=True) for e in too_few)])

    def _load_dot(self, reason: Reason, edges: tuple[int, ...]) -> None:
        switch = self._switch[reason] = self._visit + len(self._switch) + 1
        for three in combinations(edges, 3):
            self._solver.add_clause([-switch, *(_literal(e, is_line=False) for e in three)])
        if self._puzzle.rules.variant.visits_every_dot:
            for rest in combinations(edges, len(edges) - 1):
                lines = (_literal(e, is_line=True) for e in rest)
                self._solver.add_clause([-switch, -self._visit, *lines])
        for edge in edges:
            others = (_literal(other, is_line=True) for other in edges if other != edge)
            self._solver.add_clause([-switch, _literal(edge, is_line=False), *others])

    def _load_sides(self) -> None:
        """The variable of a cell tells whether it is inside; a line is between two that differ."""
        switch = self._switch[SidesReason()] = self._visit + len(self._switch) + 1
        outside = switch + 1
        self._near = outside + len(self._puzzle.grid.cells) + 1
        self._solver.add_clause([-outside])
        for cell, clue in enumerate(self._puzzle.clues):
            if clue in ANIMALS:
                inside = 1 if ANIMALS[clue] else -1
                self._solver.add_clause([-switch, inside * (outside + 1 + cell)])
        for edge, cells in enumerate(self._puzzle.grid.edge_cells):
            one, two = (outside if cell == OUTSIDE else outside + 1 + cell for cell in cells)
            for signs in product((1, -1), repeat=2):
                line = _literal(edge, is_line=signs[0] == signs[1])
                clause = [-switch, -self._near - edge, signs[0] * one, -signs[1] * two, line]
                self._solver.add_clause(clause)

    def forces(
        self,
        reasons: Collection[Reason],
        marks: Marks,
        deduction: Deduction,
        *,
        visits: bool = True,
    ) -> bool:
        """Whether these rules and marks force the deduction.

        Unless `visits`, dots may have no line even where the loop has to visit all of them.
        """
        assumptions = [self._switch[reason] for reason in reasons]
        assumptions += [self._visit] if visits else []
        assumptions += [_literal(e, state is EdgeState.LINE) for e, state in marks.items() if state]
        assumptions.append(_literal(deduction.edge, deduction.state is not EdgeState.LINE))
        assumptions += [self._near + edge for edge in self._seen(reasons, marks, deduction)]
        while self._solver.solve(assumptions):
            model = self._solver.get_model()
            lines = frozenset(edge for edge in range(self._edges) if model[edge] > 0)
            cycle = some_cycle(self._puzzle, lines)
            if LoopReason() not in reasons or cycle is None:
                return False
            if cycle == lines and meets_clues(self._puzzle, cycle):
                return False
            dots = {dot for edge in cycle for dot in self._puzzle.grid.edge_dots[edge]}
            if cycle != lines and all(DotReason(dot) in reasons for dot in dots):
                self._join(cycle, dots, max(lines - cycle, key=marks.__contains__))
            else:
                self._exclude(cycle)
        return True

    def _seen(self, reasons: Collection[Reason], marks: Marks, deduction: Deduction) -> set[int]:
        """The edges about which the sides tell: marked, in question, or around a reason."""
        grid = self._puzzle.grid
        found = {deduction.edge, *(edge for edge, mark in marks.items() if mark)}
        for reason in reasons:
            if isinstance(reason, ClueReason):
                found.update(grid.cell_edges[reason.cell])
            elif isinstance(reason, DotReason):
                found.update(grid.dot_edges[reason.dot])
        return found

    def _join(self, cycle: frozenset[int], dots: set[int], apart: int) -> None:
        """Lines lead out of these dots, if one of a cycle there and one apart from it are lines.

        Else the lines among the dots would be cycles, as each dot has none or two.
        """
        edge_dots = enumerate(self._puzzle.grid.edge_dots)
        leading_out = [edge for edge, ends in edge_dots if len(dots.intersection(ends)) == 1]
        needed = [_literal(edge, is_line=True) for edge in leading_out]
        needed += [-self._switch[DotReason(dot)] for dot in dots]
        needed += [-self._switch[LoopReason()], _literal(apart, is_line=False)]
        for edge in cycle:
            self._solver.add_clause([_literal(edge, is_line=False), *needed])

    def _exclude(self, cycle: frozenset[int]) -> None:
        """A cycle is no loop beside other lines, and none at all if it breaks a clue."""
        excluded = [-self._switch[LoopReason()], *(_literal(edge, is_line=False) for edge in cycle)]
        if not meets_clues(self._puzzle, cycle):
            self._solver.add_clause(excluded)
            return
        for edge in {*range(self._edges)} - cycle:
            self._solver.add_clause([*excluded, _literal(edge, is_line=False)])


def _literal(edge: int, is_line: bool) -> int:
    return edge + 1 if is_line else -edge - 1


def meets_clues(puzzle: Puzzle, lines: Collection[int]) -> bool:
    """Whether a cycle satisfies every clue, and visits every dot where it has to."""
    visited = {dot for edge in lines for dot in puzzle.grid.edge_dots[edge]}
    return (
        not puzzle.rules.variant.visits_every_dot or len(visited) == len(puzzle.grid.dots)
    ) and all(
        clue is None
        or (
            is_inside(puzzle, cell, lines) is ANIMALS[clue]
            if clue in ANIMALS
            else len({*edges}.intersection(lines)) == clue
        )
        for cell, (clue, edges) in enumerate(zip(puzzle.clues, puzzle.grid.cell_edges, strict=True))
    )


def is_inside(puzzle: Puzzle, cell: int, cycle: Collection[int]) -> bool:
    """Whether a way to the left from a cell crosses an odd number of lines, on squares."""
    row = range(cell - cell % puzzle.grid.cols, cell + 1)
    return sum(puzzle.grid.cell_edges[at][3] in cycle for at in row) % 2 == 1


def some_cycle(puzzle: Puzzle, lines: Iterable[int]) -> frozenset[int] | None:
    """A cycle among lines, of which dots may have any number; None if there is none.

    Dead ends are removed repeatedly. The remaining lines have none, so a walk that never turns back
    visits some dot twice.
    """
    grid = puzzle.grid
    at: dict[int, set[int]] = {}
    for edge in lines:
        for dot in grid.edge_dots[edge]:
            at.setdefault(dot, set()).add(edge)
    loose = [dot for dot, edges in at.items() if len(edges) == 1]
    for dot in loose:
        for edge in at.pop(dot):
            other = grid.other_end(edge, dot)
            if other in at:
                at[other].discard(edge)
                if len(at[other]) == 1:
                    loose.append(other)
    left = {dot: edges for dot, edges in at.items() if edges}
    return frozenset(_walk(puzzle, left)) if left else None


def _walk(puzzle: Puzzle, at: Mapping[int, set[int]]) -> list[int]:
    dot = next(iter(at))
    dots, edges = [dot], list[int]()
    while True:
        edge = next(edge for edge in at[dot] if not edges or edge != edges[-1])
        edges.append(edge)
        dot = puzzle.grid.other_end(edge, dot)
        if dot in dots:
            return edges[dots.index(dot) :]
        dots.append(dot)
