"""The shapes of arguments about lines at corners that a short text tells.

A shape is a row of the table `SHAPES`: what the inferences of an argument find, in which order.
Each such relation is between two edges that meet at a dot: two sides of a clue at one of its
corners, or two of the edges at a dot.
"""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from msgspec import Struct

from narrator.words import EdgeWords
from puzzle.model import EdgeState
from solver.explain.step import ClueReason, DotReason, EdgesAre, Inference, PairIs, Relation


class Finding(Enum):
    """What an inference finds; "by marks" if it uses no relation that was found before."""

    CLUE_HAS_ONE = "a 1, 2 or 3 has exactly one line at a corner, by marks"
    DOT_HAS_ONE = "exactly one of two edges at a dot is a line, by marks"
    DOT_PASSES_ONE = "one line comes to a dot, so exactly one goes on"
    TWO_PASSES_ONE = "a 2 with one line at a corner has one at the opposite corner"
    THREE_DECIDES = "a 3 with one line at a corner has lines on its far sides"
    ONE_DECIDES = "a 1 with its line at a corner has crosses on its far sides"
    TWO_DECIDES = "a 2 with one line at a corner has known far sides"
    DOT_DECIDES = "one line comes to a dot, so its last edges are known"

    DOT_IS_CLOSED = "two edges at a dot are both lines or neither, by marks"
    TWO_HAS_BOTH_OR_NONE = "a 2 with both or none at a corner has none or both opposite"
    TWO_HAS_ONE_BESIDE = "a 2 with both or none at a corner has exactly one at the next corner"
    THIRD_IS_CROSS = "two edges at a dot are both lines or neither, so the third is a cross"
    NOT_BOTH_SO_CROSS = "both or neither, and at most one, of edges at a dot: crosses"
    TWO_HAS_NO_ROOM = "a 2 with both or none at a corner and at most one opposite is known"
    SOME_SO_BOTH = "both or neither, and at least one, of edges at a dot: they are known"
    THREE_NEEDS_BOTH = "a 3 with both or none at a corner has both lines there"

    CLUE_HAS_SOME = "a 2 or 3 has at least one line at a corner, by marks"
    ONE_HAS_NOT_BOTH = "a 1 has at most one line at a corner, by marks"
    TWO_HAS_NOT_BOTH = "a 2 has at most one line at a corner, by marks"
    DOT_HAS_SOME = "at least one of two edges at a dot that the loop has to visit, by marks"
    DOT_HAS_NOT_BOTH = "at most one of two edges at a dot is a line, by marks"
    DOT_HAS_NO_ROOM = "at least one of two edges at a dot is a line, so at most one other"
    TWO_NEEDS_SOME = "a 2 with at most one line at a corner has at least one opposite"
    TWO_HAS_ONE_AT_EACH = "a 2 with at most, or at least, one line at two corners has one at each"
    ONE_FOR_EACH = "two pairs at a dot have at least one line each, so exactly one each"
    ONE_BESIDE_BOTH = "both or neither, and at least one, of edges at a dot: exactly one of two"
    DOT_NEEDS_LINE = "at least one and at most one of edges at a dot: another is a line"
    ONE_BESIDE_SOME = "at least one and at most one of edges at a dot: exactly one of two"
    DOT_NEEDS_CROSS = "at most one of each of two pairs at a dot: an edge is a cross"

    MARKS_SUFFICE = "edges are known by marks"


Premises = tuple[int | None, tuple[Relation, ...], Relation | EdgeState]
"""The number of a clue, or None at a dot; the relations that are used; and what follows."""

EXACTLY, SOME, NOT_BOTH, ALIKE = Relation.ONE, Relation.SOME, Relation.NOT_BOTH, Relation.ALIKE
LINE, CROSS = EdgeState.LINE, EdgeState.CROSS

