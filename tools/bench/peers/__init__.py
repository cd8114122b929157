"""Other solvers, for comparisons.

Each is a function of a puzzle and a time limit in seconds. It returns the number of solutions, at
most two, or None after the time limit. It is correct on every board.
"""

from tools.bench.peers.negation import plain_negation

__all__ = ["plain_negation"]
