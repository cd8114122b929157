"""Which clues single out a loop: one incremental solver for all choices of clues.

Every group of clues has a literal that switches it on, and the loop itself is forbidden. So
a choice of groups is unsatisfiable exactly when it leaves no other loop.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from puzzle.grid import Grid
from puzzle.model import Solution
from solver.encoding import Clause, edge_variable, exactly, forbid, grid_clauses
from solver.generate.draft import OtherLoops
from solver.loops import LoopWalker, Subloop, boundary, enclosed_dots, inside_cells, loop_dots
from solver.options import Options
from solver.session import SatAnswer, Session

BACKEND = Options(backend="cadical153", inside=True)
"""What measured fastest."""


@dataclass(frozen=True, slots=True)
class ProvedUnique:
    """The chosen groups single the loop out; so do `sufficient` of them."""

    sufficient: frozenset[int]


@dataclass(frozen=True, slots=True)
class NotUnique:
    """Another loop meets all chosen groups; these groups it does not meet."""

    unmet: frozenset[int]


@contextmanager
def open_uniqueness(
    grid: Grid, loop: Solution, groups: Sequence[tuple[int, ...]]
) -> "Iterator[Uniqueness]":
    """The solver for one loop, with clues in `groups` of cells."""
    with Session(options=BACKEND) as session:
        yield Uniqueness(grid, loop, groups, session)


class Uniqueness:
    """Asks of groups of clues whether they single a loop out."""

    def __init__(
        self, grid: Grid, loop: Solution, groups: Sequence[tuple[int, ...]], session: Session
    ) -> None:
        self._grid = grid
        self._loop = loop
        self._group_of = {cell: number for number, cells in enumerate(groups) for cell in cells}
        self._session = session
        self._edges = len(grid.edge_dots)
        self._walker = LoopWalker(grid)
        self._clues = [len(loop.intersection(edges)) for edges in grid.cell_edges]
        self._first_selector = self._edges + len(grid.cells) + 1
        shared = grid_clauses(grid)
        session.add(shared.dots.clauses)
        session.add(shared.inside)
        for number, cells in enumerate(groups):
            session.add(self._clue_clauses(number, cells))
        session.add([forbid(loop), shared.some_line])
        session.set_phases(self._phases(loop))

    def _clue_clauses(self, number: int, cells: tuple[int, ...]) -> Iterator[Clause]:
        off = -(self._first_selector + number)
        for cell in cells:
            around = tuple(map(edge_variable, self._grid.cell_edges[cell]))
            for clause in exactly(self._clues[cell], around):
                yield (off, *clause)

    def _phases(self, loop: Solution) -> list[int]:
        """The loop itself: other loops are often near it."""
        within = inside_cells(self._grid, self._walker.walk(sorted(loop))[0])
        edges = [edge + 1 if edge in loop else ~edge for edge in range(self._edges)]
        cells = range(len(self._grid.cells))
        return edges + [(1 if c in within else -1) * (self._edges + 1 + c) for c in cells]

    def check(self, chosen: Collection[int]) -> ProvedUnique | NotUnique:
        """Whether these groups single the loop out."""
        assumptions = [self._first_selector + number for number in chosen]
        while self._session.solve(assumptions) is SatAnswer.SAT:
            loops = self._walker.walk(self._session.lines(self._edges))
            if len(loops) == 1:
                return NotUnique(self._unmet_groups(frozenset(loops[0])))
            self._add_cuts(loops)
        return ProvedUnique(
            frozenset(literal - self._first_selector for literal in self._session.core())
        )

    def _unmet_groups(self, other: Solution) -> frozenset[int]:
        """The groups with a cell that has another number of lines."""
        more: Counter[int] = Counter()
        for edge in other ^ self._loop:
            change = 1 if edge in other else -1
            for cell in self._grid.edge_cells[edge]:
                more[cell] += change
        return frozenset(
            self._group_of[cell]
            for cell, change in more.items()
            if change and cell in self._group_of
        )

    def _add_cuts(self, loops: list[Subloop]) -> None:
        """Anchored cuts that hold whatever the clues: see `solver.connectivity.cuts`."""
        grid = self._grid
        for loop, other in zip(loops, [*loops[1:], loops[0]], strict=True):
            dots = enclosed_dots(grid, loop)
            if loop_dots(grid, other)[0] in dots:
                dots = set(loop_dots(grid, loop))
            cut = [edge_variable(edge) for edge in boundary(grid, dots)]
            self._session.add_clause([*cut, -edge_variable(loop[0]), -edge_variable(other[0])])


def minimal_groups(
    unique: Uniqueness, order: Sequence[int], other_loops: OtherLoops
) -> list[int] | None:
    """Groups of which none can be left out; None if not even all single the loop out.

    Each group of `order` is left out if the rest still suffices. That alone decides the
    result, so it is the same with every SAT solver: cores and other loops only save calls.
    `other_loops` may know some loops already and learns of those found.
    """
    first = unique.check(order)
    if isinstance(first, NotUnique):
        return None
    sufficient = first.sufficient
    kept = set(order)
    for number in order:
        if number not in sufficient:
            kept.remove(number)
        elif not other_loops.requires(number, kept):
            found = unique.check(sorted(kept - {number}))
            if isinstance(found, ProvedUnique):
                sufficient = found.sufficient
                kept.remove(number)
            else:
                other_loops.add(found.unmet)
    return sorted(kept)
