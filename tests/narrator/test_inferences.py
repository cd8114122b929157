"""Sentences about single inferences: clues, dots, the loop, pairs of edges."""

import pytest

from puzzle.model import EdgeState
from solver.explain.step import (
    EdgesAre,
    Inference,
    LoopReason,
    Reason,
    Relation,
    Subloop,
)
from tests.support.narration import LOOP, direct, infer, inferred, told
from tests.support.sample_board import (
    CROSS,
    LINE,
    cell,
    clue,
    dot,
    edge,
    edges,
    found,
    pair,
    step,
)

# A clue alone


def test_a_clue_of_zero() -> None:
    sides = EdgesAre(edges("E2-F2 F2-F3 E3-F3 E2-E3"), CROSS)
    assert direct("", infer(clue("E2"), sides)) == [
        "The 0 at E2 has no line around it.",
        "So all four of its sides are crosses.",
    ]


def test_a_clue_of_all_sides() -> None:
    sides = EdgesAre(edges("D2-E2 E2-E3 D3-E3 D2-D3"), LINE)
    assert direct("", infer(clue("D2"), sides)) == [
        "The 4 at D2 has a line on every side.",
        "So all four of its sides are lines.",
    ]


def test_a_clue_that_is_met() -> None:
    assert direct(
        "B2-C2-C3", infer(clue("B2"), EdgesAre(edges("B2-B3 B3-C3"), CROSS), "B2-C2 C2-C3")
    ) == [
        "The 2 at B2 already has its two lines.",
        "So its bottom and left sides are crosses.",
    ]
    others = EdgesAre(edges("D1-D2 C2-D2 C1-C2"), CROSS)
    assert direct("C1-D1", infer(clue("C1"), others, "C1-D1")) == [
        "The 1 at C1 already has its line.",
        "So its other three sides are crosses.",
    ]


def test_a_clue_that_needs_what_is_left() -> None:
    needed = EdgesAre(edges("B1-B2 A2-B2 A1-A2"), LINE)
    assert direct("x A1-B1", infer(clue("A1"), needed, "A1-B1")) == [
        "The 3 at A1 needs all of its open sides.",
        "So its other three sides are lines.",
    ]


# A dot alone


def test_two_lines_at_a_dot() -> None:
    crosses = EdgesAre(edges("C3-D3 C3-C4"), CROSS)
    assert direct("C2-C3-B3", infer(dot("C3"), crosses, "C2-C3 B3-C3")) == [
        "Two lines already meet at the top-left corner of C3.",
        "So the top and left of C3 are crosses.",
    ]


def test_a_line_with_one_way_on() -> None:
    way = infer(dot("A3"), EdgesAre(edges("A3-B3"), LINE), "A2-A3 A3-A4")
    assert direct("A2-A3 x A3-A4", way) == [
        "The line that reaches the top-left corner of A3 has only one way to go on.",
        "So the edge going right from there is a line.",
    ]


def test_a_dead_end() -> None:
    end = infer(dot("A3"), EdgesAre(edges("A3-B3"), CROSS), "A2-A3 A3-A4")
    assert direct("x A2-A4", end) == [
        "A line into the top-left corner of A3 would have no way out.",
        "So the edge going right from there is a cross.",
    ]


# The loop


@pytest.mark.parametrize(
    ("witness", "why"),
    [
        (Subloop(LOOP, unmet=cell("A4")), "and leave the cell A4 unmet"),
        (Subloop(LOOP, unmet=cell("A3")), "and leave the 1 at A3 unmet"),
        (Subloop(LOOP, outside=edge("E4-F4")), "and leave out the line at the top of E4"),
        (Subloop(LOOP), "too early"),
    ],
)
def test_a_premature_loop_and_its_witness(witness: Subloop, why: str) -> None:
    given = frozenset(LOOP) - {edge("B3-C3")}
    fact = EdgesAre(edges("B3-C3"), CROSS)
    inference = Inference(LoopReason(), fact, given, subloop=witness)
    assert direct("B3-B2-C2-C3", inference) == [
        f"A line on the top of B3 would close a loop of 4 lines {why}.",
        "So the top of B3 is a cross.",
    ]
    last = infer(dot("B3"), EdgesAre(edges("B3-B4"), LINE), "B2-B3 A3-B3 B3-C3")
    first = told("B3-B2-C2-C3 x A3-B3", step(found("B3-B4"), (inference, last)))[0]
    assert first == (
        f"A line on the top of B3 would close a loop of 4 lines {why}, so that is a cross."
    )


