"""Limits, statistics and results of a search."""

from enum import Enum
from operator import add

from msgspec import Struct
from msgspec.structs import astuple, replace

from puzzle.model import EdgeState, Solution
from solver.errors import LimitsError

SOLUTION_ORDER = 2
"""The version of the order in which solutions are found; it is the same on every machine."""


class Outcome(Enum):
    """The number of solutions of a puzzle as far as a search found out.

    LIMIT means that a limit ended the search before this was known; one solution may have been
    found.
    """

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    LIMIT = "limit"

    @classmethod
    def of(cls, found: int, complete: bool) -> "Outcome":
        """The outcome of a search that found a number of solutions, and all of them if `complete`.

        >>> Outcome.of(1, complete=True), Outcome.of(1, complete=False)
        (<Outcome.UNIQUE: 'unique'>, <Outcome.LIMIT: 'limit'>)
        """
        if found > 1:
            return cls.MULTIPLE
        if not complete:
            return cls.LIMIT
        return cls.UNIQUE if found else cls.NONE


class Limits(Struct, frozen=True):
    """Limits of a search; None is no limit.

    - `seconds`: wall-clock seconds.
    - `conflicts`, `calls`, `propagations`: of the SAT solver, in all calls together.
    - `solutions`: number of solutions; two suffice to tell unique from multiple.

    A propagation is one literal that the SAT solver assigns. It takes about the same time on any
    board, so limit propagations when the answer must not depend on the speed of the machine. The
    backend `maplesat` does not count them. Raises `LimitsError` when a limit is negative or
    `solutions` is below 1.
    """

    seconds: float | None = 10.0
    conflicts: int | None = None
    calls: int | None = None
    solutions: int = 2
    propagations: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "conflicts", "calls", "propagations"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise LimitsError(name, value, "give zero or more")
        if self.solutions < 1:
            raise LimitsError("solutions", self.solutions, "ask for one at least")

    def after(self, stats: "Stats") -> "Limits":
        """The limits that remain for a next search; `solutions` is unchanged.

        >>> Limits(seconds=None, calls=5).after(Stats(calls=7, cuts=0, conflicts=0, seconds=1.0))
        Limits(seconds=None, conflicts=None, calls=0, solutions=2, propagations=None)
        """
        return replace(
            self,
            seconds=None if self.seconds is None else max(0.0, self.seconds - stats.seconds),
            conflicts=_remaining(self.conflicts, stats.conflicts),
            calls=_remaining(self.calls, stats.calls),
            propagations=_remaining(self.propagations, stats.propagations),
        )


def _remaining(limit: int | None, taken: int) -> int | None:
    return None if limit is None else max(0, limit - taken)


DEFAULT_LIMITS = Limits()
"""Ten seconds and two solutions."""

NO_LIMITS = Limits(seconds=None)
"""No limit on the cost of a search."""


class Stats(Struct, frozen=True):
    """Statistics: SAT calls, cuts added, conflicts, wall-clock seconds, propagations.

    `known` is the number of edges that were known before the first SAT call.
    """

    calls: int
    cuts: int
    conflicts: int
    seconds: float
    propagations: int = 0
    known: int = 0

    def __add__(self, other: "Stats") -> "Stats":
        return Stats(*map(add, astuple(self), astuple(other)))


class Core(Struct, frozen=True):
    """Marks and clues that contradict each other: no loop has all of them.

    `marks` are pairs of an edge and its assumed state, `clues` are cells. `minimal` means that
    without any single member, the others do not contradict each other.
    """

    marks: frozenset[tuple[int, EdgeState]]
    clues: frozenset[int]
    minimal: bool

    def edges(self, state: EdgeState) -> frozenset[int]:
        """The edges whose mark in the core is `state`.

        >>> Core(frozenset({(3, EdgeState.CROSS)}), frozenset(), True).edges(EdgeState.CROSS)
        frozenset({3})
        """
        return frozenset(edge for edge, mark in self.marks if mark is state)


class Report(Struct, frozen=True):
    """The result of a search.

    - `solutions`: in the order found, which is the same on every run that no time limit ends.
    - `complete`: whether there are no other solutions.
    - `core`: why there is no solution, when `solver.core` made the report.
    """

    outcome: Outcome
    solutions: tuple[Solution, ...]
    complete: bool
    stats: Stats
    core: Core | None = None
