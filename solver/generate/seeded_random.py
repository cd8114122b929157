"""Chance that falls the same way on every machine and for every Python.

Python promises the sequence of `random.random()` for a seed, and nothing of `shuffle`,
`choice` or `randrange`. So all chance here is made from that one function.
"""

import random
from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")


class SeededRandom:
    """A source of chance with a seed: a number or a text.

    >>> SeededRandom(7).below(100), SeededRandom(7).below(100), SeededRandom("7/1").below(100)
    (32, 32, 5)
    """

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed).random  # noqa: S311 - puzzles are no secrets

    def below(self, bound: int) -> int:
        """A whole number from 0 up to, but not including, `bound`."""
        return int(self._random() * bound)

    def chance(self, share: float) -> bool:
        """True in that share of cases."""
        return self._random() < share

    def pick(self, choices: Sequence[T]) -> T:
        """One of the choices."""
        return choices[self.below(len(choices))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Bring things into any order, in place (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The things in any order.

        >>> SeededRandom(1).shuffled("abcd")
        ['d', 'b', 'c', 'a']
        """
        order = list(items)
        self.shuffle(order)
        return order
