"""Other solvers, for comparisons.

Each is a function of a puzzle and a time limit in seconds. It returns the number of solutions, at
most two, or None after the time limit. It is correct on every board.
"""

import importlib
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Protocol

from puzzle.model import Puzzle
from tools.bench.peers.negation import plain_negation

__all__ = ["PEERS", "Peer", "load_peers", "plain_negation"]


class Peer(Protocol):
    """A solver with a time limit."""

    def __call__(self, puzzle: Puzzle, seconds: float) -> int | None:
        """The number of solutions, at most two; None after so many seconds."""


PEERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "pycosat, filter": ("enumeration", "pycosat_filter"),
        "pycosat, negate": ("enumeration", "pycosat_negation"),
        "CP-SAT, circuit": ("circuit", "cp_sat"),
        "clingo, reachability": ("reachability", "clingo_reachability"),
    }
)
"""Solvers that can be installed from Python: modules of this package and functions in them."""


def load_peers() -> Iterator[tuple[str, Peer]]:
    """The peers whose libraries are installed, by name; prints which are not."""
    for name, (module, function) in PEERS.items():
        try:
            found = importlib.import_module(f"{__name__}.{module}")
        except ModuleNotFoundError as error:
            print(f"{name}: {error.name} is not installed")
        else:
            yield name, getattr(found, function)
