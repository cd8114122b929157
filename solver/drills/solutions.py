"""The solutions of a small board that has several: which edges they share, and one as asked for.

A SAT solver has the rules of the dots, and of each clue with a selector, so that boards with
different clues and marks share it. A loop of a model that is no solution is excluded by a clause
that holds on all of them. Solutions are kept: where two of them differ, an edge is open.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from puzzle.grid import Grid
from puzzle.model import Board, EdgeState, Puzzle, Solution
from puzzle.rules import PLAIN, Rules
from solver.encoding import demand, edge_variable, forbid, grid_clauses, local_rules
from solver.errors import DrillError
from solver.loops import LoopWalker
from solver.options import Options
from solver.report import Limits
from solver.session import SatAnswer, Session

OPTIONS = Options(backend="minisat22")
"""Options with a backend that is created quickly."""

LIMITS = Limits(seconds=None, conflicts=2_000)
"""The limits of all searches together that begin with one `open_solutions`.

Of 1,800 drills 99 % need half of it. Where the number of lines across a region must be even, a
proof that an edge is forced may take millions of conflicts.
"""

NOTHING: Mapping[int, EdgeState] = MappingProxyType({})


@contextmanager
def open_solutions(grid: Grid, rules: Rules = PLAIN) -> "Iterator[KnownSolutions]":
    """Open a search for solutions of boards on one grid of squares, within `LIMITS`."""
    with Session(LIMITS, OPTIONS) as session:
        yield KnownSolutions(grid, session, rules)


class KnownSolutions:
    """Finds and keeps solutions of boards on one grid, whatever their clues and marks.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> board = Board.blank(Puzzle(square_grid(1, 3), (3, None, None)))
    >>> with open_solutions(board.puzzle.grid) as solutions:
    ...     sorted(solutions.forced(board).items())[-2:]
    ...     sorted(solutions.find(board, {6: EdgeState.CROSS}) or ())
    [(6, <EdgeState.LINE: 1>), (7, <EdgeState.CROSS: 2>)]
    []
    """

    def __init__(self, grid: Grid, session: Session, rules: Rules = PLAIN) -> None:
        self._grid = grid
        self._rules = rules
        self._session = session
        self._walker = LoopWalker(grid)
        self._edges = len(grid.edge_dots)
        self._around = tuple(sum(1 << edge for edge in edges) for edges in grid.cell_edges)
        sides = tuple(1 << edges[-1] for edges in grid.cell_edges)
        self._left = tuple(
            sum(sides[cell - cell % grid.cols : cell + 1]) for cell in range(len(sides))
        )
        self._shortest = len(grid.dots) if rules.variant.visits_every_dot else 0
        self._selectors: dict[tuple[int, int], int] = {}
        self._known: dict[int, None] = {}
        has_sides = bool(rules.variant.signs)
        self._variables = self._edges + len(sides) * has_sides
        blank = Puzzle(grid, (None,) * len(sides), rules)
        session.add_formula(local_rules(blank, inside=has_sides))

    def add(self, solution: Solution) -> None:
        """Keep a solution that is known from elsewhere."""
        self._known[_bits(solution)] = None

    def find(self, board: Board, more: Mapping[int, EdgeState] = NOTHING) -> Solution | None:
        """A solution with the marks of a board and the states in `more`; None without one.

        Raises `DrillError` when the limits end the search.
        """
        states = {edge: mark for edge, mark in enumerate(board.marks) if mark}
        if any(states.get(edge, state) is not state for edge, state in more.items()):
            return None
        states |= more
        lines = frozenset(edge for edge, state in states.items() if state is EdgeState.LINE)
        clues = self._clues(board)
        assumptions = [self._selector(cell, clue) for cell, clue in clues]
        assumptions += [_literal(edge, state) for edge, state in states.items()]
        while (answer := self._session.solve(assumptions)) is SatAnswer.SAT:
            for loop in self._walker.walk(self._session.lines(self._edges)):
                solution = frozenset(loop)
                if len(loop) < self._shortest:
                    self._session.add_clause(forbid(solution))
                    continue
                missed = min(lines - solution, default=None)
                unmet = self._unmet(clues, _bits(solution))
                if missed is None and unmet is None:
                    self.add(solution)
                    return solution
                cause = self._selector(*unmet) if unmet else edge_variable(missed or 0)
                self._session.add_clause([*forbid(solution), -cause])
        if answer is SatAnswer.UNKNOWN:
            raise DrillError("on this board", "its solutions take too long to find")
        return None

    def forced(self, board: Board) -> dict[int, EdgeState]:
        """The unmarked edges that have one state in all solutions; none without a solution."""
        known = [solution for solution in self._known if self._fits(board, solution)]
        if not known:
            first = self.find(board)
            if first is None:
                return {}
            known = [_bits(first)]
        some, every = 0, -1
        for solution in known:
            some |= solution
            every &= solution
        forced = {}
        for edge, mark in enumerate(board.marks):
            bit = 1 << edge
            if mark or (some & bit and not every & bit):
                continue
            state, other = EdgeState.LINE, EdgeState.CROSS
            if not some & bit:
                state, other = other, state
            found = self.find(board, {edge: other})
            if found is None:
                forced[edge] = state
            else:
                some |= _bits(found)
                every &= _bits(found)
        return forced

    def _clues(self, board: Board) -> list[tuple[int, int]]:
        clues = board.puzzle.clues
        return [(cell, clue) for cell, clue in enumerate(clues) if clue is not None]

    def _selector(self, cell: int, clue: int) -> int:
        """The variable that turns a clue on."""
        found = self._selectors.get((cell, clue))
        if found is None:
            found = self._selectors[cell, clue] = self._variables + 1 + len(self._selectors)
            clauses = demand(self._grid, self._rules, cell, clue)
            if clue >= 0:
                clauses = iter(grid_clauses(self._grid).clue(cell, clue).clauses)
            for clause in clauses:
                self._session.add_clause((-found, *clause))
        return found

    def _unmet(self, clues: list[tuple[int, int]], solution: int) -> tuple[int, int] | None:
        """The first clue that a loop does not meet."""
        return next((each for each in clues if not self._is_met(*each, solution)), None)

    def _is_met(self, cell: int, clue: int, solution: int) -> bool:
        """Whether a loop has the lines of a count, or an animal on its side."""
        sign = self._rules.variant.sign(clue)
        if sign is None:
            return (solution & self._around[cell]).bit_count() == clue
        return (solution & self._left[cell]).bit_count() % 2 == sign.inside

    def _fits(self, board: Board, solution: int) -> bool:
        """Whether a loop is a solution with all marks of a board."""
        lines, crosses = _bits(board.lines), _bits(board.crosses)
        is_marked = solution & lines == lines and not solution & crosses
        return is_marked and self._unmet(self._clues(board), solution) is None


def _bits(edges: Solution) -> int:
    """A set of edges as a number with a bit for each."""
    return sum(1 << edge for edge in edges)


def _literal(edge: int, state: EdgeState) -> int:
    return edge_variable(edge) if state is EdgeState.LINE else -edge_variable(edge)
