"""The single-loop rule: one module for each method, and the registry that names them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from puzzle.model import Puzzle
from solver.connectivity.automaton import Automaton
from solver.connectivity.cuts import Cuts
from solver.connectivity.distance import Distance
from solver.connectivity.filter import Filter
from solver.connectivity.method import Method
from solver.connectivity.negate_loops import NegateLoops
from solver.connectivity.static import StaticMethod
from solver.connectivity.transitive_closure import TransitiveClosure
from solver.errors import NoFormulaError, UnknownMethodError
from solver.options import Options

STATIC_METHODS: Mapping[str, Callable[[Puzzle, Options], StaticMethod]] = MappingProxyType(
    {
        "transitive-closure": TransitiveClosure,
        "automaton": Automaton,
        "distance": Distance,
    }
)
"""The methods whose clauses are complete before the search begins."""

METHODS: Mapping[str, Callable[[Puzzle, Options], Method]] = MappingProxyType(
    {"cuts": Cuts, "negate-loops": NegateLoops, "filter": Filter, **STATIC_METHODS}
)
"""All methods."""


def open_method(puzzle: Puzzle, options: Options) -> Method:
    """The method that the options name, set up for a puzzle.

    Raises `UnknownMethodError`, which lists the names, and `FormulaSizeError` when a static
    method is asked of too large a board.
    """
    try:
        method = METHODS[options.method]
    except KeyError:
        raise UnknownMethodError(options.method, tuple(METHODS)) from None
    return method(puzzle, options)


def open_static_method(puzzle: Puzzle, options: Options) -> StaticMethod:
    """The same, for a static method; raises `NoFormulaError` when it is another."""
    if options.method in METHODS and options.method not in STATIC_METHODS:
        raise NoFormulaError(options.method, tuple(STATIC_METHODS))
    try:
        method = STATIC_METHODS[options.method]
    except KeyError:
        raise UnknownMethodError(options.method, tuple(STATIC_METHODS)) from None
    return method(puzzle, options)
