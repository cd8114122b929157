"""Per-loop negation: forbid each subloop of a model, and solve again.

The method of most published SAT solvers for this puzzle. It is quick on puzzles made for
people and exponential on boards with wide blank areas, where one subloop can take very
many shapes.
"""

from collections.abc import Iterable

from puzzle.model import Puzzle
from solver.encoding import Clause, forbid
from solver.loops import Subloop
from solver.options import Options


class NegateLoops:
    """Each subloop becomes one clause: not all of these edges."""

    exhaustive = True

    def __init__(self, puzzle: Puzzle, options: Options) -> None:
        """Nothing is needed beyond the subloops themselves."""

    def clauses(self) -> Iterable[Clause]:
        """None: the rule is added lazily."""
        return ()

    def cuts(self, subloops: list[Subloop]) -> Iterable[Clause]:
        """One clause for each subloop."""
        return map(forbid, subloops)
