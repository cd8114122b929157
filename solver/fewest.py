"""The fewest clues of an impossible puzzle that cannot hold together.

Whatever clues a loop fails to meet, every set of clues that cannot hold together has one of
them. So such a set *hits* what each loop fails to meet. Take a smallest set of clues that hits
all those found so far: if no loop meets it, there is no smaller one. If one does, it is changed
to meet as many more clues as can be, and what it still fails to meet must be hit, too. (Implicit
hitting sets: A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, Smallest MUS extraction with
minimal hitting set dualization, CP 2015.)

Any set of clues that came out on the way is an answer already, perhaps not the smallest. So a
limit of time ends the search with a good one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pysat.examples.hitman import Hitman

from puzzle.model import Puzzle, Solution
from solver.core import CoreCandidates, minimise_core, open_candidates
from solver.options import DEFAULT_OPTIONS, Options
from solver.report import DEFAULT_LIMITS, Limits, Outcome, Stats
from solver.session import SatAnswer

MAX_SETS = 300
"""So many sets are to be hit before the search ends; to hit more takes too long."""


@dataclass(frozen=True, slots=True)
class FewestClues:
    """Cells whose clues cannot hold together.

    The outcome is NONE if there are such, LIMIT if a solution or no answer was found.
    `smallest` says that no fewer clues would do.
    """

    outcome: Outcome
    clues: frozenset[int]
    smallest: bool
    stats: Stats


def find_fewest_clues(
    puzzle: Puzzle, limits: Limits = DEFAULT_LIMITS, options: Options = DEFAULT_OPTIONS
) -> FewestClues:
    """The fewest clues that no single loop meets, as far as the limits allow to find them.

    Where the options leave it open, they are those of `solver.core.find_core`. The method and
    the number of solutions play no part.

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
    """A search for a smaller set of clues than `best`, all given as literals."""

    def __init__(self, puzzle: Puzzle, candidates: CoreCandidates, best: Sequence[int]) -> None:
        self._puzzle = puzzle
        self._candidates = candidates
        self.best = tuple(best)

    def run(self) -> bool:
        """Make `best` as small as can be; whether it is the smallest."""
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
        """Clues that a loop does not meet, few of which it could meet beside all others."""
        violated = self._violated_clues(solution)
        for clue in violated:
            if clue in violated:
                met = [other for other in self._candidates.clues if other not in violated]
                result = self._candidates.solve_subset([*met, clue])
                if result.solution is not None:
                    violated = self._violated_clues(result.solution)
                elif result.answer is SatAnswer.UNSAT and len(result.core) < len(self.best):
                    self.best = result.core
        return violated

    def _violated_clues(self, solution: Solution) -> list[int]:
        return [
            literal
            for cell, literal in self._candidates.selectors.items()
            if len(solution.intersection(self._puzzle.grid.cell_edges[cell]))
            != self._puzzle.clues[cell]
        ]
