"""Random numbers that are the same on every machine and with every version of Python.

For a seed, Python guarantees the sequence of `random.random()`, but not those of `shuffle`,
`choice` and `randrange`. So this module uses only `random.random()`.
"""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class SeededRandom:
    """A random generator with a seed, an integer or a text.

    >>> SeededRandom(7).below(100), SeededRandom(7).below(100), SeededRandom("7/1").below(100)
    (32, 32, 5)
    """

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed).random  # noqa: S311 - puzzles are no secrets

    def below(self, bound: int) -> int:
        """A random integer from 0 up to, but not including, `bound`."""
        return int(self._random() * bound)

    def chance(self, share: float) -> bool:
        """True with probability `share`."""
        return self._random() < share

    def pick(self, choices: Sequence[T]) -> T:
        """A random element of `choices`."""
        return choices[self.below(len(choices))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A shuffled copy of a sequence, by the algorithm of Fisher and Yates.

        >>> SeededRandom(1).shuffled("abcd")
        ['d', 'b', 'c', 'a']
        """
        order, random = list(items), self._random
        for last in range(len(order) - 1, 0, -1):
            other = int(random() * (last + 1))
            order[last], order[other] = order[other], order[last]
        return order
