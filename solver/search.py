"""Search for the solutions of a puzzle, with a proof of how many there are.

Propagation (`solver.presolve`) comes first, and decides most puzzles made for people. Otherwise a
SAT solver finds models of the local rules, and a method from `solver.connectivity` excludes the
models of several subloops. Each solution is forbidden when it is found; when no model is left, the
list of solutions is complete. See docs/methods.md.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from types import MappingProxyType
from typing import Generic, Protocol

from msgspec import Struct

from puzzle.model import EdgeState, Puzzle, Solution
from puzzle.rules import Capability, is_solved
from solver.agreement import Agreement
from solver.connectivity import open_method
from solver.connectivity.method import Method
from solver.connectivity.separators import Separators
from solver.encoding import Bound, Clause, edge_variable
from solver.errors import AssumptionError, UnsoundAnswerError
from solver.loops import LoopT, LoopWalker
from solver.options import DEFAULT_OPTIONS, CutPolicy, Options, fitted, has_few_clues
from solver.patching import Patcher
from solver.presolve import NOTHING_KNOWN, NoSolution, OnlySolution, Presolved, presolve
from solver.report import DEFAULT_LIMITS, Limits, Outcome, Report, Stats
from solver.session import SatAnswer, Session
from solver.variables import CellVariables, EdgeVariables, FormulaVariables

__all__ = ["Limits", "Outcome", "Report", "Search", "Stats", "may_be_meant", "open_search", "solve"]

Assumptions = Mapping[int, EdgeState]
"""States that are assumed for some edges; UNKNOWN assumes nothing."""

NO_ASSUMPTIONS: Assumptions = MappingProxyType({})
"""No assumptions."""

READ_PROPAGATIONS = 100_000
"""The work of judging a puzzle that was read."""


def solve(
    puzzle: Puzzle,
    limits: Limits = DEFAULT_LIMITS,
    options: Options = DEFAULT_OPTIONS,
    assume: Assumptions = NO_ASSUMPTIONS,
) -> Report:
    """Search for solutions until there are no more or a limit is reached.

    With `assume`, finds only solutions that have all assumed lines and none of the assumed
    crosses. Raises `UnknownMethodError` when there is no such method, `FormulaSizeError` when the
    method would need too large a formula, and `AssumptionError` when `assume` has an edge that is
    not on the board.

    >>> from puzzle.grid import square_grid
    >>> report = solve(Puzzle(square_grid(1, 1), (4,)))
    >>> report.outcome, report.solutions, report.complete
    (<Outcome.UNIQUE: 'unique'>, (frozenset({0, 1, 2, 3}),), True)
    """
    with open_search(puzzle, limits, options, assume) as search:
        found = tuple(islice(search.solutions(), limits.solutions))
        outcome = Outcome.of(len(found), search.complete)
        return Report(outcome, found, search.complete, search.stats)


def may_be_meant(puzzle: Puzzle) -> bool:
    """Whether a puzzle that was read may be the one that was meant, by a small bound of work.

    It may not if it has no solution or several.

    >>> from puzzle.grid import square_grid
    >>> [may_be_meant(Puzzle(square_grid(1, 1), (clue,))) for clue in (4, 3)]
    [True, False]
    """
    limits = Limits(seconds=None, propagations=READ_PROPAGATIONS)
    return solve(puzzle, limits).outcome not in {Outcome.NONE, Outcome.MULTIPLE}


@contextmanager
def open_search(
    puzzle: Puzzle,
    limits: Limits = DEFAULT_LIMITS,
    options: Options = DEFAULT_OPTIONS,
    assume: Assumptions = NO_ASSUMPTIONS,
) -> Iterator["Search"]:
    """Open a search whose solutions the caller iterates over; the time limit counts from now.

    `Limits.solutions` is ignored. Raises the errors of `solve`.

    >>> from puzzle.grid import square_grid
    >>> with open_search(Puzzle(square_grid(1, 2), (None, None))) as search:
    ...     sorted(len(solution) for solution in search.solutions()), search.complete
    ([4, 4, 6], True)
    """
    started = time.perf_counter()
    assumptions = assumed_literals(puzzle, assume)
    options = fitted(options, puzzle)
    method = open_method(puzzle, options)
    known: Presolved = presolve(puzzle, assume) if options.propagate else NOTHING_KNOWN
    if not puzzle.rules.variant.is_possible(puzzle.grid):
        known = NoSolution()
    if not isinstance(known, Agreement):
        yield _DecidedSearch(puzzle, known, started)
        return
    with Session(limits, options, started) as session:
        problem = _Problem(puzzle, assumptions, known)
        assumed_lines = [literal - 1 for literal in assumptions if literal > 0]
        if options.cells:
            cells = CellVariables(puzzle, session, assumed_lines)
            if has_few_clues(puzzle):
                cells.prefer_inside()
            yield _SatSearch(problem, Separators(puzzle, options, cells), cells, session, options)
        else:
            edges = EdgeVariables(puzzle, session, assumed_lines, inside=bool(options.inside))
            yield _SatSearch(problem, method, edges, session, options)


def assumed_literals(puzzle: Puzzle, assume: Assumptions) -> tuple[int, ...]:
    """The literals of assumed lines and crosses, in order of their edges.

    Raises `AssumptionError` when an edge is not on the board.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 1), (None,))
    >>> assumed_literals(puzzle, {2: EdgeState.CROSS, 0: EdgeState.LINE})
    (1, -3)
    """
    if not assume:
        return ()
    edges = len(puzzle.grid.edge_dots)
    outside = next((edge for edge in assume if not 0 <= edge < edges), None)
    if outside is not None:
        raise AssumptionError(outside, edges)
    signs = {EdgeState.LINE: 1, EdgeState.CROSS: -1}
    known = ((edge, signs.get(state, 0)) for edge, state in sorted(assume.items()))
    return tuple(sign * edge_variable(edge) for edge, sign in known if sign)


class Search(Protocol):
    """A search for the solutions of a puzzle, with counters."""

    complete: bool
    """Whether there are no more solutions, once `solutions` has ended."""

    @property
    def stats(self) -> Stats:
        """The statistics of the search so far."""

    def solutions(self) -> Iterator[Solution]:
        """Iterate over the solutions until there are no more or a limit is reached.

        Raises `UnsoundAnswerError` when a solution breaks a rule, which would be a bug.
        """

    def require(self, clause: Clause) -> None:
        """Add a clause that all models must satisfy from now on.

        A model may satisfy it only with a subloop that is dropped from the solution. Such a
        solution does not satisfy the clause; `cut_last_model` then excludes its model.
        """

    def require_bound(self, bound: Bound) -> None:
        """Add a cardinality constraint like `require`, for backends that support them."""

    def cut_last_model(self) -> None:
        """Exclude the model of the last solution, if subloops were dropped from it."""


class _DecidedSearch:
    """A search that propagation has ended: it knows the only solution, or that there is none."""

    def __init__(self, puzzle: Puzzle, decided: OnlySolution | NoSolution, started: float) -> None:
        self._puzzle = puzzle
        self._left = [decided.lines] if isinstance(decided, OnlySolution) else []
        self._seconds = time.perf_counter() - started
        self.complete = False

    @property
    def stats(self) -> Stats:
        """See `Search.stats`."""
        return Stats(0, 0, 0, self._seconds, known=len(self._puzzle.grid.edge_dots))

    def solutions(self) -> Iterator[Solution]:
        """See `Search.solutions`."""
        self.complete = True
        while self._left:
            yield _checked(self._puzzle, self._left.pop())

    def require(self, clause: Clause) -> None:
        """See `Search.require`."""
        self._left = [lines for lines in self._left if any(_holds(lit, lines) for lit in clause)]

    def require_bound(self, bound: Bound) -> None:
        """See `Search.require_bound`."""
        literals, most = bound
        kept = (
            lines for lines in self._left if sum(_holds(lit, lines) for lit in literals) <= most
        )
        self._left = list(kept)

    def cut_last_model(self) -> None:
        """See `Search.cut_last_model`: the solution was no part of a larger model."""


def _holds(literal: int, lines: Solution) -> bool:
    """Whether a literal of an edge is true in a solution."""
    return (abs(literal) - 1 in lines) == (literal > 0)


class _Problem(Struct, frozen=True):
    """A puzzle, the literals that are assumed, and the edges that every solution with them has."""

    puzzle: Puzzle
    assumptions: tuple[int, ...]
    known: Agreement


class _SatSearch(Generic[LoopT]):
    """A search by a SAT solver, of what propagation has left open.

    Assumed lines count like clues: a subloop with an assumed line cannot be dropped from a model,
    and a subloop without all of them is not a solution. Every cut is valid for the puzzle together
    with the assumptions, which are the same in all calls of one search.
    """

    def __init__(
        self,
        problem: _Problem,
        method: Method[LoopT],
        variables: FormulaVariables[LoopT],
        session: Session,
        options: Options,
    ) -> None:
        self._puzzle = puzzle = problem.puzzle
        self._known = problem.known
        self._method = method
        self._variables = variables
        self._session = session
        self._options = options
        self._assumptions = problem.assumptions
        self._is_constrained = any(puzzle.clues) or max(problem.assumptions, default=0) > 0
        self._drops = puzzle.rules.supports(Capability.FAST_SEARCH)
        self._patcher = Patcher(puzzle, options.patch) if options.patch else None
        self._rounds = 0
        self._patch_after = (options.policy or CutPolicy()).patching
        self._cuts = 0
        self._has_found = False
        self.complete = False

    @property
    def stats(self) -> Stats:
        """See `Search.stats`."""
        return self._session.stats(self._cuts, len(self._known))

    def solutions(self) -> Iterator[Solution]:
        """See `Search.solutions`."""
        session, variables = self._session, self._variables
        session.add_formula(variables.rules(self._known))
        session.add(self._method.clauses())
        assumptions = variables.assumptions(self._assumptions)
        while (answer := session.solve(assumptions)) is SatAnswer.SAT:
            subloops = variables.subloops()
            constrained = variables.constrained(subloops) if self._drops else subloops
            solved = self._solutions_among(subloops, constrained)
            for loop in solved:
                session.add(variables.without(loop))
                yield self._checked(loop)
            if not solved:
                self._cut(subloops, constrained)
        self.complete = answer is SatAnswer.UNSAT and self._method.exhaustive

    def _checked(self, loop: LoopT) -> Solution:
        """The lines of a solution; raises `UnsoundAnswerError` when they break a rule.

        The first one is checked by `puzzle.rules`, which has no code in common with the solver.
        """
        solution = self._variables.solution(loop)
        if self._has_found and self._variables.meets_rules(loop):
            return solution
        self._has_found = True
        return _checked(self._puzzle, solution)

    def require(self, clause: Clause) -> None:
        """See `Search.require`."""
        self._session.add(self._variables.translated(clause))

    def require_bound(self, bound: Bound) -> None:
        """See `Search.require_bound`."""
        self._session.add_formula(self._variables.translated_bound(bound))

    def cut_last_model(self) -> None:
        """See `Search.cut_last_model`."""
        subloops = self._variables.subloops()
        if len(subloops) > 1:
            self._add_cuts(self._method.cuts(subloops))

    def _solutions_among(self, subloops: list[LoopT], constrained: list[LoopT]) -> list[LoopT]:
        """The subloops of a model that are solutions by themselves.

        A subloop that has no edge of a positive clue and no assumed line can be dropped from a
        model. So a single `constrained` subloop is a solution, and without any positive clues and
        assumed lines every subloop is. Where none can be dropped, as every dot or the side of an
        animal counts, each subloop is judged by itself: the cuts then exclude no solution.
        """
        if not self._drops and len(subloops) > 1:
            return [loop for loop in subloops if self._is_solution(loop)]
        if len(subloops) == 1 or not self._is_constrained:
            return subloops
        if self._options.keep_unconstrained:
            return []
        return constrained if len(constrained) == 1 else []

    def _is_solution(self, loop: LoopT) -> bool:
        """Whether a subloop is a solution by itself, with all assumed lines."""
        lines = self._variables.solution(loop)
        assumed = (literal - 1 for literal in self._assumptions if literal > 0)
        return lines.issuperset(assumed) and self._variables.meets_rules(loop)

    def _cut(self, subloops: list[LoopT], constrained: list[LoopT]) -> None:
        """Exclude a model of several subloops, none of which is a solution by itself."""
        if self._options.keep_unconstrained:
            self._forbid(loop for loop in subloops if loop not in constrained)
        if self._is_patching() and len(constrained) > 1:
            self._forbid(sorted(constrained, key=self._variables.length)[:-1])
            constrained = self._variables.constrained(self._patch())
        if len(constrained) > 1:
            self._add_cuts(self._method.cuts(constrained))

    def _is_patching(self) -> bool:
        """Count a round; whether the model of this round is patched."""
        self._rounds += 1
        return self._patcher is not None and self._rounds > self._patch_after

    def _patch(self) -> list[LoopT]:
        """Join the subloops and set the solver's phases to the result; returns the new subloops."""
        assert self._patcher is not None  # noqa: S101 - the only caller checks this
        subloops = LoopWalker(self._puzzle.grid).walk(self._variables.lines())
        patched = self._patcher.join(subloops)
        if len(patched.subloops) == len(subloops):
            self._patch_after = 2 * self._rounds
        return self._variables.prefer(patched)

    def _forbid(self, subloops: Iterable[LoopT]) -> None:
        """Exclude subloops of the last model."""
        self._add_cuts(clause for loop in subloops for clause in self._variables.without(loop))

    def _add_cuts(self, cuts: Iterable[Clause]) -> None:
        for clause in cuts:
            self._session.add_clause(clause)
            self._cuts += 1
            if self._session.out_of_time():
                break


def _checked(puzzle: Puzzle, solution: Solution) -> Solution:
    """The same solution; raises `UnsoundAnswerError` when it breaks a rule."""
    if not is_solved(puzzle, solution):
        raise UnsoundAnswerError(f"a {puzzle.size} puzzle")
    return solution
