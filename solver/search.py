"""Search for the solutions of a puzzle, with a proof of how many there are.

A SAT solver finds models of the local rules, and a method from `solver.connectivity` excludes the
models of several subloops. Each solution is forbidden when it is found; when no model is left, the
list of solutions is complete. See docs/methods.md.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from types import MappingProxyType

from puzzle.model import EdgeState, Puzzle, Solution
from puzzle.rules import is_solved
from solver.connectivity import open_method
from solver.connectivity.method import Method
from solver.encoding import Bound, Clause, Formula, edge_variable, forbid, local_rules
from solver.errors import AssumptionError, UnsoundAnswerError
from solver.loops import LoopWalker, Subloop
from solver.options import DEFAULT_OPTIONS, CutPolicy, Options, fitted
from solver.patching import Patcher
from solver.report import DEFAULT_LIMITS, Limits, Outcome, Report, Stats
from solver.session import SatAnswer, Session

__all__ = ["Limits", "Outcome", "Report", "Search", "Stats", "open_search", "solve"]

Assumptions = Mapping[int, EdgeState]
"""States that are assumed for some edges; UNKNOWN assumes nothing."""

NO_ASSUMPTIONS: Assumptions = MappingProxyType({})
"""No assumptions."""


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
    ...     [len(solution) for solution in search.solutions()], search.complete
    ([4, 6, 4], True)
    """
    assumptions = assumed_literals(puzzle, assume)
    options = fitted(options, puzzle.grid)
    method = open_method(puzzle, options)
    with Session.within(limits, options) as session:
        yield Search(puzzle, method, session, options, assumptions)


def assumed_literals(puzzle: Puzzle, assume: Assumptions) -> tuple[int, ...]:
    """The literals of assumed lines and crosses, in order of their edges.

    Raises `AssumptionError` when an edge is not on the board.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 1), (None,))
    >>> assumed_literals(puzzle, {2: EdgeState.CROSS, 0: EdgeState.LINE})
    (1, -3)
    """
    edges = len(puzzle.grid.edge_dots)
    outside = next((edge for edge in assume if not 0 <= edge < edges), None)
    if outside is not None:
        raise AssumptionError(outside, edges)
    signs = {EdgeState.LINE: 1, EdgeState.CROSS: -1}
    known = ((edge, signs.get(state, 0)) for edge, state in sorted(assume.items()))
    return tuple(sign * edge_variable(edge) for edge, sign in known if sign)


