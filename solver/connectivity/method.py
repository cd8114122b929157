"""What a connectivity method is."""

from collections.abc import Iterable
from typing import Protocol

from solver.encoding import Clause
from solver.loops import Subloop


class Method(Protocol):
    """A way to make all lines one loop, set up for one puzzle and its options.

    A static method says everything in `clauses` and needs no cuts; a lazy one waits for
    models that break the rule.
    """

    exhaustive: bool
    """Whether the clauses keep every solution; if not, finding no more proves nothing."""

    def clauses(self) -> Iterable[Clause]:
        """Clauses to add before the first SAT call.

        Variables beyond those of edges and cells are the method's own.
        """

    def cuts(self, subloops: list[Subloop]) -> Iterable[Clause]:
        """Clauses that exclude a model with these subloops, two or more of them.

        Each subloop touches a positive clue or has an assumed line. Every clause must hold
        in every solution still to be found, and at least one must fail in the model.
        """
