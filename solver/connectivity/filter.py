"""Enumerate and filter: forbid a whole model of several subloops, and solve again.

The simplest way of all: the SAT solver enumerates what meets the local rules, and single
loops are kept. Every combination of subloops is met by itself, so a board with a few
independent loops of a few shapes each has more models than anybody can wait for.
"""

from collections.abc import Iterable
from itertools import chain

from puzzle.model import Puzzle
from solver.encoding import Clause, forbid
from solver.loops import Subloop
from solver.options import Options


class Filter:
    """All subloops of a model together become one clause: not all of these lines."""

    exhaustive = True

    def __init__(self, puzzle: Puzzle, options: Options) -> None:
        """Nothing is needed beyond the models themselves."""

    def clauses(self) -> Iterable[Clause]:
        """None: the rule is applied to each model."""
        return ()

    def cuts(self, subloops: list[Subloop]) -> Iterable[Clause]:
        """One clause for the model; no single loop has the lines of two subloops."""
        return [forbid(list(chain.from_iterable(subloops)))]
