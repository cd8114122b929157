"""Explanations why a puzzle does not have exactly one solution.

For several solutions, the explanation is two solutions that differ in as few edges as possible. For
no solution, it is a smallest set of contradictory clues, with the dots or the loop rule that they
contradict.

The nearest other solution: the search requires solutions that differ in fewer and fewer edges,
until there are none. "At most k edges differ" is one cardinality constraint for a backend that
supports them. The edges in which two loops differ form loops too, since every dot has an even
number of edges in both, and so in their symmetric difference. No loop is shorter than the border of
the smallest cell, so the search also ends when the difference is that small.

The fewest clues (a smallest MUS): every contradictory set of clues contains at least one of the
clues that a given loop violates: it *hits* the set of violated clues. The search keeps such sets of
violated clues and repeatedly takes a minimum hitting set of them. If no loop satisfies the clues of
the hitting set, it is the answer. Otherwise the loop found is changed until it violates a minimal
set of clues (a correction set), which is added to the sets to hit. The number of rounds can be
exponential in the number of clues; `MAX_SETS` and the limits bound it. Every contradictory set
found on the way is an upper bound, so a search that a limit ends returns the smallest set found so
far.

Source: implicit hitting sets, in A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, Smallest
MUS extraction with minimal hitting set dualization, CP 2015.
"""

from collections.abc import Sequence

from msgspec import Struct
from pysat.examples.hitman import Hitman

from puzzle.model import Board, Puzzle, Solution
from puzzle.rules import Capability, cells_inside, violations
from solver.core import CoreCandidates, minimise_core, open_candidates
from solver.encoding import edge_variable
from solver.explain.explainer import Explainer
from solver.explain.rule_graph import RuleGraph, states_of
from solver.explain.shrink import open_rules
from solver.explain.step import LoopReason, Reason
from solver.minimal import reduced_by_cores
from solver.options import Options
from solver.report import DEFAULT_LIMITS, Limits, Outcome, Stats
from solver.search import open_search
from solver.session import SatAnswer

BACKEND = "minicard"
"""The backend of this search; it supports cardinality constraints."""


class Nearest(Struct, frozen=True):
    """A solution near a given one; if `complete`, no other solution differs in fewer edges."""

    solution: Solution
    complete: bool
    stats: Stats


def find_nearest(
    puzzle: Puzzle, solution: Solution, other: Solution, limits: Limits = DEFAULT_LIMITS
) -> Nearest:
    """Find the solution that differs from `solution` in the fewest edges, starting from `other`.

    `solution` and `other` are two different solutions of the puzzle. `Limits.solutions` is ignored.

    >>> from puzzle.grid import square_grid
    >>> one, other = frozenset({0, 3, 6, 7}), frozenset({2, 5, 8, 9})
    >>> found = find_nearest(Puzzle(square_grid(1, 3), (None,) * 3), one, other)
    >>> sorted(found.solution ^ one), found.complete
    ([1, 4, 7, 8], True)
    """
    variables = map(edge_variable, range(len(puzzle.grid.edge_dots)))
    differs = [-v if edge in solution else v for edge, v in enumerate(variables)]
    fewest = min(map(len, puzzle.grid.cell_edges))
    best = other
    with open_search(puzzle, limits, Options(backend=BACKEND)) as search:
        search.require(differs)
        search.require_bound((differs, len(best ^ solution) - 1))
        for found in search.solutions() if len(best ^ solution) > fewest else ():
            if 0 < len(found ^ solution) < len(best ^ solution):
                best = found
                search.require_bound((differs, len(best ^ solution) - 1))
            else:
                search.cut_last_model()
            if len(best ^ solution) == fewest:
                break
        complete = search.complete or len(best ^ solution) == fewest
        return Nearest(best, complete, search.stats)


MAX_SETS = 300
"""Maximum number of sets to hit; computing a minimum hitting set of more takes too long."""


class FewestClues(Struct, frozen=True):
    """The cells of a contradictory set of clues.

    - `outcome`: NONE when there is such a set; LIMIT when the puzzle has a solution or a limit was
      reached first.
    - `smallest`: whether no contradictory set has fewer clues.
    """

    outcome: Outcome
    clues: frozenset[int]
    smallest: bool
    stats: Stats


def find_fewest_clues(puzzle: Puzzle, limits: Limits = DEFAULT_LIMITS) -> FewestClues:
    """Find the fewest clues that no single loop satisfies together, within the limits.

    `Limits.solutions` is ignored.

    >>> from puzzle.grid import square_grid
    >>> found = find_fewest_clues(Puzzle(square_grid(1, 4), (1, 3, 4, 3)))
    >>> sorted(found.clues), found.smallest
    ([1, 2], True)
    """
    with open_candidates(puzzle, limits) as candidates:
        result = candidates.solve_subset(candidates.clues)
        if result.answer is not SatAnswer.UNSAT:
            return FewestClues(Outcome.LIMIT, frozenset(), smallest=False, stats=candidates.stats)
        search = _FewestSearch(puzzle, candidates, minimise_core(candidates, result.core)[0])
        smallest = search.run()
        clues = candidates.core(search.best, minimal=smallest).clues
        return FewestClues(Outcome.NONE, clues, smallest, candidates.stats)