FINDINGS: Mapping[Premises, Finding] = MappingProxyType(
    {
        # Where exactly one line comes from, how it goes on, and where that ends.
        **{(number, (), EXACTLY): Finding.CLUE_HAS_ONE for number in (1, 2, 3)},
        (None, (), EXACTLY): Finding.DOT_HAS_ONE,
        (None, (EXACTLY,), EXACTLY): Finding.DOT_PASSES_ONE,
        (2, (EXACTLY,), EXACTLY): Finding.TWO_PASSES_ONE,
        (3, (EXACTLY,), LINE): Finding.THREE_DECIDES,
        (1, (EXACTLY,), CROSS): Finding.ONE_DECIDES,
        **{(2, (EXACTLY,), state): Finding.TWO_DECIDES for state in (LINE, CROSS)},
        **{(None, (EXACTLY,), state): Finding.DOT_DECIDES for state in (LINE, CROSS)},
        # A closed corner, and what a 2 with both lines or none there has elsewhere.
        (None, (), ALIKE): Finding.DOT_IS_CLOSED,
        (2, (ALIKE,), ALIKE): Finding.TWO_HAS_BOTH_OR_NONE,
        (2, (ALIKE,), EXACTLY): Finding.TWO_HAS_ONE_BESIDE,
        (None, (ALIKE,), CROSS): Finding.THIRD_IS_CROSS,
        (None, (ALIKE, NOT_BOTH), CROSS): Finding.NOT_BOTH_SO_CROSS,
        **{(2, (ALIKE, NOT_BOTH), state): Finding.TWO_HAS_NO_ROOM for state in (LINE, CROSS)},
        **{(None, (ALIKE, SOME), state): Finding.SOME_SO_BOTH for state in (LINE, CROSS)},
        (3, (ALIKE,), LINE): Finding.THREE_NEEDS_BOTH,
        # At least one line, or at most one.
        **{(number, (), SOME): Finding.CLUE_HAS_SOME for number in (2, 3)},
        (1, (), NOT_BOTH): Finding.ONE_HAS_NOT_BOTH,
        (2, (), NOT_BOTH): Finding.TWO_HAS_NOT_BOTH,
        (None, (), SOME): Finding.DOT_HAS_SOME,
        (None, (), NOT_BOTH): Finding.DOT_HAS_NOT_BOTH,
        (None, (SOME,), NOT_BOTH): Finding.DOT_HAS_NO_ROOM,
        (2, (NOT_BOTH,), SOME): Finding.TWO_NEEDS_SOME,
        **{(2, (each, each), EXACTLY): Finding.TWO_HAS_ONE_AT_EACH for each in (NOT_BOTH, SOME)},
        (None, (SOME, SOME), EXACTLY): Finding.ONE_FOR_EACH,
        (None, (ALIKE, SOME), EXACTLY): Finding.ONE_BESIDE_BOTH,
        (None, (NOT_BOTH, SOME), LINE): Finding.DOT_NEEDS_LINE,
        (None, (NOT_BOTH, SOME), EXACTLY): Finding.ONE_BESIDE_SOME,
        (None, (NOT_BOTH, NOT_BOTH), CROSS): Finding.DOT_NEEDS_CROSS,
        # What follows from marks alone.
        **{
            (number, (), state): Finding.MARKS_SUFFICE
            for number in (None, 1, 2, 3)
            for state in (LINE, CROSS)
        },
    }
)


def finding_of(words: EdgeWords, inference: Inference) -> Finding | None:
    """What an inference finds; None if no shape has that."""
    fact, reason = inference.fact, inference.reason
    if not isinstance(fact, EdgesAre | PairIs) or not isinstance(reason, ClueReason | DotReason):
        return None
    number = words.puzzle.clues[reason.cell] if isinstance(reason, ClueReason) else None
    relations = sorted((pair.relation for pair in inference.pairs), key=lambda each: each.name)
    what = fact.state if isinstance(fact, EdgesAre) else fact.relation
    return FINDINGS.get((number, tuple(relations), what))


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
    ONE_BESIDE_TWO = "a clue has just one line at a dot where a 2 has both lines or none"
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
                (Finding.DOT_IS_CLOSED, Finding.TWO_HAS_ONE_BESIDE, Finding.DOT_PASSES_ONE),
            ),
            more=PASSES,
            last=DECISIONS,
        ),
        Shape.BETWEEN_LINES: Order(
            first=(
                (Finding.DOT_HAS_NOT_BOTH, Finding.DOT_HAS_NOT_BOTH),
                (Finding.DOT_HAS_SOME, Finding.DOT_HAS_SOME),
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
                (Finding.ONE_HAS_NOT_BOTH, Finding.DOT_IS_CLOSED, Finding.TWO_HAS_BOTH_OR_NONE),
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
        Shape.ONE_BESIDE_TWO: Order(
            first=(
                (Finding.CLUE_HAS_SOME, Finding.DOT_IS_CLOSED, Finding.TWO_HAS_BOTH_OR_NONE),
                (
                    Finding.DOT_HAS_NOT_BOTH,
                    Finding.TWO_NEEDS_SOME,
                    Finding.DOT_IS_CLOSED,
                    Finding.TWO_HAS_BOTH_OR_NONE,
                ),
            ),
            then=(Finding.ONE_BESIDE_BOTH,),
            more=frozenset({Finding.TWO_PASSES_ONE}),
            last=DECISIONS,
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