class Search:
    """A search for the solutions of a puzzle, with counters.

    Assumed lines count like clues: a subloop with an assumed line cannot be dropped from a model,
    and a subloop without all of them is not a solution. So `_constrained` contains the edges of
    positive clues and the assumed lines. Every cut is valid for the puzzle together with the
    assumptions, which are the same in all calls of one search.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        method: Method,
        session: Session,
        options: Options,
        assumptions: tuple[int, ...] = (),
    ) -> None:
        self._puzzle = puzzle
        self._method = method
        self._session = session
        self._options = options
        self._assumptions = assumptions
        assumed_lines = {literal - 1 for literal in assumptions if literal > 0}
        self._constrained = _edges_of_positive_clues(puzzle) | assumed_lines
        self._model: list[Subloop] = []
        self._patcher = Patcher(puzzle, options.patch) if options.patch else None
        self._rounds = 0
        self._cuts = 0
        self.complete = False

    @property
    def stats(self) -> Stats:
        """The statistics of the search so far."""
        return self._session.stats(self._cuts)

    def solutions(self) -> Iterator[Solution]:
        """Iterate over the solutions until there are no more or a limit is reached.

        Afterwards `complete` is true when there are no more. Raises `UnsoundAnswerError` when a
        solution breaks a rule, which would be a bug.
        """
        session, inside = self._session, bool(self._options.inside)
        session.add_formula(local_rules(self._puzzle, session.supports_bounds, inside))
        session.add(self._method.clauses())
        walker = LoopWalker(self._puzzle.grid)
        while (answer := session.solve(self._assumptions)) is SatAnswer.SAT:
            subloops = walker.walk(session.lines(len(self._puzzle.grid.edge_dots)))
            self._model = subloops
            constrained = [loop for loop in subloops if not self._constrained.isdisjoint(loop)]
            solved = self._solutions_among(subloops, constrained)
            for loop in solved:
                session.add([forbid(loop)])
                yield self._checked(loop)
            if not solved:
                self._cut(subloops, constrained)
        self.complete = answer is SatAnswer.UNSAT and self._method.exhaustive

    def require(self, clause: Clause) -> None:
        """Add a clause that all models must satisfy from now on.

        A model may satisfy it only with a subloop that is dropped from the solution. Such a
        solution does not satisfy the clause; `cut_last_model` then excludes its model.
        """
        self._session.add([clause])

    def require_bound(self, bound: Bound) -> None:
        """Add a cardinality constraint like `require`, for backends that support them."""
        self._session.add_formula(Formula(bounds=[bound]))

    def cut_last_model(self) -> None:
        """Exclude the model of the last solution, if subloops were dropped from it."""
        if len(self._model) > 1:
            self._add_cuts(self._method.cuts(self._model))

    def _solutions_among(
        self, subloops: list[Subloop], constrained: list[Subloop]
    ) -> list[Subloop]:
        """The subloops of a model that are solutions by themselves.

        A subloop that has no edge of a positive clue and no assumed line can be dropped from a
        model. So a single `constrained` subloop is a solution, and without any positive clues and
        assumed lines every subloop is.
        """
        if len(subloops) == 1 or not self._constrained:
            return subloops
        if self._options.keep_unconstrained:
            return []
        return constrained if len(constrained) == 1 else []

    def _cut(self, subloops: list[Subloop], constrained: list[Subloop]) -> None:
        """Exclude a model of several subloops, none of which is a solution by itself."""
        if self._options.keep_unconstrained:
            self._add_cuts(forbid(loop) for loop in subloops if loop not in constrained)
        if self._is_patching() and len(constrained) > 1:
            self._add_cuts(map(forbid, sorted(constrained, key=len)[:-1]))
            patched = self._patch(subloops)
            constrained = [loop for loop in patched if not self._constrained.isdisjoint(loop)]
        if len(constrained) > 1:
            self._add_cuts(self._method.cuts(constrained))

    def _is_patching(self) -> bool:
        """Count a round; whether the policy patches models from this round on."""
        self._rounds += 1
        policy = self._options.policy or CutPolicy()
        return self._patcher is not None and self._rounds > policy.patching

    def _patch(self, subloops: list[Subloop]) -> list[Subloop]:
        """Join the subloops and set the solver's phases to the result; returns the new subloops."""
        assert self._patcher is not None  # noqa: S101 - the only caller checks this
        patched = self._patcher.join(subloops)
        edges, cells = len(self._puzzle.grid.edge_dots), len(self._puzzle.grid.cells)
        self._session.set_phases(
            [edge + 1 if edge in patched.lines else ~edge for edge in range(edges)]
            + [
                -literal if cell in patched.flipped else literal
                for cell, literal in enumerate(self._session.literals()[edges : edges + cells])
            ]
        )
        return patched.subloops

    def _add_cuts(self, cuts: Iterable[Clause]) -> None:
        for clause in cuts:
            self._session.add_clause(clause)
            self._cuts += 1
            if self._session.out_of_time():
                break

    def _checked(self, loop: Subloop) -> Solution:
        """The loop as a solution; raises `UnsoundAnswerError` when it breaks a rule."""
        solution = frozenset(loop)
        if not is_solved(self._puzzle, solution):
            raise UnsoundAnswerError(f"a {self._puzzle.size} puzzle")
        return solution


def _edges_of_positive_clues(puzzle: Puzzle) -> frozenset[int]:
    cells = zip(puzzle.grid.cell_edges, puzzle.clues, strict=True)
    return frozenset(edge for edges, clue in cells if clue for edge in edges)
