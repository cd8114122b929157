"""The shapes of arguments about lines at corners that a short text tells.

A shape is a row of the table `SHAPES`: what the inferences of an argument find, in which order.
"""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from msgspec import Struct

from narrator.corner_findings import Finding

Findings = tuple[Finding | None, ...]
"""What each inference of an argument finds; None for what no shape has."""


class Shape(Enum):
    """What an argument of each shape says."""

    ALONG_DIAGONAL = "one line comes to a clue, each 2 passes it on, the last clue or dot decides"
    BETWEEN_LINES = "a 2 with other lines at two opposite corners has just one line at each"
    EACH_NEEDS_ONE = "two clues that each need a line at a dot have just one there"
    ONE_BESIDE_THREE = "a 3 has a line at a dot where two lines meet, a 1 has at most one of them"
    THIRD_EDGE = "a 2 has both lines or none at a corner, so a third edge there is a cross"
    ONE_WITH_BOTH_OR_NONE = "a 2 has both lines or none where a 1 has room for only one"
    BOTH_OR_NONE = "a 2 has both lines or none at a corner, and a line comes to the opposite one"
    BOTH_BESIDE_THREE = "a 2 has both lines or none at a corner, and a clue needs one opposite"
    NOTHING_BETWEEN = "an edge between two clues that have at most one line at a dot is a cross"
    TWO_BESIDE_TWO = "a 2 has both lines or none at a dot where another 2 needs a line"


class Order(Struct, frozen=True):
    """What the inferences of an argument find, in order.

    - `first`: the first ones, one of these rows, in any order that has each after those it uses.
    - `then`: those right after them, in this order.
    - `more`: what those after them may find, any number of them.
    - `last`: what the one at the end may find; empty if there is no such one.
    """

    first: tuple[Findings, ...]
    then: Findings = ()
    more: frozenset[Finding] = frozenset()
    last: frozenset[Finding] = frozenset()

    def fits(self, findings: Findings) -> bool:
        """Whether an argument with these findings has this order."""
        return any(self._fits(first, findings) for first in self.first)

    def _fits(self, first: Findings, findings: Findings) -> bool:
        """Whether an argument has this order, with one row of `first`."""
        then_at, more_at = len(first), len(first) + len(self.then)
        more_until = len(findings) - 1 if self.last else len(findings)
        start = findings[:then_at]
        return (
            more_at <= more_until
            and all(start.count(finding) == first.count(finding) for finding in first)
            and findings[then_at:more_at] == self.then
            and self.more.issuperset(findings[more_at:more_until])
            and (not self.last or findings[-1] in self.last)
        )


DECISIONS = frozenset(
    {
        Finding.THREE_DECIDES,
        Finding.ONE_DECIDES,
        Finding.TWO_DECIDES,
        Finding.DOT_DECIDES,
    }
)
"""What ends a diagonal along which one line goes."""
PASSES = frozenset({Finding.DOT_PASSES_ONE, Finding.TWO_PASSES_ONE})
"""What lets one line go on along a diagonal."""

