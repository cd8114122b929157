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
            "Then the 2 at B2 would have three lines, which is too many.",
        ),
        (
            clue("B4"),
            TooFew(cell("B4"), 1),
            "C3-D3",
            "Then the 3 at B4 could get only one line, which is too few.",
        ),
        (
            clue("B4"),
            TooFew(cell("B4"), 0),
            "C3-D3",
            "Then the 3 at B4 could get no line at all.",
        ),
        (
            dot("B3"),
            Branch(dot("B3").dot),
            "",
            "Then more than two lines would meet at the dot B3.",
        ),
        (
            dot("B3"),
            DeadEnd(dot("B3").dot),
            "",
            "Then the line that comes to the dot B3 would have no way on.",
        ),
        (
            LoopReason(),
            Subloop(LOOP, unmet=cell("C3")),
            "",
            "Then a loop of 4 lines would close and leave the 3 at C3 unmet.",
        ),
        (
            LoopReason(),
            Subloop(LOOP, outside=edge("E4-F4")),
            "",
            "Then a loop of 4 lines would close and leave out the line from E4 to F4.",
        ),
        (LoopReason(), Subloop(LOOP), "", "Then a loop of 4 lines would close too early."),
        (
            LoopReason(),
            Clash(),
            "",
            "Then the lines could not form a single loop.",
        ),
        (clue("C3"), Clash(), "", "Then nothing would fit the 3 at C3."),
        (dot("C3"), Clash(), "", "Then nothing would fit the dot C3."),
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
            "Then the dot C3 could have neither two lines nor none: the edge from C3 to D3 would "
            "be a cross.",
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
        "The 1 at C1 has only one line, so at most one of its bottom and left sides is a line.",
        "Suppose the top side of the 3 at C3 were a cross.",
        "Then the 3 at C3 would need every side that is left, so its right and bottom sides "
        "would be lines.",
        "No other edge at the dot C3 could be a line, so the right and bottom sides of the 2 at "
        "B2 would be either both lines or both crosses.",
        "The 2 at B2 needs exactly two lines, and its right and bottom sides would be either "
        "both lines or both crosses, so its top and left sides would be either both lines or "
        "both crosses.",
        "Two lines would already meet at the dot D4, so the right side of the 2 at C4 and the "
        "edge from D4 to E4 would be crosses.",
        "The 2 at C4 would have three lines, which is too many.",
        "So the top side of the 3 at C3 is a line.",
    ]


def test_other_clauses_in_the_conditional() -> None:
    one = pair("B2-C2 C2-C3", Relation.ONE)
    if_then = pair("B2-B3 B3-C3", Relation.IMPLIES)
    loop = Subloop(LOOP, outside=edge("E4-F4"))
    sentences = refuted(
        "x B4-C4",
        infer(clue("B2"), EdgesAre(edges("C2-C3 B2-C2"), CROSS), "C3-D3 B3-C3"),
        infer(dot("C3"), EdgesAre(edges("C3-C4"), LINE), "C3-D3 C2-C3 B3-C3"),
        infer(dot("C4"), EdgesAre(edges("C4-C5"), LINE), "C3-C4 B4-C4 C4-D4"),
        infer(dot("B4"), EdgesAre(edges("A4-B4"), CROSS), "C3-D3 B4-C4 B3-B4"),
        infer(dot("D4"), pair("D4-E4 D4-D5", Relation.NOT_BOTH), "C3-C4"),
        infer(dot("C2"), one, "C3-C4"),
        infer(clue("B2"), if_then, "C3-C4"),
        infer(clue("B2"), pair("B2-B3 B3-C3", Relation.SOME), "", (one, if_then)),
        Inference(
            LoopReason(), EdgesAre(edges("B3-C3"), CROSS), frozenset(edges("C3-C4")), (), loop
        ),
        infer(dot("B3"), DeadEnd(dot("B3").dot), "B3-C3"),
    )
    assert sentences[5] == (
        "The dot D4 takes two lines or none, so at most one of the edges from D4 to E4 and D5 "
        "would be a line."
    )
    assert sentences[6:10] == [
        "The dot C2 takes two lines or none, so exactly one of the top and right sides of the 2 "
        "at B2 would be a line.",
        "The 2 at B2 needs exactly two lines, so its left side would be a line only together "
        "with its bottom side.",
        "The 2 at B2 needs exactly two lines, exactly one of its top and right sides would be a "
        "line, and its left side would be a line only together with its bottom side, so at least "
        "one of its bottom and left sides would be a line.",
        "A line on the bottom side of the 2 at B2 would close a loop of 4 lines and leave out "
        "the line from E4 to F4, so that would be a cross.",
    ]


def test_cases_within_cases() -> None:
    def case(name: str, state: int, *cases: Argument) -> Argument:
        ends = () if cases else (infer(clue("B2"), TooMany(cell("B2"), 3), name),)
        return Argument(ends, Deduction(edge(name), LINE if state else CROSS), cases)

    inner = case("B2-C2", 1), case("B2-C2", 0)
    argument = case("C3-D3", 0, case("D3-D4", 1), case("D3-D4", 0, *inner))
    too_many = "The 2 at B2 would have three lines, which is too many."
    assert told("", step(found("C3-D3"), argument, reasons=[clue("B2"), clue("C3")])) == [
        "Suppose the top side of the 3 at C3 were a cross.",
        "Now the right side of the 3 at C3 would have to be either a line or a cross.",
        "First suppose the right side of the 3 at C3 were a line.",
        too_many,
        "Instead, suppose the right side of the 3 at C3 were a cross.",
        "Now the top side of the 2 at B2 would have to be either a line or a cross.",
        "First suppose the top side of the 2 at B2 were a line.",
        too_many,
        "Instead, suppose the top side of the 2 at B2 were a cross.",
        too_many,
        "The top side of the 2 at B2 could therefore be neither a line nor a cross.",
        "The right side of the 3 at C3 could therefore be neither a line nor a cross.",
        "So the top side of the 3 at C3 is a line.",
    ]
