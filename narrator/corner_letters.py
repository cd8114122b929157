"""The letters of inferences about how many lines clues have at their corners, by kind."""

from collections.abc import Mapping
from types import MappingProxyType

from narrator.words import EdgeWords
from puzzle.model import EdgeState
from solver.explain.step import (
    ClueReason,
    DotReason,
    EdgesAre,
    Inference,
    PairIs,
    Relation,
)

Kind = tuple[int | None, tuple[Relation, ...], Relation | EdgeState]
"""The number of a clue, or None at a dot; the relations that are used; and what follows."""

ONE, SOME, NOT_BOTH, ALIKE = Relation.ONE, Relation.SOME, Relation.NOT_BOTH, Relation.ALIKE
LINE, CROSS = EdgeState.LINE, EdgeState.CROSS

LETTERS: Mapping[Kind, str] = MappingProxyType(
    {
        # Where exactly one line comes from, how it goes on, and where that ends.
        **{(number, (), ONE): "e" for number in (1, 2, 3)},
        (None, (), ONE): "r",
        (None, (ONE,), ONE): "g",
        (2, (ONE,), ONE): "p",
        (3, (ONE,), LINE): "3",
        (1, (ONE,), CROSS): "1",
        **{(2, (ONE,), state): "2" for state in (LINE, CROSS)},
        **{(None, (ONE,), state): "l" for state in (LINE, CROSS)},
        # A closed corner, and what a 2 with both lines or none there has elsewhere.
        (None, (), ALIKE): "k",
        (2, (ALIKE,), ALIKE): "h",
        (2, (ALIKE,), ONE): "j",
        (None, (ALIKE,), CROSS): "a",
        (None, (ALIKE, NOT_BOTH), CROSS): "o",
        **{(2, (ALIKE, NOT_BOTH), state): "c" for state in (LINE, CROSS)},
        **{(None, (ALIKE, SOME), state): "v" for state in (LINE, CROSS)},
        (3, (ALIKE,), LINE): "w",
        # At least one line, or at most one.
        **{(number, (), SOME): "s" for number in (2, 3)},
        (1, (), NOT_BOTH): "n",
        (2, (), NOT_BOTH): "q",
        (None, (), NOT_BOTH): "b",
        (None, (SOME,), NOT_BOTH): "d",
        (2, (NOT_BOTH,), SOME): "u",
        (2, (NOT_BOTH, NOT_BOTH), ONE): "t",
        (None, (SOME, SOME), ONE): "m",
        (None, (NOT_BOTH, SOME), LINE): "f",
        (None, (NOT_BOTH, NOT_BOTH), CROSS): "x",
        # What follows from marks alone.
        **{(number, (), state): "." for number in (None, 1, 2, 3) for state in (LINE, CROSS)},
    }
)


def letter_of(words: EdgeWords, inference: Inference) -> str:
    """The letter of the kind of an inference; "?" for kinds that no shape has."""
    fact, reason = inference.fact, inference.reason
    if not isinstance(fact, EdgesAre | PairIs) or not isinstance(reason, ClueReason | DotReason):
        return "?"
    number = words.puzzle.clues[reason.cell] if isinstance(reason, ClueReason) else None
    relations = sorted((pair.relation for pair in inference.pairs), key=lambda each: each.name)
    what = fact.state if isinstance(fact, EdgesAre) else fact.relation
    return LETTERS.get((number, tuple(relations), what), "?")
