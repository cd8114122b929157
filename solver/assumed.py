"""A SAT solver in which any clues and marks can be assumed, under all rules and on all tilings.

Every clue that was asked about has a selector, a variable that enables its clauses. Selectors and
the literals of marked edges are assumptions of a SAT call, so nothing is built or learned anew
when they change, and an unsatisfiable call returns those that it used: a core. The rules of the
dots and of the single loop are never part of a core.

Cuts stay in the solver while the assumptions change, so each must hold in every loop. For a
subloop within the dots S (δ(S) is defined in `solver.connectivity.cuts`) one of two kinds is added:

- "OR δ(S), or not e_in, or not e_out": a single loop that uses e_in within S and e_out outside S
  uses an edge of δ(S).
- The same with the selector of a clue instead of e_in, if the clue guarantees a line with an end
  in S; likewise for e_out.

The plain negation of a subloop, which a search without selectors adds, would be invalid: it may be
a solution when another clue or mark is not assumed.

A loop is an integer with the bit `v - 1` for each variable `v` of the rules that is true: those of
edges come first, then those of cells, and those of dots where clues count dots.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_

from puzzle.clue_rows import Clue
from puzzle.grid import Grid
from puzzle.model import Puzzle, Solution
from puzzle.rules import Around, Capability, Counted, Rules, cells_inside
from solver.bitboard.layout import DIGIT_OF_BIT
from solver.encoding import (
    demand,
    dot_variable,
    edge_variable,
    grid_clauses,
    inside_variable,
    rule_variables,
    variant_rules,
)
from solver.loops import LoopWalker, Subloop, boundary, enclosed_dots, loop_dots
from solver.session import SatAnswer, Session

BACKEND = "glucose42"
"""The fastest backend of those measured."""

Loop = int
"""A loop with the cells inside it, as bits."""


class LimitReachedError(Exception):
    """A limit ended the search before it was decided."""


def bits_of(variables: Iterable[int]) -> int:
    """The bits of different variables.

    >>> bits_of([1, 4])
    9
    """
    return sum(map((1).__lshift__, variables)) >> 1


def numbers_of(bits: int) -> Iterator[int]:
    """The numbers of the bits that are set, from 0.

    >>> [*numbers_of(9)]
    [0, 3]
    """
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


class AssumedClues:
    """A solver for the loops on a grid, in which any clues and marks can be assumed."""

    def __init__(self, grid: Grid, rules: Rules, session: Session) -> None:
        self.grid, self.rules, self.session = grid, rules, session
        blank = Puzzle(grid, (None,) * len(grid.cells), rules)
        self.edges = len(grid.edge_dots)
        self.every = (1 << self.edges) - 1
        self.cuts = 0
        self.around = [bits_of(map(edge_variable, edges)) for edges in grid.cell_edges]
        self._dots_around = [
            bits_of(dot_variable(grid, dot) for dot in dots) for dots in grid.cell_dots
        ]
        self._variables = self._top = rule_variables(blank)
        self._selectors = dict[tuple[int, int], int]()
        self._clues = dict[int, tuple[int, int]]()
        self._walker = LoopWalker(grid)
        self._drops = rules.supports(Capability.FAST_SEARCH)
        self._counts_lines = rules.variant.counted is Counted.LINES
        shared = grid_clauses(grid)
        session.add([*shared.dots.clauses, *shared.inside, shared.some_line])
        session.add(variant_rules(blank))
        if not rules.variant.is_possible(grid):
            session.add([[1], [-1]])

    def new_variable(self) -> int:
        """A variable that no rule has."""
        self._top += 1
        return self._top

    def selector(self, cell: int, clue: int) -> int:
        """The literal by which a clue of a cell is assumed."""
        found = self._selectors.get((cell, clue))
        if found is None:
            found = self._selectors[cell, clue] = self.new_variable()
            self._clues[found] = cell, clue
            count = self.rules.variant.line_count(clue)
            if count is not None:
                lines = grid_clauses(self.grid).clue(cell, count).clauses
                self.session.add([*clause, -found] for clause in lines)
            for clause in demand(self.grid, self.rules, cell, clue):
                self.session.add_clause([*clause, -found])
        return found

    def assumed(self, clues: Sequence[Clue]) -> list[int]:
        """The literals of all clues of a board."""
        return [self.selector(cell, clue) for cell, clue in enumerate(clues) if clue is not None]

    def cell_of(self, literal: int) -> int | None:
        """The cell of a selector; None for the literal of an edge."""
        return self._clues[literal][0] if literal in self._clues else None

    def meets(self, loop: Loop, cell: int, clue: int) -> bool:
        """Whether a loop meets a clue of a cell."""
        variant = self.rules.variant
        sign = variant.signs.get(clue)
        if sign is not None:
            return bool(loop >> inside_variable(self.grid, cell) - 1 & 1) is sign.inside
        lines = (loop & self.around[cell]).bit_count()
        if self._counts_lines:
            return lines == clue
        dots = (loop & self._dots_around[cell]).bit_count()
        return variant.count(Around(lines, dots, len(self.grid.cell_edges[cell]))) == clue

    def fits(self, loop: Loop, clues: Sequence[Clue]) -> bool:
        """Whether a loop meets all clues of a board."""
        return all(
            self.meets(loop, cell, clue) for cell, clue in enumerate(clues) if clue is not None
        )

    def find(
        self, members: Sequence[int], accepts: Callable[[Loop], bool] = lambda _: True
    ) -> Loop | None:
        """A loop that has all members, and is accepted; None if there is none: see `core`.

        `accepts` is for loops that were part of a model only. Raises `LimitReachedError`.
        """
        given = dict(self._clues[each] for each in members if each in self._clues)
        lines = bits_of(each for each in members if 0 < each <= self.edges)
        held = reduce(or_, (self.around[cell] for cell, clue in given.items() if clue > 0), lines)
        while (answer := self.session.solve(members)) is SatAnswer.SAT:
            model = self.session.literals()[: self._variables]
            subloops = self._walker.walk([v - 1 for v in model[: self.edges] if v > 0])
            if len(subloops) == 1:
                digits = bytes(map((0).__lt__, reversed(model))).translate(DIGIT_OF_BIT)
                return int(digits, 2)
            if self._drops:
                alone = [bits_of(map(edge_variable, each)) for each in subloops]
                alone = [each for each in alone if each & held or not held]
                if not held or len(alone) == 1:
                    for each in filter(accepts, alone):
                        return self.with_inside(each)
            self._cut(sorted(subloops, key=len), given, lines)
        if answer is SatAnswer.UNKNOWN:
            raise LimitReachedError
        return None

    def core(self) -> set[int]:
        """The members that contradicted each other in the last search."""
        return set(self.session.core())

    def with_inside(self, lines: int) -> Loop:
        """The loop of some lines, under rules that do not count dots."""
        inside = cells_inside(self.grid, frozenset(numbers_of(lines)))
        return lines | bits_of(inside_variable(self.grid, cell) for cell in inside)

    def solution(self, loop: Loop) -> Solution:
        """The lines of a loop."""
        return frozenset(numbers_of(loop & self.every))

    def _cut(self, subloops: list[Subloop], given: Mapping[int, int], lines: int) -> None:
        """Exclude a model of several subloops, the longest one last."""
        grid, ends = self.grid, self.grid.edge_dots
        for loop in subloops[:-1]:
            dots = enclosed_dots(grid, loop)
            others = (each for each in reversed(subloops) if ends[each[0]][0] not in dots)
            outer = next(others, None)
            if outer is None:  # it surrounds them all
                dots, outer = set(loop_dots(grid, loop)), subloops[-1]
            beside = (cell for edge in loop for cell in grid.edge_cells[edge] if cell in given)
            within = self._guarantee(dots, True, beside, given) or _line_of(loop, lines)
            beyond = self._guarantee(dots, False, given, given) or _line_of(outer, lines)
            crossing = (edge_variable(edge) for edge in boundary(grid, dots))
            self.session.add_clause([*crossing, -within, -beyond])
            self.cuts += 1

    def _guarantee(
        self, dots: set[int], within: bool, cells: Iterable[int], given: Mapping[int, int]
    ) -> int | None:
        """The selector of a clue of some cells that guarantees a line with an end among the dots.

        Unless `within`, with an end that is not among them.
        """
        ends = self.grid.edge_dots
        for cell in cells if self._counts_lines else ():
            clue = given[cell]
            if clue > 0:
                edges = (ends[edge] for edge in self.grid.cell_edges[cell])
                away = sum((a in dots) is not within is not (b in dots) for a, b in edges)
                if away < clue:
                    return self._selectors[cell, clue]
        return None


def _line_of(loop: Subloop, lines: int) -> int:
    """The literal of a line of a subloop, of one that is assumed if there is one."""
    return edge_variable(next((edge for edge in loop if lines >> edge & 1), loop[0]))
