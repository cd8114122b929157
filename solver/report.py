"""What a search may take, and what it came to: the values that callers see."""

from dataclasses import dataclass, replace
from enum import Enum

from puzzle.model import EdgeState, Solution
from solver.errors import LimitsError


class Outcome(Enum):
    """What is known of a puzzle after a search.

    LIMIT: a limit ended the search before it was known which of the others holds; one
    solution may have been found all the same.
    """

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    LIMIT = "limit"

    @classmethod
    def of(cls, found: int, complete: bool) -> "Outcome":
        """The outcome of a search that found so many solutions, all of them if `complete`.

        >>> Outcome.of(1, complete=True), Outcome.of(1, complete=False)
        (<Outcome.UNIQUE: 'unique'>, <Outcome.LIMIT: 'limit'>)
        """
        if found > 1:
            return cls.MULTIPLE
        if not complete:
            return cls.LIMIT
        return cls.UNIQUE if found else cls.NONE


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop: after so many seconds, conflicts, solver calls, propagations or solutions.

    None is no bound. A propagation is one literal that the SAT solver assigns; it takes about as
    long on any board, so a bound of them is the one to take where the answer must not depend on
    how fast the machine is (the backend `maplesat` counts none). Two solutions are what it takes
    to tell unique from multiple. Raises `LimitsError` for a negative limit, or when not even one
    solution is wanted.
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
        """What is left for a next search; the number of solutions stays.

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
"""Ten seconds, and as many solutions as show that there are several."""


@dataclass(frozen=True, slots=True)
class Stats:
    """What a search took: SAT calls, cuts added, conflicts, wall-clock seconds, propagations."""

    calls: int
    cuts: int
    conflicts: int
    seconds: float
    propagations: int = 0

    def __add__(self, other: "Stats") -> "Stats":
        return Stats(
            self.calls + other.calls,
            self.cuts + other.cuts,
            self.conflicts + other.conflicts,
            self.seconds + other.seconds,
            self.propagations + other.propagations,
        )


@dataclass(frozen=True, slots=True)
class Core:
    """Marks and clues that cannot hold together: no loop has all these marks and clues.

    `marks` are pairs of an edge and the state assumed for it, `clues` the cells of clues.
    `minimal` says that without any one member the rest is possible.
    """

    marks: frozenset[tuple[int, EdgeState]]
    clues: frozenset[int]
    minimal: bool

    def edges(self, state: EdgeState) -> frozenset[int]:
        """The edges that are marked so.

        >>> Core(frozenset({(3, EdgeState.CROSS)}), frozenset(), True).edges(EdgeState.CROSS)
        frozenset({3})
        """
        return frozenset(edge for edge, mark in self.marks if mark is state)


@dataclass(frozen=True, slots=True)
class Report:
    """The answer to a search.

    `solutions` stand in the order found, which is the same on every run that no time limit
    ends. `complete` says that there are no others. `core` tells why there are none, when
    `solver.core` was asked.
    """

    outcome: Outcome
    solutions: tuple[Solution, ...]
    complete: bool
    stats: Stats
    core: Core | None = None
