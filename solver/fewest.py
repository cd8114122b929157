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
from solver.core import CoreCandidates, minimised, open_candidates
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
    with open_candidates(puzzle, limits, options) as suspects:
        verdict = suspects.question(suspects.clues)
        if verdict.answer is not SatAnswer.UNSAT:
            return FewestClues(Outcome.LIMIT, frozenset(), smallest=False, stats=suspects.stats)
        search = _FewestSearch(puzzle, suspects, minimised(suspects, verdict.core)[0])
        smallest = search.run()
        clues = suspects.core(search.best, minimal=smallest).clues
        return FewestClues(Outcome.NONE, clues, smallest, suspects.stats)


class _FewestSearch:
    """A search for a smaller set of clues than `best`, all given as literals."""

    def __init__(self, puzzle: Puzzle, suspects: CoreCandidates, best: Sequence[int]) -> None:
        self._puzzle = puzzle
        self._suspects = suspects
        self.best = tuple(best)

    def run(self) -> bool:
        """Make `best` as small as can be; whether it is the smallest."""
        with Hitman(solver="m22", htype="sorted") as hitting:
            for _ in range(MAX_SETS):
                smallest = hitting.get() or []
                if len(smallest) >= len(self.best):
                    return True
                verdict = self._suspects.question(smallest)
                if verdict.answer is SatAnswer.UNSAT:
                    self.best = tuple(smallest)
                    return True
                if verdict.solution is None:
                    return False
                hitting.hit(self._not_met(verdict.solution))
        return False

    def _not_met(self, solution: Solution) -> list[int]:
        """Clues that a loop does not meet, few of which it could meet beside all others."""
        failed = self._failed(solution)
        for clue in failed:
            if clue in failed:
                met = [other for other in self._suspects.clues if other not in failed]
                verdict = self._suspects.question([*met, clue])
                if verdict.solution is not None:
                    failed = self._failed(verdict.solution)
                elif verdict.answer is SatAnswer.UNSAT and len(verdict.core) < len(self.best):
                    self.best = verdict.core
        return failed

    def _failed(self, solution: Solution) -> list[int]:
        return [
            literal
            for cell, literal in self._suspects.selectors.items()
            if len(solution.intersection(self._puzzle.grid.cell_edges[cell]))
            != self._puzzle.clues[cell]
        ]
