"""Enumeration of all solutions of a puzzle, in memory that does not grow with their number.

A search forbids each solution that it finds, so after many solutions its solver is large and
slow. So after `PART_SIZE` solutions the search ends, and its space is split in two at an edge: in
one part the edge is a line, in the other a cross. Each part gets a new search, which forbids only
the known solutions of this part. The edge is the one that splits the most recent solutions most
evenly. The parts are disjoint, so no solution is found twice.
"""

import time
from collections.abc import Generator
from contextlib import closing
from itertools import islice

from msgspec import Struct, field
from msgspec.structs import replace

from puzzle.model import EdgeState, Puzzle, Solution
from solver.bitboard.layout import bits_at, positions_of
from solver.encoding import forbid
from solver.options import DEFAULT_OPTIONS, Options
from solver.report import DEFAULT_LIMITS, Limits, Outcome, Stats
from solver.search import open_search

PART_SIZE = 3000
"""Number of solutions after which a search is split.

More make the search slow; with fewer, the clauses that it learned are discarded too often.
"""
SPLIT_SAMPLE = 64
"""Number of most recent solutions that decide at which edge to split."""


class _Part(Struct, frozen=True):
    """The solutions that have these marks; `yielded` are those found so far.

    They are stored as integers with a bit for each line, to save memory.
    """

    marks: dict[int, EdgeState] = field(default_factory=dict)
    yielded: tuple[int, ...] = ()

    def split(self, new_solutions: list[int], edges: int) -> tuple["_Part", "_Part"]:
        """Split a part of `edges` edges in two, after at least two `new_solutions`."""
        yielded = (*self.yielded, *new_solutions)
        sample = new_solutions[-SPLIT_SAMPLE:]

        def imbalance(edge: int) -> int:
            return abs(2 * sum(solution >> edge & 1 for solution in sample) - len(sample))

        edge = min(range(edges), key=imbalance)
        without_edge = tuple(solution for solution in yielded if not solution >> edge & 1)
        with_edge = tuple(solution for solution in yielded if solution >> edge & 1)
        return (
            _Part({**self.marks, edge: EdgeState.CROSS}, without_edge),
            _Part({**self.marks, edge: EdgeState.LINE}, with_edge),
        )


class Enumeration:
    """An enumeration of all solutions of a puzzle, with counters.

    The order is the same on every run with the same options, and begins like that of
    `solver.search.solve`. `Limits.solutions` is ignored. `part` is the number of solutions after
    which a search is split. `solutions` raises the errors of `solve` when the iteration begins.

    >>> from puzzle.grid import square_grid
    >>> enumeration = Enumeration(Puzzle(square_grid(1, 2), (None, None)))
    >>> sorted(sorted(solution) for solution in enumeration.solutions())
    [[0, 1, 2, 3, 4, 6], [0, 2, 4, 5], [1, 3, 5, 6]]
    >>> enumeration.found, enumeration.complete
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
        """Iterate over the solutions until there are no more or a limit is reached.

        Afterwards `complete` is true when there are no more.
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
        """Yield solutions of a part and add them to `new_solutions`; whether there are no more."""
        before = replace(self.stats, seconds=time.perf_counter() - self._clock)
        rest = self._limits.after(before)
        with open_search(self._puzzle, rest, self._options, part.marks) as search:
            for yielded in part.yielded:
                search.require(forbid(positions_of(yielded)))
            for solution in islice(search.solutions(), self._part_size):
                new_solutions.append(bits_at(list(solution)))
                self.found += 1
                self.stats = before + search.stats
                yield solution
            self.stats = before + search.stats
        return search.complete


class Count(Struct, frozen=True):
    """How many solutions were found; `complete` says that there are no others.

    >>> print(Count(3, False, Stats(0, 0, 0, 0.0)))
    at least 3
    """

    found: int
    complete: bool
    stats: Stats

    def __str__(self) -> str:
        return str(self.found) if self.complete else f"at least {self.found}"

    @property
    def outcome(self) -> Outcome:
        """What the count says of the puzzle: UNIQUE, MULTIPLE, NONE or LIMIT."""
        return Outcome.of(self.found, self.complete)


def count_solutions(
    puzzle: Puzzle,
    limits: Limits = DEFAULT_LIMITS,
    options: Options = DEFAULT_OPTIONS,
    most: int | None = None,
) -> Count:
    """Count the solutions of a puzzle, up to `most` of them; None is no bound.

    The search ends at the solution numbered `most` and does not look for another. Raises as
    `solver.search.solve` does.

    >>> from puzzle.grid import square_grid
    >>> blank = Puzzle(square_grid(1, 2), (None, None))
    >>> print(count_solutions(blank), count_solutions(blank, most=2), sep=", ")
    3, at least 2
    """
    walk = Enumeration(puzzle, limits, options)
    with closing(walk.solutions()) as solutions:
        for _ in islice(solutions, most):
            pass
    return Count(walk.found, walk.complete, walk.stats)
