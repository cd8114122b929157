"""Per-loop negation: forbid each subloop of a model, and solve again.

The method of most published SAT solvers for this puzzle. It is quick on puzzles made for
people and exponential on boards with wide blank areas, where one subloop can take very
many shapes.
"""

from collections.abc import Iterable

from puzzle.model import Puzzle
from puzzle.rules import Loop
from solver.encoding import Clause, forbid


class NegateLoops:
    """Each subloop becomes one clause: not all of these edges."""

    def __init__(self, puzzle: Puzzle) -> None:
        """Nothing of the puzzle is needed beyond its subloops."""

    def clauses(self) -> Iterable[Clause]:
        """None: the rule is added lazily."""
        return ()

    def cuts(self, subloops: list[Loop]) -> Iterable[Clause]:
        """One clause for each subloop."""
        return [forbid(loop.edges) for loop in subloops]
