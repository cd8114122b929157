"""One incremental SAT solver that keeps to a deadline and to budgets."""

import time
from collections import deque
from collections.abc import Iterable, Sequence
from enum import Enum
from types import TracebackType
from typing import Self

from pysat.solvers import Solver

from solver.encoding import Clause

BACKEND = "cadical195"
OPTIONS = {"phase": 0}
"""Edges are first tried as crosses: fewer stray loops appear in blank areas."""

FIRST_SLICE = 500
SLICE_SECONDS = 0.1
"""A SAT call cannot be interrupted, so it runs in slices of conflicts about this long."""


class Answer(Enum):
    """What a SAT call came to; UNKNOWN when a budget or the deadline ended it."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


class Session:
    """A SAT solver with clauses, a clock that starts now, and budgets.

    `seconds`, `conflicts` and `calls` bound everything the session does; None is no bound.
    Use it as a context manager: the solver holds memory outside Python.

    >>> with Session() as session:
    ...     session.add([[1, 2], [-1]])
    ...     session.solve(), session.model(2), session.solve([-2])
    (<Answer.SAT: 'sat'>, [2], <Answer.UNSAT: 'unsat'>)
    """

    def __init__(
        self,
        seconds: float | None = None,
        conflicts: int | None = None,
        calls: int | None = None,
    ) -> None:
        self._started = time.perf_counter()
        self._deadline = None if seconds is None else self._started + seconds
        self._max_conflicts = conflicts
        self._max_calls = calls
        self._slice = FIRST_SLICE
        self._solver = Solver(name=BACKEND)
        self._solver.configure(OPTIONS)
        self.calls = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._solver.delete()

    @property
    def seconds(self) -> float:
        """Time since the session began."""
        return time.perf_counter() - self._started

    @property
    def conflicts(self) -> int:
        """Conflicts met in all calls so far."""
        return int(self._solver.accum_stats()["conflicts"])

    def out_of_time(self) -> bool:
        """Whether the deadline has passed."""
        return self._deadline is not None and time.perf_counter() >= self._deadline

    def add(self, clauses: Iterable[Clause]) -> None:
        """Add clauses for good."""
        deque(map(self._solver.solver.add_clause, clauses), maxlen=0)

    def solve(self, assumptions: Sequence[int] = ()) -> Answer:
        """Look for a model in which the assumptions hold, within all budgets."""
        if self._max_calls is not None and self.calls >= self._max_calls:
            return Answer.UNKNOWN
        self.calls += 1
        while not self.out_of_time():
            budget = self._next_slice()
            if budget == 0:
                break
            if budget is None:
                return Answer.SAT if self._solver.solve(assumptions) else Answer.UNSAT
            before = time.perf_counter()
            self._solver.conf_budget(budget)
            found = self._solver.solve_limited(assumptions)
            if found is not None:
                return Answer.SAT if found else Answer.UNSAT
            self._adapt_slice(time.perf_counter() - before)
        return Answer.UNKNOWN

    def _next_slice(self) -> int | None:
        """Conflicts the next slice may take; None when nothing bounds it."""
        if self._max_conflicts is None:
            return None if self._deadline is None else self._slice
        return max(0, min(self._slice, self._max_conflicts - self.conflicts))

    def _adapt_slice(self, seconds: float) -> None:
        factor = min(2.0, max(0.25, SLICE_SECONDS / max(seconds, 1e-6)))
        self._slice = max(50, int(self._slice * factor))

    def model(self, variables: int) -> list[int]:
        """The true variables among 1 … `variables` in the model just found."""
        return [literal for literal in self._solver.get_model()[:variables] if literal > 0]
