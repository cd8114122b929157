"""Checks whether groups of clues determine a loop, with one incremental SAT solver for all checks.

Every group has a selector, a variable that is assumed to enable its clues, and the loop itself is
forbidden. So a set of groups is unsatisfiable exactly when no other loop satisfies its clues, and
the core of that call names groups that suffice.

Source: N. Eén and N. Sörensson, Temporal induction by incremental SAT solving, 2003, for the
selectors.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence, Set
from contextlib import contextmanager

from msgspec import Struct

from puzzle.model import Solution
from puzzle.rules import cells_inside
from solver.encoding import (
    Clause,
    demand,
    edge_variable,
    exactly,
    forbid,
    grid_clauses,
    variant_rules,
)
from solver.generate.draft import Draft, OtherLoops
from solver.loops import LoopWalker, Subloop, boundary, enclosed_dots, loop_dots
from solver.minimal import minimal_in_order
from solver.options import Options
from solver.session import SatAnswer, Session

BACKEND = Options(backend="cadical153", inside=True)
"""The options that were fastest in measurements."""


class ProvedUnique(Struct, frozen=True):
    """The chosen groups determine the loop; the `sufficient` ones among them do too."""

    sufficient: frozenset[int]


class NotUnique(Struct, frozen=True):
    """Another loop satisfies all chosen groups; `unmet` are all groups that it violates."""

    unmet: frozenset[int]


@contextmanager
def open_uniqueness(draft: Draft) -> "Iterator[Uniqueness]":
    """Open the solver for the loop and the groups of a draft."""
    with Session(options=BACKEND) as session:
        yield Uniqueness(draft, session)


class Uniqueness:
    """A solver that checks whether groups of clues determine the loop of a draft."""

    def __init__(self, draft: Draft, session: Session) -> None:
        grid = self._grid = draft.grid
        self._draft = draft
        self._session = session
        self._edges = len(grid.edge_dots)
        self._walker = LoopWalker(grid)
        self._first_selector = self._edges + len(grid.cells) + 1
        shared = grid_clauses(grid)
        session.add(shared.dots.clauses)
        session.add(shared.inside)
        session.add(variant_rules(draft.puzzle(())))
        for number, cells in enumerate(draft.groups):
            session.add(self._clue_clauses(number, cells))
        session.add([forbid(draft.loop), shared.some_line])
        session.set_phases(self._phases(draft.loop))

    def _clue_clauses(self, number: int, cells: tuple[int, ...]) -> Iterator[Clause]:
        """The clauses of a group's clues, enabled by its selector."""
        off = -(self._first_selector + number)
        rules, clues = self._draft.rules, self._draft.clues
        for cell in cells:
            count = rules.variant.line_count(clues[cell])
            if count is not None:
                around = tuple(map(edge_variable, self._grid.cell_edges[cell]))
                for clause in exactly(count, around):
                    yield (off, *clause)
            for clause in demand(self._grid, rules, cell, clues[cell]):
                yield (off, *clause)

    def _phases(self, loop: Solution) -> list[int]:
        """The literals of the loop, as phases: other loops are often similar."""
        within = cells_inside(self._grid, loop)
        edges = [edge + 1 if edge in loop else ~edge for edge in range(self._edges)]
        cells = range(len(self._grid.cells))
        return edges + [(1 if c in within else -1) * (self._edges + 1 + c) for c in cells]

    def check(self, chosen: Collection[int]) -> ProvedUnique | NotUnique:
        """Check whether these groups determine the loop."""
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
        """The groups with a clue that the `other` loop does not meet."""
        draft = self._draft
        more: Counter[int] = Counter()
        for edge in other ^ draft.loop:
            change = 1 if edge in other else -1
            for cell in self._grid.edge_cells[edge]:
                more[cell] += change
        unmet = {cell for cell, change in more.items() if change}
        if draft.animals:
            unmet -= draft.animals
            unmet |= draft.animals & cells_inside(self._grid, other ^ draft.loop)
        return draft.groups_of(unmet)

    def _add_cuts(self, loops: list[Subloop]) -> None:
        """Add anchored cuts that hold for all clues (see `solver.connectivity.cuts`)."""
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
    """A minimal subset of the groups of `order` that determines the loop; None if all do not.

    Each group in turn is deleted if the others suffice (`solver.minimal`); other loops save checks
    too. Loops that are found are added to `other_loops`.
    """
    first = unique.check(order)
    if isinstance(first, NotUnique):
        return None

    def sufficient_without(number: int, kept: Set[int]) -> frozenset[int] | None:
        if other_loops.requires(number, kept):
            return None
        found = unique.check(sorted(kept - {number}))
        if isinstance(found, ProvedUnique):
            return found.sufficient
        other_loops.add(found.unmet)
        return None

    return sorted(minimal_in_order(order, first.sufficient, sufficient_without))
