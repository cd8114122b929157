"""The interface of methods that enforce the single-loop rule."""

from collections.abc import Iterable
from typing import Protocol

from solver.encoding import Clause
from solver.loops import LoopT


class Method(Protocol[LoopT]):
    """A method that enforces the single-loop rule, for one puzzle and its options.

    A static method encodes the rule completely in `clauses` and needs no cuts. A lazy method adds
    cuts for the models that break the rule.
    """

    exhaustive: bool
    """Whether the clauses keep every solution; if not, an unsatisfiable formula proves nothing."""

    def clauses(self) -> Iterable[Clause]:
        """Clauses to add before the first SAT call.

        Variables after those of edges and cells belong to the method.
        """

    def cuts(self, subloops: list[LoopT]) -> Iterable[Clause]:
        """Clauses that exclude a model with these subloops, of which there are at least two.

        Each subloop touches a positive clue or has an assumed line. Every clause must hold in
        every solution not found yet, and at least one must be false in the model.
        """
