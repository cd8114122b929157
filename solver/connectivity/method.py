"""What a connectivity method is."""

from collections.abc import Iterable
from typing import Protocol

from puzzle.rules import Loop
from solver.encoding import Clause


class Method(Protocol):
    """A way to make all lines one loop, set up for one puzzle."""

    def clauses(self) -> Iterable[Clause]:
        """Clauses to add before the first SAT call."""

    def cuts(self, subloops: list[Loop]) -> Iterable[Clause]:
        """Clauses that exclude a model with these subloops, two or more of them.

        Each subloop touches a positive clue. Every clause must hold in every solution.
        """