class _FewestSearch:
    """A search for a smaller contradictory set of clues than `best`, given as selectors."""

    def __init__(self, puzzle: Puzzle, candidates: CoreCandidates, best: Sequence[int]) -> None:
        self._puzzle = puzzle
        self._candidates = candidates
        self.best = tuple(best)

    def run(self) -> bool:
        """Reduce `best` within the limits; returns whether it is the smallest."""
        with Hitman(solver="m22", htype="sorted") as hitting_sets:
            for _ in range(MAX_SETS):
                smallest = hitting_sets.get() or []
                if len(smallest) >= len(self.best):
                    return True
                result = self._candidates.solve_subset(smallest)
                if result.answer is SatAnswer.UNSAT:
                    self.best = tuple(smallest)
                    return True
                if result.solution is None:
                    return False
                hitting_sets.hit(self._correction_set(result.solution))
        return False

    def _correction_set(self, solution: Solution) -> list[int]:
        """A minimal set of clues that some loop violates, starting from those of `solution`.

        If some loop satisfies a violated clue and all clues satisfied so far, that loop replaces
        the solution. An unsatisfiable call may return a smaller set for `best`.
        """
        violated = self._violated_clues(solution)
        return reduced_by_cores(violated, violated, self._violated_besides)[0]

    def _violated_besides(self, clue: int, violated: list[int]) -> list[int] | None:
        """The clues that a loop violates that satisfies `clue` and all that were satisfied."""
        met = [other for other in self._candidates.clues if other not in violated]
        result = self._candidates.solve_subset([*met, clue])
        if result.answer is SatAnswer.UNSAT and len(result.core) < len(self.best):
            self.best = result.core
        return None if result.solution is None else self._violated_clues(result.solution)

    def _violated_clues(self, solution: Solution) -> list[int]:
        """The selectors of the clues that a solution violates."""
        broken = {each.cell for each in violations(self._puzzle, solution)}
        selectors = self._candidates.selectors
        return [literal for cell, literal in selectors.items() if cell in broken]


WHY_LIMITS = Limits(seconds=None, propagations=3_000_000)
"""The limits of the search for a small explanation."""


class Ambiguous(Struct, frozen=True):
    """Two solutions of a puzzle that differ little.

    - `edges`: the edges that are lines in exactly one of them.
    - `cells`: the cells that are inside exactly one of the loops.
    - `nearest`: whether no solution differs from the first in fewer edges.
    """

    first: Solution
    second: Solution
    edges: frozenset[int]
    cells: frozenset[int]
    nearest: bool


class Impossible(Struct, frozen=True):
    """Clues that contradict each other.

    - `cells`: the cells of the clues, in order. The set is minimal unless a limit was reached.
    - `reasons`: these clues, and the dots that they contradict; or the loop rule, when the dots
      alone do not contradict them.
    - `smallest`: whether no set of fewer clues of the puzzle is contradictory.
    """

    cells: tuple[int, ...]
    reasons: tuple[Reason, ...]
    smallest: bool


def why_not_unique(
    explainer: Explainer, limits: Limits = WHY_LIMITS
) -> Ambiguous | Impossible | Outcome:
    """Why a puzzle has several solutions or none; UNIQUE if it has one, LIMIT if that is not known.

    NONE where its rules have no reasons, and where no clue is at fault.

    >>> from puzzle.grid import square_grid
    >>> found = why_not_unique(Explainer(Puzzle(square_grid(1, 3), (3, None, None))))
    >>> sorted(found.edges), sorted(found.cells)
    ([2, 5, 8, 9], [2])
    >>> why_not_unique(Explainer(Puzzle(square_grid(1, 3), (0, None, 0)))).reasons
    (ClueReason(cell=0), ClueReason(cell=2), LoopReason())
    """
    report = explainer.report
    if report.outcome is Outcome.MULTIPLE:
        return _ambiguous(explainer.puzzle, report.solutions[0], report.solutions[1], limits)
    if report.outcome is Outcome.NONE:
        return _impossible(explainer, limits)
    return report.outcome


def _ambiguous(puzzle: Puzzle, first: Solution, second: Solution, limits: Limits) -> Ambiguous:
    found = find_nearest(puzzle, first, second, limits)
    cells = cells_inside(puzzle.grid, first) ^ cells_inside(puzzle.grid, found.solution)
    return Ambiguous(
        first, found.solution, first ^ found.solution, frozenset(cells), found.complete
    )


def _impossible(explainer: Explainer, limits: Limits) -> Impossible | Outcome:
    if not explainer.puzzle.rules.supports(Capability.HINTS):
        return Outcome.NONE
    found = find_fewest_clues(explainer.puzzle, limits)
    if found.outcome is not Outcome.NONE:
        return found.outcome
    clues = tuple(sorted(found.clues))
    if not clues:
        return Outcome.NONE
    return Impossible(clues, _reasons(explainer.graph, clues), found.smallest)


def _reasons(graph: RuleGraph, clues: tuple[int, ...]) -> tuple[Reason, ...]:
    """The clues with a minimal set of dots that they contradict, or else with the loop rule."""
    dots = range(graph.cells, graph.cells + len(graph.puzzle.grid.dots))
    states = states_of(Board.blank(graph.puzzle))
    with open_rules(graph, states, [*clues, *dots]) as rule_solver:
        left = rule_solver.refute([], [*clues, *dots])
        if left is None:
            return (*graph.reasons(clues), LoopReason())
        needed, _ = reduced_by_cores(
            left,
            sorted(left.difference(clues)),
            lambda dot, rules: rule_solver.refute([], rules - {dot}),
        )
    return graph.reasons({*clues, *needed})