def test_a_finished_loop() -> None:
    rest = infer(LoopReason(), EdgesAre(edges("A4-A5 A5-B5"), CROSS), "B2-C2")
    assert direct("B2-C2", rest) == [
        "The loop is closed and meets every clue.",
        "So the bottom and left of A4 are crosses.",
    ]


# Pairs at clues and dots


@pytest.mark.parametrize(
    ("reason", "names", "relation", "sentence"),
    [
        (
            clue("C1"),
            "C1-D1 C1-C2",
            Relation.NOT_BOTH,
            (
                "The 1 at C1 can have only one line, so at most one of its top and left sides "
                "is a line."
            ),
        ),
        (
            clue("C3"),
            "D3-D4 C4-D4",
            Relation.SOME,
            (
                "The 3 at C3 has room for only one cross, so at least one of its "
                "right and bottom sides is a line."
            ),
        ),
        (
            dot("A1"),
            "A1-B1 A1-A2",
            Relation.ALIKE,
            (
                "Only two edges meet at the top-left corner of A1, a corner of the board, "
                "so the top and left of A1 are either both lines or both crosses."
            ),
        ),
        (
            clue("B2"),
            "B2-C2 C2-C3",
            Relation.IMPLIES,
            (
                "The 2 at B2 needs exactly two lines, so if its top side is a line, so is its "
                "right side."
            ),
        ),
    ],
)
def test_pairs_that_follow_without_known_edges(
    reason: Reason, names: str, relation: Relation, sentence: str
) -> None:
    assert inferred("", infer(reason, pair(names, relation))) == sentence


@pytest.mark.parametrize(
    ("marks", "relation", "sentence"),
    [
        (
            "B3-C3 x C3-C4",
            Relation.ONE,
            (
                "The line that reaches the top-left corner of C3 has just two ways to go on, "
                "so exactly one of the edges going up and right from there is a line."
            ),
        ),
        (
            "x B3-C3 x C3-C4",
            Relation.ALIKE,
            (
                "Only two edges at the top-left corner of C3 can still be lines, so the edges "
                "going up and right from there are either both lines or both crosses."
            ),
        ),
        (
            "B3-C3",
            Relation.NOT_BOTH,
            (
                "A line already reaches the top-left corner of C3, so at most one of the edges "
                "going up and right from there is a line."
            ),
        ),
    ],
)
def test_pairs_at_dots(marks: str, relation: Relation, sentence: str) -> None:
    given = " ".join(name for name in ("B3-C3", "C3-C4") if name in marks)
    fact = pair("C3-D3 C2-C3", relation)
    assert inferred(marks, infer(dot("C3"), fact, given)) == sentence


def test_pairs_that_follow_from_pairs() -> None:
    one = pair("C3-C4 C3-D3", Relation.ONE)
    passed = pair("C2-C3 B3-C3", Relation.ONE)
    line = infer(clue("B2"), EdgesAre(edges("B2-C2"), LINE), "B2-B3", (passed,))
    argument = (
        infer(dot("C3"), passed, "", (one,)),
        line,
    )
    assert told("x B2-B3", step(found("B2-C2"), argument)) == [
        (
            "The line that reaches the bottom-right corner of B2 has just two ways to go on, so "
            "exactly one of the right and bottom of B2 is a line."
        ),
        "One of the two lines of the 2 at B2 ends at the bottom-right corner of B2, and its left "
        "side is a cross.",
        "So its top side is a line.",
    ]


@pytest.mark.parametrize(
    ("relation", "start"),
    [
        (Relation.SOME, "At least one line reaches"),
        (Relation.NOT_BOTH, "At most one line reaches"),
        (Relation.ALIKE, "Either two lines or none reach"),
    ],
)
def test_lines_of_a_pair_at_a_dot(relation: Relation, start: str) -> None:
    inference = infer(
        dot("C3"), EdgesAre(edges("B3-C3"), LINE), "C2-C3", (pair("C3-D3 C3-C4", relation),)
    )
    assert inferred("x C2-C3", inference) == (
        f"{start} the top-left corner of C3 along the top and left of C3, and the edge going up "
        "from there is a cross, so the edge going left from there is a line."
    )


