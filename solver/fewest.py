"""A contradictory set of clues of minimum size (a smallest MUS), for a puzzle without a solution.

Every contradictory set of clues contains at least one of the clues that a given loop violates: it
*hits* the set of violated clues. The search keeps such sets of violated clues and repeatedly takes
a minimum hitting set of them. If no loop satisfies the clues of the hitting set, it is the answer.
Otherwise the loop found is changed until it violates a minimal set of clues (a correction set),
which is added to the sets to hit. The number of rounds can be exponential in the number of clues;
`MAX_SETS` and the limits bound it.

Every contradictory set found on the way is an upper bound, so a search that a limit ends returns
the smallest set found so far.

Source: implicit hitting sets, in A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, Smallest
MUS extraction with minimal hitting set dualization, CP 2015.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pysat.examples.hitman import Hitman

from puzzle.model import Puzzle, Solution
from solver.core import CoreCandidates, minimise_core, open_candidates
from solver.minimal import reduced_by_cores
from solver.options import DEFAULT_OPTIONS, Options
from solver.report import DEFAULT_LIMITS, Limits, Outcome, Stats
from solver.session import SatAnswer

MAX_SETS = 300
"""Maximum number of sets to hit; computing a minimum hitting set of more takes too long."""


@dataclass(frozen=True, slots=True)
class FewestClues:
    """The cells of a contradictory set of clues.

    - `outcome`: NONE when there is such a set; LIMIT when the puzzle has a solution or a limit was
      reached first.
    - `smallest`: whether no contradictory set has fewer clues.
    """

    outcome: Outcome
    clues: frozenset[int]
    smallest: bool
    stats: Stats


def find_fewest_clues(
    puzzle: Puzzle, limits: Limits = DEFAULT_LIMITS, options: Options = DEFAULT_OPTIONS
) -> FewestClues:
    """Find the fewest clues that no single loop satisfies together, within the limits.

    Options that are None have the defaults of `solver.core.find_core`. `Options.method` and
    `Limits.solutions` are ignored.

    >>> from puzzle.grid import square_grid
    >>> found = find_fewest_clues(Puzzle(square_grid(1, 4), (1, 3, 4, 3)))
    >>> sorted(found.clues), found.smallest
    ([1, 2], True)
    """
    with open_candidates(puzzle, limits, options) as candidates:
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
        return [
            literal
            for cell, literal in self._candidates.selectors.items()
            if len(solution.intersection(self._puzzle.grid.cell_edges[cell]))
            != self._puzzle.clues[cell]
        ]
