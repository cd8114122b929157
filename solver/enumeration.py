"""Every solution of a puzzle, one after another, in memory that does not grow with them.

A search forbids each solution it has found, so after many of them its solver is large and
slow. So after `PART` solutions the search is left and its space split in two at an edge: in
one part it is a line, in the other a cross. Each part is searched anew, where only those of
the solutions already given out that lie in it are forbidden. The edge is one that divides
the last of them most evenly, so that each part begins with about half of them.
"""

import time
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import islice

from puzzle.model import EdgeState, Puzzle, Solution
from solver.encoding import forbid
from solver.options import DEFAULT_OPTIONS, Options
from solver.report import DEFAULT_LIMITS, Limits, Outcome, Stats
from solver.search import open_search

PART = 3000
"""Solutions taken from one search; more make it slow, fewer waste what it has learnt."""
SAMPLE = 64
"""The solutions that decide where to split."""


@dataclass(frozen=True, slots=True)
class _Part:
    """The solutions that have these marks, and which of them have been given out.

    Those are integers here, with a bit for each line, since there can be many.
    """

    marks: dict[int, EdgeState] = field(default_factory=dict)
    known: tuple[int, ...] = ()

    def split(self, fresh: list[int], edges: int) -> tuple["_Part", "_Part"]:
        """The two parts on either side of an edge, with two or more solutions given out."""
        known = (*self.known, *fresh)
        sample = fresh[-SAMPLE:]

        def imbalance(edge: int) -> int:
            return abs(2 * sum(solution >> edge & 1 for solution in sample) - len(sample))

        edge = min(range(edges), key=imbalance)
        without = tuple(solution for solution in known if not solution >> edge & 1)
        with_it = tuple(solution for solution in known if solution >> edge & 1)
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
        part: int = PART,
    ) -> None:
        self._puzzle = puzzle
        self._limits = limits
        self._options = options
        self._size = max(2, part)
        self._clock = 0.0
        self.found = 0
        self.complete = False
        self.stats = Stats(0, 0, 0, 0.0)

    def solutions(self) -> Generator[Solution, None, None]:
        """The solutions, until none is left or a limit is reached.

        `complete` is true afterwards when none is left.
        """
        self._clock = time.perf_counter()
        todo = [_Part()]
        while todo:
            part = todo.pop()
            fresh: list[int] = []
            exhausted = yield from self._search(part, fresh)
            if exhausted:
                continue
            if len(fresh) < self._size:
                return
            todo.extend(reversed(part.split(fresh, len(self._puzzle.grid.edge_dots))))
        self.complete = True

    def _search(self, part: _Part, fresh: list[int]) -> Generator[Solution, None, bool]:
        """Up to so many solutions of a part, kept in `fresh` as well; whether none is left."""
        before = replace(self.stats, seconds=time.perf_counter() - self._clock)
        rest = self._limits.after(before)
        with open_search(self._puzzle, rest, self._options, part.marks) as search:
            for known in part.known:
                search.require(forbid(_edges(known)))
            for solution in islice(search.solutions(), self._size):
                fresh.append(sum(1 << edge for edge in solution))
                self.found += 1
                self.stats = before + search.stats
                yield solution
            self.stats = before + search.stats
        return search.complete


@dataclass(frozen=True, slots=True)
class Count:
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


def _edges(solution: int) -> list[int]:
    digits = f"{solution:b}"[::-1]
    return [edge for edge, digit in enumerate(digits) if digit == "1"]
