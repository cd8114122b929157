"""The per-loop negation method: forbid each subloop of a model.

Most published SAT solvers for this puzzle use it. It is fast on puzzles made for people, but can
need exponentially many clauses on boards with wide blank areas, where a subloop has many possible
shapes.
"""

from collections.abc import Iterable

from puzzle.model import Puzzle
from solver.encoding import Clause, forbid
from solver.loops import Subloop
from solver.options import Options


class NegateLoops:
    """Lazy method: one clause for each subloop of a model, "not all of these edges"."""

    exhaustive = True

    def __init__(self, puzzle: Puzzle, options: Options) -> None:
        """Create the method; it keeps no state and ignores both arguments."""

    def clauses(self) -> Iterable[Clause]:
        """No clauses: the method is lazy."""
        return ()

    def cuts(self, subloops: list[Subloop]) -> Iterable[Clause]:
        """One clause that forbids each subloop."""
        return map(forbid, subloops)
