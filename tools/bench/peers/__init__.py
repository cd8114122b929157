"""Other ways to solve, to measure against.

Each is a function of a puzzle and a number of seconds. It says how many solutions there are,
up to two, or None when the time was over first. It is right on every board.
"""

from tools.bench.peers.negation import plain_negation

__all__ = ["plain_negation"]
