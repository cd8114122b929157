"""Exact places in the plane: whole combinations of the directions of a regular polygon.

Tiles of an aperiodic tiling lie in a few directions only, so every corner is a sum of powers of
one root of unity ζ, and a place is a complex number a + bζ + cζ² + dζ³ with whole a, b, c, d. Sums
and turns of such numbers are exact. Two tiles that meet therefore name their common corner by the
same four integers, however far from the origin they are computed.
"""

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

Number: TypeAlias = tuple[int, int, int, int]
"""The coefficients of 1, ζ, ζ² and ζ³."""

ZERO: Number = (0, 0, 0, 0)
ONE: Number = (1, 0, 0, 0)


def plus(one: Number, other: Number) -> Number:
    """The sum of two numbers."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def minus(one: Number, other: Number) -> Number:
    """The difference of two numbers."""
    return one[0] - other[0], one[1] - other[1], one[2] - other[2], one[3] - other[3]


class Ring(Struct, frozen=True):
    """The numbers of one root of unity ζ, whose power `half_turn` is -1.

    `fourth` is ζ⁴, written in the lower powers.

    >>> TWELFTHS.turned((0, 0, 0, 1), 1), TWELFTHS.turned(ONE, 6)
    ((-1, 0, 1, 0), (-1, 0, 0, 0))
    """

    half_turn: int
    fourth: Number

    def turned(self, number: Number, steps: int) -> Number:
        """A number turned counterclockwise about 0: multiplied by ζ as often as `steps` says."""
        steps %= 2 * self.half_turn
        if steps >= self.half_turn:
            number, steps = minus(ZERO, number), steps - self.half_turn
        for _ in range(steps):
            a, b, c, d = number
            p, q, r, s = self.fourth
            number = p * d, a + q * d, b + r * d, c + s * d
        return number

    def times(self, number: Number, factor: Number) -> Number:
        """The product of two numbers.

        >>> TENTHS.times(TENTHS.times((0, 1, 0, 0), (0, 0, 1, 0)), (0, 0, 1, 0))
        (-1, 0, 0, 0)
        """
        return self._combination(factor, (self.turned(number, power) for power in range(4)))

    def mirrored(self, number: Number) -> Number:
        """The complex conjugate: the number mirrored in the axis of the real numbers.

        >>> TWELFTHS.mirrored((0, 0, 0, 1))
        (0, 0, 0, -1)
        """
        return self._combination(number, (self.turned(ONE, -power) for power in range(4)))

    @staticmethod
    def _combination(coefficients: Number, numbers: Iterable[Number]) -> Number:
        total = ZERO
        for factor, (a, b, c, d) in zip(coefficients, numbers, strict=True):
            total = plus(total, (factor * a, factor * b, factor * c, factor * d))
        return total


TENTHS = Ring(5, (-1, 1, -1, 1))
"""The numbers of the tenths of a turn; the golden ratio 1 + ζ² - ζ³ is among them."""

TWELFTHS = Ring(6, (-1, 0, 1, 0))
"""The numbers of the twelfths of a turn; ζ³ is i, and the root of 3 is 2ζ - ζ³."""