def test_edges_at_a_dot_that_is_not_named_are_not_from_there() -> None:
    condition = pair("B3-C3 C3-C4", Relation.IMPLIES)
    cross = EdgesAre(edges("B3-C3"), CROSS)
    inference = infer(dot("C3"), cross, "C3-C4", (condition,))
    assert inferred("x C3-C4", inference) == (
        "A line on the top of B3 can only go on along the left of C3, and the left of C3 is a "
        "cross, so the top of B3 is a cross."
    )
    assert told("x C3-C4", step(found("", "B3-C3"), (inference,))) == [
        "A line on the top of B3 can only go on along the left of C3, and the left of C3 is a "
        "cross.",
        "So the top of B3 is a cross.",
    ]


@pytest.mark.parametrize(
    ("marks", "state", "why"),
    [
        ("x C2-C3", LINE, "The line that reaches {dot} has only one way to go on"),
        ("C2-C3", CROSS, "Two lines already meet at {dot}"),
    ],
)
def test_a_dot_that_one_line_reaches(marks: str, state: EdgeState, why: str) -> None:
    one = pair("C3-D3 C3-C4", Relation.ONE)
    inference = infer(dot("C3"), EdgesAre(edges("B3-C3"), state), "C2-C3", (one,))
    name = "line" if state is LINE else "cross"
    assert inferred(marks, inference) == (
        why.format(dot="the top-left corner of C3")
        + f", so the edge going left from there is a {name}."
    )


def test_several_pairs_at_a_dot() -> None:
    some = pair("C3-D3 C3-C4", Relation.SOME), pair("C2-C3 B3-C3", Relation.SOME)
    inference = infer(dot("C3"), pair("C3-D3 C3-C4", Relation.ONE), "", some)
    assert inferred("", inference) == (
        "At the top-left corner of C3, at least one of "
        "the top and left of C3 is a line, and at least one of the right and bottom of "
        "B2 is a line, so exactly one of the top and left of C3 is a line."
    )


def test_the_last_line_of_a_clue() -> None:
    at_corner = pair("B2-C2 B2-B3", Relation.ONE)
    assert inferred("C2-C3 x B3-C3", infer(clue("B2"), at_corner, "C2-C3 B3-C3")) == (
        "The last line of the 2 at B2 ends at the top-left corner of B2."
    )
    of_one = pair("C1-C2 C2-D2", Relation.ONE)
    assert inferred("x C1-D1-D2", infer(clue("C1"), of_one, "C1-D1 D1-D2")) == (
        "The line of the 1 at C1 ends at the bottom-left corner of C1."
    )


@pytest.mark.parametrize(
    ("at", "relation", "state", "ends", "sentence"),
    [
        ("C3", Relation.ONE, LINE, "C4-D4 D3-D4", "The 3 at C3 has room for one cross, and it is "),
        ("C1", Relation.ONE, CROSS, "C2-D2 D1-D2", "The line of the 1 at C1 ends "),
    ],
)
def test_a_relation_at_a_corner_of_a_clue(
    at: str, relation: Relation, state: EdgeState, ends: str, sentence: str
) -> None:
    corner = {"C3": "C3-D3 C3-C4", "C1": "C1-D1 C1-C2"}[at]
    inference = infer(clue(at), EdgesAre(edges(ends), state), "", (pair(corner, relation),))
    assert inferred("", inference).startswith(f"{sentence}at the top-left corner of {at}, so ")


def test_two_lines_or_crosses_too_many_for_a_clue() -> None:
    for at, corner, state, sentence in (
        ("C1", "C1-D1 C1-C2", CROSS, "Two lines would be too many for the 1 at C1"),
        ("C3", "C3-D3 C3-C4", LINE, "Two crosses would be too many for the 3 at C3"),
    ):
        alike = pair(corner, Relation.ALIKE)
        inference = infer(clue(at), EdgesAre(edges(corner), state), "", (alike,))
        assert inferred("", inference).startswith(f"{sentence}, so its top and left sides are ")
