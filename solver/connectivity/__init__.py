"""The single-loop rule: one module for each method, and the registry that names them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from puzzle.model import Puzzle
from solver.connectivity.cuts import Cuts
from solver.connectivity.method import Method
from solver.connectivity.negate_loops import NegateLoops
from solver.errors import UnknownMethodError
from solver.options import Options

METHODS: Mapping[str, Callable[[Puzzle, Options], Method]] = MappingProxyType(
    {"cuts": Cuts, "negate-loops": NegateLoops}
)


def open_method(puzzle: Puzzle, options: Options) -> Method:
    """The method that the options name, set up; `UnknownMethodError` lists the names."""
    try:
        method = METHODS[options.method]
    except KeyError:
        raise UnknownMethodError(options.method, tuple(METHODS)) from None
    return method(puzzle, options)
