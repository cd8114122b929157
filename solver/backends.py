"""The SAT solvers of python-sat that a search can use."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

import pysolvers
from msgspec import Struct
from pysat.solvers import Solver

from solver.encoding import Clause


class Backend(Struct, frozen=True):
    """A SAT solver of python-sat.

    - `name`: its name in python-sat.
    - `handle`: the attribute of python-sat's solver object that holds the compiled solver.
    - `functions`: the prefix of its compiled functions in `pysolvers`.
    - `cardinality`: whether it supports native cardinality constraints ("at most k of these").
    """

    name: str
    handle: str
    functions: str
    cardinality: bool = False

    def open(self) -> Solver:
        """Create a new solver; the caller must call its `delete` method."""
        return Solver(name=self.name)

    def clause_adder(self, solver: Solver) -> Callable[[Clause], object]:
        """The compiled function that adds a clause.

        python-sat wraps it in two Python calls, which take longer than the compiled function.
        """
        return self._function(solver, "add_cl")

    def bound_adder(self, solver: Solver) -> Callable[[Clause, int], object]:
        """The compiled function that adds a cardinality constraint, "at most k of these"."""
        return self._function(solver, "add_am")

    def searcher(self, solver: Solver) -> Callable[[Sequence[int]], bool | None]:
        """A function that searches for a model under assumptions, within the conflict budget.

        It returns True for a model, False when there is none, and None when the budget ended.
        python-sat itself would handle Control-C by a jump out of compiled code, which may leave the
        memory of the process in disorder. Here Python handles it, after the call.
        """
        compiled, inner = self._function(solver, "solve_lim"), solver.solver
        counts = self.handle == "cadical"  # its answers are 1, -1 and 0
        flags = (0,) if counts else (0, 0)

        def search(assumptions: Sequence[int]) -> bool | None:
            answer = compiled(assumptions, *flags)
            found: bool | None = (answer > 0 if answer else None) if counts else answer
            inner.status, inner.prev_assumps = found, assumptions
            return found

        return search

    def propagated(self, solver: Solver, assumptions: Sequence[int]) -> list[int]:
        """The assumptions, and the literals that follow from them by unit propagation."""
        found: list[int] = self._function(solver, "propagate")(assumptions, 0, 0)[1]
        return found

    def _function(self, solver: Solver, name: str) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(pysolvers, f"{self.functions}_{name}")
        return partial(function, getattr(solver.solver, self.handle))


BACKENDS: Mapping[str, Backend] = MappingProxyType(
    {
        backend.name: backend
        for backend in (
            Backend("cadical195", "cadical", "cadical195"),
            Backend("cadical153", "cadical", "cadical153"),
            Backend("glucose42", "glucose", "glucose421"),
            Backend("gluecard3", "gluecard", "gluecard3", cardinality=True),
            Backend("gluecard4", "gluecard", "gluecard41", cardinality=True),
            Backend("minicard", "minicard", "minicard", cardinality=True),
            Backend("minisat22", "minisat", "minisat22"),
            Backend("maplesat", "maplesat", "maplesat"),
        )
    }
)
