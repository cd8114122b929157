"""The single-loop rule: one module for each method, and the registry that names them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from puzzle.model import Puzzle
from solver.connectivity.cuts import Cuts
from solver.connectivity.method import Method
from solver.connectivity.negate_loops import NegateLoops
from solver.errors import UnknownMethodError

METHODS: Mapping[str, Callable[[Puzzle], Method]] = MappingProxyType(
    {"cuts": Cuts, "negate-loops": NegateLoops}
)
DEFAULT_METHOD = "cuts"


def method_named(name: str) -> Callable[[Puzzle], Method]:
    """The method of that name; `UnknownMethodError` lists the names there are."""
    try:
        return METHODS[name]
    except KeyError:
        raise UnknownMethodError(name, tuple(METHODS)) from None
