"""Methods that enforce the single-loop rule: one module for each, and a registry by name."""

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
from solver.loops import Subloop
from solver.options import Options

STATIC_METHODS: Mapping[str, Callable[[Puzzle, Options], StaticMethod]] = MappingProxyType(
    {
        "transitive-closure": TransitiveClosure,
        "automaton": Automaton,
        "distance": Distance,
    }
)
"""The static methods by name: their clauses are complete before the search begins."""

METHODS: Mapping[str, Callable[[Puzzle, Options], Method[Subloop]]] = MappingProxyType(
    {"cuts": Cuts, "negate-loops": NegateLoops, "filter": Filter, **STATIC_METHODS}
)
"""All methods by name."""


def open_method(puzzle: Puzzle, options: Options) -> Method[Subloop]:
    """Create the method named by `options.method` for a puzzle.

    Raises `UnknownMethodError` when there is no such method, and `FormulaSizeError` when a static
    method would need too large a formula for the board.
    """
    try:
        method = METHODS[options.method]
    except KeyError:
        raise UnknownMethodError(options.method, tuple(METHODS)) from None
    return method(puzzle, options)


def open_static_method(puzzle: Puzzle, options: Options) -> StaticMethod:
    """Create the static method named by `options.method` for a puzzle.

    Raises `NoFormulaError` when the method is not static, `UnknownMethodError` when there is no
    such method, and `FormulaSizeError` when the formula would be too large.
    """
    if options.method in METHODS and options.method not in STATIC_METHODS:
        raise NoFormulaError(options.method, tuple(STATIC_METHODS))
    try:
        method = STATIC_METHODS[options.method]
    except KeyError:
        raise UnknownMethodError(options.method, tuple(STATIC_METHODS)) from None
    return method(puzzle, options)
