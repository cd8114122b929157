"""One incremental SAT solver that keeps to budgets and, where asked, to a deadline."""

import signal
import time
from collections import deque
from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import islice
from types import TracebackType
from typing import Self

import pysolvers

from solver.backends import BACKENDS
from solver.encoding import Clause, Formula
from solver.options import DEFAULT_OPTIONS, Options, Phase
from solver.report import Limits, Stats

DEFAULT_BACKEND = "cadical195"
INPROCESSING = ("elim", "lucky", "probe", "subsume", "vivify", "walk")
"""What CaDiCaL does between conflicts; puzzles are over before it pays."""

SLICE_EFFORT, MIN_SLICE, MAX_SLICE = 10_000_000, 50, 2_000
"""A SAT call cannot be interrupted, so within bounds it runs in slices of conflicts.

A conflict takes longer the more variables there are; a slice is about this many conflicts
times variables, a fraction of a second. It must not depend on the clock: where a slice ends
decides which model is found.
"""

BATCH = 10_000
"""Clauses added between looks at the clock."""


class SatAnswer(Enum):
    """What a SAT call came to; UNKNOWN when a budget or the deadline ended it."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


class Session:
    """A SAT solver with clauses, a clock that starts now, and budgets.

    `seconds`, `conflicts`, `calls` and `propagations` bound everything the session does; None is
    no bound. Propagations and time are looked at between slices of a call, and may so go a slice
    past their bound. Use it as a context manager: the solver holds memory outside Python.

    >>> with Session() as session:
    ...     session.add([[1, 2], [-1]])
    ...     session.solve(), session.literals(), session.solve([-2])
    (<SatAnswer.SAT: 'sat'>, [-1, 2], <SatAnswer.UNSAT: 'unsat'>)
    """

    def __init__(
        self,
        seconds: float | None = None,
        conflicts: int | None = None,
        calls: int | None = None,
        options: Options = DEFAULT_OPTIONS,
        propagations: int | None = None,
    ) -> None:
        self._started = time.perf_counter()
        self._deadline = None if seconds is None else self._started + seconds
        self._max_conflicts = conflicts
        self._max_calls = calls
        self._max_propagations = propagations
        backend = BACKENDS[options.backend or DEFAULT_BACKEND]
        self._solver = backend.open()
        self._add = backend.clause_adder(self._solver)
        self._add_bound = backend.bound_adder(self._solver) if backend.cardinality else None
        self._configure(options)
        self._model: list[int] | None = None
        self.calls = 0

    @classmethod
    def within(cls, limits: Limits, options: Options) -> Self:
        """A session that keeps to limits; the number of solutions is the caller's to keep."""
        return cls(limits.seconds, limits.conflicts, limits.calls, options, limits.propagations)

    def _configure(self, options: Options) -> None:
        name = options.backend or DEFAULT_BACKEND
        if name.startswith("cadical"):
            settings = {"phase": int(options.phase is Phase.LINE), "seed": options.seed}
            if not options.inprocessing:
                settings |= dict.fromkeys(INPROCESSING, 0)
            self._solver.configure(settings)
        elif name == "glucose42":
            self._solver.configure({"rnd-seed": options.seed + 1})

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

    @property
    def propagations(self) -> int:
        """Literals assigned in all calls so far; `maplesat` does not count them."""
        return int(self._solver.accum_stats()["propagations"])

    def stats(self, cuts: int) -> Stats:
        """What all calls so far have taken, and so many cuts."""
        taken = self._solver.accum_stats()
        return Stats(self.calls, cuts, taken["conflicts"], self.seconds, taken["propagations"])

    def out_of_time(self) -> bool:
        """Whether the deadline has passed."""
        return self._deadline is not None and time.perf_counter() >= self._deadline

    @property
    def supports_bounds(self) -> bool:
        """Whether the backend takes "at most so many" as it is."""
        return self._add_bound is not None

    def add(self, clauses: Iterable[Clause]) -> None:
        """Add clauses for good, until the deadline: after it nothing is solved any more."""
        rest = iter(clauses)
        while batch := tuple(islice(rest, BATCH)):
            deque(map(self._add, batch), maxlen=0)
            if self.out_of_time():
                break

    def add_clause(self, clause: Clause) -> None:
        """Add one clause for good."""
        self._add(clause)

    def add_formula(self, formula: Formula) -> None:
        """Add clauses and bounds for good."""
        self.add(formula.clauses)
        if self._add_bound is not None:
            for literals, count in formula.bounds:
                self._add_bound(literals, count)

    def solve(self, assumptions: Sequence[int] = ()) -> SatAnswer:
        """Look for a model in which the assumptions hold, within all budgets.

        Control-C ends it with `KeyboardInterrupt`. python-sat reports it as an error of its own
        and jumps out of its signal handler, which leaves it in place and the signal blocked.
        """
        try:
            return self._solve(assumptions)
        except pysolvers.error as error:
            if "keyboard interrupt" not in str(error):
                raise
            signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT))
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
            raise KeyboardInterrupt from None

    def _solve(self, assumptions: Sequence[int]) -> SatAnswer:
        if self._max_calls is not None and self.calls >= self._max_calls:
            return SatAnswer.UNKNOWN
        self.calls += 1
        self._model = None
        while not self.out_of_time():
            budget = self._next_slice()
            if budget == 0:
                break
            if budget is None:
                return SatAnswer.SAT if self._solver.solve(assumptions) else SatAnswer.UNSAT
            self._solver.conf_budget(budget)
            found = self._solver.solve_limited(assumptions)
            if found is not None:
                return SatAnswer.SAT if found else SatAnswer.UNSAT
        return SatAnswer.UNKNOWN

    def _next_slice(self) -> int | None:
        """Conflicts the next slice may take; None when nothing bounds it."""
        if self._deadline is self._max_conflicts is self._max_propagations is None:
            return None
        if self._max_propagations is not None and self.propagations >= self._max_propagations:
            return 0
        variables = int(self._solver.nof_vars())
        conflicts = min(MAX_SLICE, max(MIN_SLICE, SLICE_EFFORT // max(1, variables)))
        if self._max_conflicts is not None:
            conflicts = min(conflicts, self._max_conflicts - self.conflicts)
        return max(0, conflicts)

    def lines(self, edges: int) -> list[int]:
        """The edges, of that many, that are lines in the model just found."""
        return [literal - 1 for literal in self.literals()[:edges] if literal > 0]

    def literals(self) -> list[int]:
        """The model found last: every variable, in order, with its sign; empty without one.

        A solver forgets its model when a clause is added; this does not.
        """
        if self._model is None:
            self._model = self._solver.get_model() or []
        return self._model

    def set_phases(self, literals: Sequence[int]) -> None:
        """Try these literals first from now on."""
        self._solver.set_phases(literals)

    def core(self) -> list[int]:
        """Assumptions of the last call that cannot hold together, after UNSAT."""
        return self._solver.get_core() or []
