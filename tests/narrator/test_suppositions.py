"""Sentences about suppositions: contradictions, conditional clauses, nested cases."""

import pytest

from solver.explain.step import (
    Argument,
    Branch,
    Clash,
    Contradiction,
    DeadEnd,
    Deduction,
    EdgesAre,
    Inference,
    LoopReason,
    Reason,
    Relation,
    Subloop,
    TooFew,
    TooMany,
)
from tests.support.narration import LOOP, impossible, infer, refuted, told
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


@pytest.mark.parametrize(
    ("reason", "fact", "given", "sentence"),
    [
        (
            clue("B2"),
            TooMany(cell("B2"), 3),
            "C3-D3",
            "With a cross on the top of C3, the 2 at B2 would have three lines, which is too many.",
        ),
        (
            clue("B4"),
            TooFew(cell("B4"), 1),
            "C3-D3",
            "With a cross on the top of C3, the 3 at B4 could get only one line, which is too few.",
        ),
        (
            clue("B4"),
            TooFew(cell("B4"), 0),
            "C3-D3",
            "With a cross on the top of C3, the 3 at B4 could get no line at all.",
        ),
        (
            dot("B3"),
            Branch(dot("B3").dot),
            "",
            (
                "With a cross on the top of C3, "
                "more than two lines would meet at the top-left corner of B3."
            ),
        ),
        (
            dot("B3"),
            DeadEnd(dot("B3").dot),
            "",
            (
                "With a cross on the top of C3, "
                "the line that reaches the top-left corner of B3 would have nowhere to go."
            ),
        ),
        (
            LoopReason(),
            Subloop(LOOP, unmet=cell("C3")),
            "",
            (
                "With a cross on the top of C3, "
                "a loop of 4 lines would close and leave the 3 at C3 unmet."
            ),
        ),
        (
            LoopReason(),
            Subloop(LOOP, outside=edge("E4-F4")),
            "",
            (
                "With a cross on the top of C3, "
                "a loop of 4 lines would close and leave out the line at the top of E4."
            ),
        ),
        (
            LoopReason(),
            Subloop(LOOP),
            "",
            "With a cross on the top of C3, a loop of 4 lines would close too early.",
        ),
        (
            LoopReason(),
            Clash(),
            "",
            "Then the lines could not form a single loop.",
        ),
        (clue("C3"), Clash(), "", "Then nothing would work at the 3 at C3."),
        (dot("C3"), Clash(), "", "Then nothing would work at the top-left corner of C3."),
        (
            clue("C3"),
            Clash(),
            "C3-D3",
            "Then the 3 at C3 could not have exactly three lines: its top side would be a cross.",
        ),
        (
            dot("C3"),
            Clash(),
            "C3-D3",
            (
                "Then there could be neither two lines nor none at the top-left corner of C3: "
                "the edge going right from there would be a cross."
            ),
        ),
    ],
)
def test_contradictions(reason: Reason, fact: Contradiction, given: str, sentence: str) -> None:
    assert impossible(reason, fact, given) == sentence


def test_only_facts_that_depend_on_a_supposition_are_in_the_conditional() -> None:
    alike = pair("B3-C3 C2-C3", Relation.ALIKE)
    assert refuted(
        "x C3-C4",
        infer(clue("C3"), EdgesAre(edges("D3-D4 C4-D4"), LINE), "C3-D3"),
        infer(clue("C1"), pair("C2-D2 C1-C2", Relation.NOT_BOTH)),
        infer(dot("C3"), alike, "C3-D3 C3-C4"),
        infer(clue("B2"), pair("B2-C2 B2-B3", Relation.ALIKE), "", (alike,)),
        infer(dot("D4"), EdgesAre(edges("D4-E4 D4-D5"), CROSS), "D3-D4 C4-D4"),
        infer(clue("C4"), TooMany(cell("C4"), 3), "C4-D4"),
    ) == [
        (
            "The 1 at C1 can have only one line, so at most one of its bottom and left "
            "sides is a line."
        ),
        "Suppose the top of C3 were a cross.",
        (
            "Then the 3 at C3 would need all of its open sides, so its right and "
            "bottom sides would be lines."
        ),
        (
            "Only two edges at the top-left corner of C3 could still be lines, so the "
            "edges going up and left from there would be either both lines or both crosses."
        ),
        "The 2 at B2 would have both of its lines or none at the bottom-right corner of B2, so its "
        "top and left sides would be either both lines or both crosses.",
        (
            "Two lines would already meet at the bottom-right corner of C3, so the edges "
            "going right and down from there would be crosses."
        ),
        "The 2 at C4 would have three lines, which is too many.",
        "So the top of C3 is a line.",
    ]


def test_other_clauses_in_the_conditional() -> None:
    one = pair("B2-C2 C2-C3", Relation.ONE)
    if_then = pair("B2-B3 B3-C3", Relation.IMPLIES)
    loop = Subloop(LOOP, outside=edge("E4-F4"))
    sentences = refuted(
        "x B4-C4",
        infer(clue("B2"), EdgesAre(edges("C2-C3 B2-C2"), CROSS), "C3-D3 B3-C3"),
        infer(dot("C3"), EdgesAre(edges("C3-C4"), LINE), "C3-D3 C2-C3 B3-C3"),
        infer(dot("D4"), pair("D4-E4 D4-D5", Relation.NOT_BOTH), "C3-C4"),
        infer(dot("C2"), one, "C3-C4"),
        infer(clue("B2"), if_then, "C3-C4"),
        infer(clue("B2"), pair("B2-B3 B3-C3", Relation.SOME), "", (one, if_then)),
        Inference(
            LoopReason(), EdgesAre(edges("B3-C3"), CROSS), frozenset(edges("C3-C4")), (), loop
        ),
        infer(dot("B3"), DeadEnd(dot("B3").dot), "B3-C3"),
    )
    assert sentences[3] == (
        "Either two lines or none meet at the top-left corner of D4, so at most one of "
        "the top and left of D4 would be a line."
    )
    assert sentences[4:7] == [
        (
            "Either two lines or none meet at the top-right corner of B2, so exactly one "
            "of the top and right of B2 would be a line."
        ),
        (
            "The 2 at B2 needs exactly two lines, so if its left side were a line, so "
            "would its bottom side be."
        ),
        (
            "For the 2 at B2, exactly one of its top and right sides would be a line, and if its "
            "left side were a line, so would its bottom side be, so at least one of its bottom "
            "and left sides would be a line."
        ),
    ]


def test_cases_within_cases() -> None:
    def case(name: str, state: int, *cases: Argument) -> Argument:
        ends = () if cases else (infer(clue("B2"), TooMany(cell("B2"), 3), name),)
        return Argument(ends, Deduction(edge(name), LINE if state else CROSS), cases)

    inner = case("B2-C2", 1), case("B2-C2", 0)
    argument = case("C3-D3", 0, case("D3-D4", 1), case("D3-D4", 0, *inner))
    too_many = "The 2 at B2 would have three lines, which is too many."
    assert told("", step(found("C3-D3"), argument, reasons=[clue("B2"), clue("C3")])) == [
        "Suppose the top of C3 were a cross.",
        "Now take both cases for the right of C3.",
        "First suppose the right of C3 were a line.",
        too_many,
        "Now suppose instead that the right of C3 were a cross.",
        "Now take both cases for the top of B2.",
        "First suppose the top of B2 were a line.",
        too_many,
        "Now suppose instead that the top of B2 were a cross.",
        too_many,
        "So the top of B2 could be neither a line nor a cross.",
        "So the right of C3 could be neither a line nor a cross.",
        "So the top of C3 is a line.",
    ]
