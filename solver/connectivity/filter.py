"""The enumerate-and-filter method: forbid each model of several subloops as a whole.

The SAT solver enumerates the models of the local rules, and those of a single loop are kept. Each
combination of subloops is a model of its own, so the number of models is the product of the
numbers of shapes of independent subloops.
"""

from collections.abc import Iterable
from itertools import chain

from puzzle.model import Puzzle
from solver.encoding import Clause, forbid
from solver.loops import Subloop
from solver.options import Options


class Filter:
    """Lazy method: one clause for each model of several subloops, "not all of these lines"."""

    exhaustive = True

    def __init__(self, puzzle: Puzzle, options: Options) -> None:
        """Create the method; it keeps no state and ignores both arguments."""

    def clauses(self) -> Iterable[Clause]:
        """No clauses: the method is lazy."""
        return ()

    def cuts(self, subloops: list[Subloop]) -> Iterable[Clause]:
        """One clause that forbids the model; no single loop contains the lines of two subloops."""
        return [forbid(list(chain.from_iterable(subloops)))]