SHAPES: Mapping[Shape, Order] = MappingProxyType(
    {
        Shape.ALONG_DIAGONAL: Order(
            first=(
                (Finding.CLUE_HAS_ONE, Finding.DOT_PASSES_ONE),
                (Finding.DOT_HAS_ONE, Finding.TWO_PASSES_ONE),
                (
                    Finding.DOT_IS_CLOSED,
                    Finding.TWO_HAS_ONE_BESIDE,
                    Finding.DOT_PASSES_ONE,
                ),
            ),
            more=PASSES,
            last=DECISIONS,
        ),
        Shape.BETWEEN_LINES: Order(
            first=(
                (Finding.DOT_HAS_NOT_BOTH, Finding.DOT_HAS_NOT_BOTH),
                (Finding.CLUE_HAS_SOME, Finding.DOT_HAS_NO_ROOM, Finding.DOT_HAS_NOT_BOTH),
                (Finding.CLUE_HAS_SOME, Finding.DOT_HAS_NO_ROOM) * 2,
            ),
            then=(Finding.TWO_HAS_ONE_AT_EACH,),
            more=PASSES | DECISIONS,
            last=DECISIONS,
        ),
        Shape.EACH_NEEDS_ONE: Order(
            first=((Finding.CLUE_HAS_SOME, Finding.CLUE_HAS_SOME),),
            then=(Finding.ONE_FOR_EACH,),
            more=frozenset({Finding.DOT_PASSES_ONE, Finding.THREE_DECIDES, Finding.TWO_DECIDES}),
            last=frozenset({Finding.THREE_DECIDES, Finding.TWO_DECIDES}),
        ),
        Shape.ONE_BESIDE_THREE: Order(
            first=tuple(
                (Finding.ONE_HAS_NOT_BOTH, Finding.CLUE_HAS_SOME, *found, Finding.ONE_DECIDES)
                for found in (
                    (Finding.DOT_NEEDS_LINE, Finding.DOT_HAS_ONE),
                    (Finding.ONE_BESIDE_SOME, Finding.DOT_DECIDES),
                )
            ),
        ),
        Shape.THIRD_EDGE: Order(
            first=((Finding.DOT_IS_CLOSED, Finding.TWO_HAS_BOTH_OR_NONE),),
            then=(Finding.THIRD_IS_CROSS,),
        ),
        Shape.ONE_WITH_BOTH_OR_NONE: Order(
            first=(
                (
                    Finding.ONE_HAS_NOT_BOTH,
                    Finding.DOT_IS_CLOSED,
                    Finding.TWO_HAS_BOTH_OR_NONE,
                ),
            ),
            then=(Finding.NOT_BOTH_SO_CROSS,),
            more=frozenset({Finding.MARKS_SUFFICE}),
        ),
        Shape.BOTH_OR_NONE: Order(
            first=((Finding.DOT_IS_CLOSED, Finding.DOT_HAS_NOT_BOTH),),
            then=(Finding.TWO_HAS_NO_ROOM,),
            more=frozenset({Finding.MARKS_SUFFICE}),
        ),
        Shape.BOTH_BESIDE_THREE: Order(
            first=((Finding.DOT_IS_CLOSED, Finding.CLUE_HAS_SOME, Finding.DOT_HAS_NO_ROOM),),
            then=(Finding.TWO_HAS_NO_ROOM,),
            more=frozenset(
                {Finding.DOT_IS_CLOSED, Finding.THREE_NEEDS_BOTH, Finding.MARKS_SUFFICE}
            ),
        ),
        Shape.NOTHING_BETWEEN: Order(
            first=(
                (Finding.ONE_HAS_NOT_BOTH, Finding.ONE_HAS_NOT_BOTH),
                (Finding.ONE_HAS_NOT_BOTH, Finding.TWO_HAS_NOT_BOTH),
                (Finding.TWO_HAS_NOT_BOTH, Finding.TWO_HAS_NOT_BOTH),
            ),
            then=(Finding.DOT_NEEDS_CROSS,),
        ),
        Shape.TWO_BESIDE_TWO: Order(
            first=(
                (
                    Finding.DOT_IS_CLOSED,
                    Finding.TWO_HAS_BOTH_OR_NONE,
                    Finding.DOT_HAS_NOT_BOTH,
                    Finding.TWO_NEEDS_SOME,
                ),
            ),
            then=(Finding.SOME_SO_BOTH,),
            more=frozenset({Finding.DOT_IS_CLOSED, Finding.TWO_HAS_NO_ROOM, Finding.MARKS_SUFFICE}),
        ),
    }
)
"""What an argument of each shape finds, in order. No argument has two shapes."""


def shape_of(findings: Findings) -> Shape | None:
    """The shape of an argument with these findings; None if it has none.

    >>> shape_of((Finding.DOT_IS_CLOSED, Finding.TWO_HAS_BOTH_OR_NONE, Finding.THIRD_IS_CROSS))
    <Shape.THIRD_EDGE: 'a 2 has both lines or none at a corner, so a third edge there is a cross'>
    """
    return next((shape for shape, order in SHAPES.items() if order.fits(findings)), None)
