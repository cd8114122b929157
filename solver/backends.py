"""The SAT solvers of python-sat that Ouro can search with."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

import pysolvers
from pysat.solvers import Solver

from solver.encoding import Clause


@dataclass(frozen=True, slots=True)
class Backend:
    """A SAT solver: its name in python-sat, and how its compiled functions are called.

    `cardinality` says that it understands "at most k of these" without clauses.
    """

    name: str
    handle: str
    functions: str
    cardinality: bool = False

    def open(self) -> Solver:
        """A fresh solver; delete it when done."""
        return Solver(name=self.name)

    def clause_adder(self, solver: Solver) -> Callable[[Clause], object]:
        """The compiled function that adds a clause.

        python-sat wraps it in two Python calls, which cost more than adding the clause does.
        """
        return self._function(solver, "add_cl")

    def bound_adder(self, solver: Solver) -> Callable[[Clause, int], object]:
        """The compiled function that adds "at most so many of these literals"."""
        return self._function(solver, "add_am")

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
