"""An incremental SAT solver with budgets and an optional deadline."""

import time
from collections import deque
from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import islice
from typing import Self

from solver.encoding import Clause, Formula
from solver.options import BACKENDS, DEFAULT_OPTIONS, Options, Phase
from solver.report import NO_LIMITS, Limits, Stats

DEFAULT_BACKEND = "cadical195"
INPROCESSING = ("elim", "lucky", "probe", "subsume", "vivify", "walk")
"""The inprocessing options of CaDiCaL; on puzzles they cost more time than they save."""

SLICE_EFFORT, MIN_SLICE, MAX_SLICE = 10_000_000, 50, 2_000
"""The size of a slice of a SAT call, in conflicts times variables, and its bounds in conflicts.

A SAT call cannot be interrupted, so with limits it runs in slices of a fraction of a second. The
size of a slice must not depend on the clock: where a slice ends affects which model is found.
"""
UNLIMITED_SLICE = 20_000
"""The size of a slice without limits, in conflicts; between slices Python handles Control-C."""

BATCH = 10_000
"""Number of clauses that are added between two checks of the deadline."""


class SatAnswer(Enum):
    """The result of a SAT call; UNKNOWN when a budget or the deadline ended it."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


class Session:
    """A SAT solver with limits on all calls together; by default without any.

    `Limits.solutions` is ignored. The time counts from `started`, an instant of
    `time.perf_counter`; by default from the creation of the session. Time and propagations are
    checked between the slices of a call, so they can exceed their limit by one slice. Use it as
    a context manager, which frees the solver's memory.

    >>> with Session() as session:
    ...     session.add([[1, 2], [-1]])
    ...     session.solve(), session.literals(), session.solve([-2])
    (<SatAnswer.SAT: 'sat'>, [-1, 2], <SatAnswer.UNSAT: 'unsat'>)
    """

    def __init__(
        self,
        limits: Limits = NO_LIMITS,
        options: Options = DEFAULT_OPTIONS,
        started: float | None = None,
    ) -> None:
        self._started = time.perf_counter() if started is None else started
        self._deadline = None if limits.seconds is None else self._started + limits.seconds
        self._max_conflicts = limits.conflicts
        self._max_calls = limits.calls
        self._max_propagations = limits.propagations
        backend = BACKENDS[options.backend or DEFAULT_BACKEND]
        self._solver = backend.open()
        self._add = backend.clause_adder(self._solver)
        self._add_bound = backend.bound_adder(self._solver) if backend.cardinality else None
        self._configure(options)
        self._model: list[int] | None = None
        self.calls = 0

    def _configure(self, options: Options) -> None:
        """Set the options that the backend supports."""
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

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    @property
    def seconds(self) -> float:
        """Seconds since the session began."""
        return time.perf_counter() - self._started

    @property
    def conflicts(self) -> int:
        """Number of conflicts in all calls so far."""
        return int(self._solver.accum_stats()["conflicts"])

    @property
    def propagations(self) -> int:
        """Number of literals assigned in all calls so far; `maplesat` does not count them."""
        return int(self._solver.accum_stats()["propagations"])

    def stats(self, cuts: int, known: int = 0) -> Stats:
        """The statistics of all calls so far, with the caller's numbers of cuts and known edges."""
        taken, spent = self._solver.accum_stats(), self.seconds
        return Stats(self.calls, cuts, taken["conflicts"], spent, taken["propagations"], known)

    def out_of_time(self) -> bool:
        """Whether the deadline has passed."""
        return self._deadline is not None and time.perf_counter() >= self._deadline

    @property
    def supports_bounds(self) -> bool:
        """Whether the backend supports cardinality constraints."""
        return self._add_bound is not None

    def add(self, clauses: Iterable[Clause]) -> None:
        """Add clauses permanently; stops at the deadline, after which no call solves anything."""
        rest = iter(clauses)
        while batch := tuple(islice(rest, BATCH)):
            deque(map(self._add, batch), maxlen=0)
            if self.out_of_time():
                break

    def add_clause(self, clause: Clause) -> None:
        """Add one clause permanently."""
        self._add(clause)

    def add_formula(self, formula: Formula) -> None:
        """Add clauses permanently, and bounds if the backend supports them."""
        self.add(formula.clauses)
        if self._add_bound is not None:
            for literals, count in formula.bounds:
                self._add_bound(literals, count)

    def solve(self, assumptions: Sequence[int] = ()) -> SatAnswer:
        """Search for a model in which the assumptions hold, within all limits."""
        if self._max_calls is not None and self.calls >= self._max_calls:
            return SatAnswer.UNKNOWN
        self.calls += 1
        self._model = None
        while not self.out_of_time() and (budget := self._next_slice()):
            self._solver.conf_budget(budget)
            found = self._solver.solve_limited(assumptions)
            if found is not None:
                return SatAnswer.SAT if found else SatAnswer.UNSAT
        return SatAnswer.UNKNOWN

    def propagate(self, assumptions: Sequence[int]) -> list[int]:
        """The assumptions, and what follows from them by unit propagation, without a search."""
        found: list[int] = self._solver.propagate(assumptions)[1]
        return found

    def _next_slice(self) -> int:
        """Maximum number of conflicts of the next slice; 0 when a limit is reached."""
        if self._deadline is self._max_conflicts is self._max_propagations is None:
            return UNLIMITED_SLICE
        if self._max_propagations is not None and self.propagations >= self._max_propagations:
            return 0
        variables = int(self._solver.nof_vars())
        conflicts = min(MAX_SLICE, max(MIN_SLICE, SLICE_EFFORT // max(1, variables)))
        if self._max_conflicts is not None:
            conflicts = min(conflicts, self._max_conflicts - self.conflicts)
        return max(0, conflicts)

    def lines(self, edges: int) -> list[int]:
        """The lines of the last model, on a board with this number of edges."""
        return [literal - 1 for literal in self.literals()[:edges] if literal > 0]

    def literals(self) -> list[int]:
        """The last model, as the literals of all variables in order; empty without a model.

        The model is kept when clauses are added, which the SAT solver itself does not do.
        """
        if self._model is None:
            self._model = self._solver.get_model() or []
        return self._model

    def set_phases(self, literals: Sequence[int]) -> None:
        """Set the phases: from now on the solver tries these literals first."""
        self._solver.set_phases(literals)

    def core(self) -> list[int]:
        """The core after UNSAT: assumptions of the last call that contradict each other."""
        return self._solver.get_core() or []
