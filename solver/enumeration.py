"""Every solution of a puzzle, one after another, in memory that does not grow with them.

A search forbids each solution it has found, so after many of them its solver is large and
slow. So after `PART_SIZE` solutions the search is left and its space split in two at an edge: in
one part it is a line, in the other a cross. Each part is searched anew, where only those of
the solutions already given out that lie in it are forbidden. The edge is one that divides
the last of them most evenly, so that each part begins with about half of them.
"""

import time
from collections.abc import Generator
from dataclasses import dataclass, field, replace
from itertools import islice

from puzzle.model import EdgeState, Puzzle, Solution
from solver.encoding import forbid
from solver.options import DEFAULT_OPTIONS, Options
from solver.report import DEFAULT_LIMITS, Limits, Stats
from solver.search import open_search

PART_SIZE = 3000
"""Solutions taken from one search; more make it slow, fewer waste what it has learnt."""
SPLIT_SAMPLE = 64
"""The solutions that decide where to split."""


@dataclass(frozen=True, slots=True)
class _Part:
    """The solutions that have these marks, and which of them have been given out.

    Those are integers here, with a bit for each line, since there can be many.
    """

    marks: dict[int, EdgeState] = field(default_factory=dict)
    yielded: tuple[int, ...] = ()

    def split(self, new_solutions: list[int], edges: int) -> tuple["_Part", "_Part"]:
        """The two parts on either side of an edge, with two or more solutions given out."""
        yielded = (*self.yielded, *new_solutions)
        sample = new_solutions[-SPLIT_SAMPLE:]

        def imbalance(edge: int) -> int:
            return abs(2 * sum(solution >> edge & 1 for solution in sample) - len(sample))

        edge = min(range(edges), key=imbalance)
        without = tuple(solution for solution in yielded if not solution >> edge & 1)
        with_it = tuple(solution for solution in yielded if solution >> edge & 1)
        return (
            _Part({**self.marks, edge: EdgeState.CROSS}, without),
            _Part({**self.marks, edge: EdgeState.LINE}, with_it),
        )


class Enumeration:
    """A walk through all solutions of a puzzle, with its counters.

    The order is the same on every run with the same options, and begins like that of
    `solver.search.solve`. The limit of solutions is the caller's to keep. Raises as `solve`
    does, when the walk begins.

    >>> from puzzle.grid import square_grid
    >>> walk = Enumeration(Puzzle(square_grid(1, 2), (None, None)))
    >>> sorted(sorted(solution) for solution in walk.solutions())
    [[0, 1, 2, 3, 4, 6], [0, 2, 4, 5], [1, 3, 5, 6]]
    >>> walk.found, walk.complete
    (3, True)
    """

    def __init__(
        self,
        puzzle: Puzzle,
        limits: Limits = DEFAULT_LIMITS,
        options: Options = DEFAULT_OPTIONS,
        part: int = PART_SIZE,
    ) -> None:
        self._puzzle = puzzle
        self._limits = limits
        self._options = options
        self._part_size = max(2, part)
        self._clock = 0.0
        self.found = 0
        self.complete = False
        self.stats = Stats(0, 0, 0, 0.0)

    def solutions(self) -> Generator[Solution, None, None]:
        """The solutions, until none is left or a limit is reached.

        `complete` is true afterwards when none is left.
        """
        self._clock = time.perf_counter()
        open_parts = [_Part()]
        while open_parts:
            part = open_parts.pop()
            new_solutions: list[int] = []
            exhausted = yield from self._search(part, new_solutions)
            if exhausted:
                continue
            if len(new_solutions) < self._part_size:
                return
            open_parts.extend(reversed(part.split(new_solutions, len(self._puzzle.grid.edge_dots))))
        self.complete = True

    def _search(self, part: _Part, new_solutions: list[int]) -> Generator[Solution, None, bool]:
        """Up to so many solutions of a part, kept in `new_solutions` as well; whether none is left."""
        before = replace(self.stats, seconds=time.perf_counter() - self._clock)
        rest = self._limits.after(before)
        with open_search(self._puzzle, rest, self._options, part.marks) as search:
            for yielded in part.yielded:
                search.require(forbid(_edges(yielded)))
            for solution in islice(search.solutions(), self._part_size):
                new_solutions.append(sum(1 << edge for edge in solution))
                self.found += 1
                self.stats = before + search.stats
                yield solution
            self.stats = before + search.stats
        return search.complete


def _edges(solution: int) -> list[int]:
    digits = f"{solution:b}"[::-1]
    return [edge for edge, digit in enumerate(digits) if digit == "1"]
