"""Narrations of whole steps: several, long and missing arguments, nudges and hints."""

import pytest

from i18n.catalogues import localizer_for
from narrator.narration import Level, narrate
from puzzle.model import Board
from puzzle.moves import parse_marks
from puzzle.notation.rows import parse_rows
from solver.explain.explainer import Explainer
from solver.explain.step import (
    Argument,
    Deduction,
    EdgesAre,
    LoopReason,
    Reason,
    Relation,
    Step,
    TooMany,
)
from tests.support.narration import infer, told
from tests.support.sample_board import (
    CROSS,
    LINE,
    board,
    cell,
    clue,
    dot,
    edge,
    edges,
    found,
    pair,
    step,
)

# Several arguments, long arguments, none


def test_several_arguments_are_narrated_in_order() -> None:
    ends = (infer(clue("B2"), TooMany(cell("B2"), 3), "C3-D3"),)
    first = Argument(ends, Deduction(edge("C3-D3"), CROSS))
    then = infer(dot("D3"), EdgesAre(edges("D2-D3"), CROSS), "C3-D3 D3-D4")
    both = step(found("C3-D3", "D2-D3"), first, (then,))
    assert told("D3-D4", both) == [
        "With a cross on the top of C3, the 2 at B2 would have three lines, which is too many.",
        "So the top of C3 is a line.",
        (
            "Two lines already meet at the top-left corner of D3, so the edge going up "
            "from there is a cross."
        ),
        "In all, the top of C3 is a line, and the left of D2 is a cross.",
    ]


def test_no_sentence_is_repeated() -> None:
    one = pair("C3-D3 C2-C3", Relation.ONE)
    leads = infer(dot("C3"), one, "B3-C3 C3-C4")
    first = (leads, infer(clue("C3"), EdgesAre(edges("D3-D4"), LINE), "C4-D4", (one,)))
    second = (leads, infer(clue("C3"), EdgesAre(edges("C3-D3"), LINE), "C3-C4", (one,)))
    sentences = told("B3-C3 x C3-C4 x C4-D4", step(found("D3-D4 C3-D3"), first, second))
    assert len(sentences) == len(set(sentences)) == 4


def test_edges_without_an_argument_follow_for_the_same_reasons() -> None:
    inference = infer(clue("C1"), EdgesAre(edges("D1-D2"), CROSS), "C1-D1")
    more = step(found("", "D1-D2 D2-D3"), (inference,))
    assert told("C1-D1", more)[-1] == (
        "So the right of C1 is a cross. For the same reasons, the left of D2 is a cross."
    )


def test_a_step_without_an_argument_says_what_was_supposed() -> None:
    bare = step(found("C3-D3"), Argument(()), reasons=[clue("C3"), dot("C3"), LoopReason()])
    assert told("", bare) == [
        "Suppose the top of C3 were a cross.",
        "Only a long trial shows that this cannot be.",
        "So the top of C3 is a line.",
    ]


def test_what_is_a_long_trial_is_one_in_all_languages() -> None:
    pairs = pair("C3-D3 C3-C4", Relation.SOME), pair("B3-C3 C2-C3", Relation.NOT_BOTH)
    long = [infer(dot("C3"), EdgesAre((number,), CROSS), "", pairs) for number in range(9)]
    made = step(found("", "A1-B1"), Argument(tuple(long)))
    japanese = localizer_for("ja")
    assert len(told("", made)) == len(narrate(board(), made, Level.STEP, japanese).sentences) + 1


def test_a_long_argument_is_a_trial() -> None:
    steps = [
        infer(dot("C3"), EdgesAre((number,), LINE if number % 2 else CROSS), "C3-D3")
        for number in range(25)
    ]
    ends = infer(clue("B2"), TooMany(cell("B2"), 3), "C3-D3")
    narration = narrate(
        board(),
        step(found("C3-D3"), Argument((*steps, ends), Deduction(edge("C3-D3"), CROSS))),
        Level.STEP,
    )
    assert narration.sentences == (
        "Suppose the top of C3 were a cross.",
        "Only a long trial shows where that ends.",
        "The 2 at B2 would have three lines, which is too many.",
    )
    assert narration.conclusion == "So the top of C3 is a line."


# Nudges and hints


TOLD = Argument((infer(LoopReason(), EdgesAre(edges("C3-D3"), LINE)),))
"""An argument that names no place."""


def nudge(one_step: Step) -> str:
    narration = narrate(board(), one_step, Level.NUDGE)
    assert narration.title is None
    assert narration.conclusion is None
    return " ".join(narration.sentences)


@pytest.mark.parametrize(
    ("reasons", "where"),
    [
        ([clue("C3"), dot("C3")], "Look around the top-left corner of the 3 at C3."),
        (
            [clue("C3"), clue("B2"), dot("C3"), dot("F5"), LoopReason()],
            "Look around the 3 at C3, the 2 at B2 and the bottom-right corner of E4.",
        ),
        (
            [dot("A1"), dot("B1"), dot("C2"), dot("E4"), dot("A2"), clue("C4")],
            "Look at the area from A1 to D4.",
        ),
        ([LoopReason()], "Look around the top-left corner of C3."),
    ],
)
def test_where_to_look(reasons: list[Reason], where: str) -> None:
    assert nudge(step(found("C3-D3"), TOLD, reasons=reasons)) == where


@pytest.mark.parametrize(
    ("start", "named"),
    [
        (clue("C4"), "Start at the 2 at C4, in the area from A1 to D4."),
        (dot("C2"), "Start at the top-left corner of C2, in the area from A1 to D4."),
        (LoopReason(), "Look at the area from A1 to D4."),
    ],
)
def test_a_nudge_to_many_places_names_the_first(start: Reason, named: str) -> None:
    reasons: list[Reason] = [dot(name) for name in ("A1", "B1", "C2", "E4", "A2")]
    reasons.append(clue("C4"))
    argument = Argument((infer(start, EdgesAre(edges("C3-D3"), LINE)),))
    assert nudge(step(found("C3-D3"), argument, reasons=reasons)) == named


def test_a_nudge_names_the_region_of_many_edges_forced_by_the_loop() -> None:
    many = step(found("", "A1-B1 D4-E4 E4-F4"), TOLD, reasons=[LoopReason()])
    assert nudge(many) == "Look at the area from A1 to E3."


def test_a_hint_has_the_rule_of_the_technique_and_a_question() -> None:
    argument = Argument((infer(clue("C3"), EdgesAre(edges("C3-D3"), LINE), "B3-C3"),))
    hint = narrate(board(), step(found("C3-D3"), argument, name="full-clue"), Level.HINT)
    assert hint.conclusion is None
    assert hint.text == (
        "Every side needed\nIf a clue has just as many sides left as it still needs lines, all of "
        "them are lines. How many lines does the 3 at C3 still need, and how many of its sides are "
        "still open?"
    )


def test_the_text_of_a_step_numbers_several_sentences() -> None:
    one = pair("C3-D3 C2-C3", Relation.ONE)
    leads = infer(dot("C3"), one, "B3-C3 C3-C4")
    last = infer(clue("C3"), EdgesAre(edges("D3-D4"), LINE), "C4-D4", (one,))
    text = narrate(board("B3-C3 x C3-C4"), step(found("D3-D4"), (leads, last)), Level.STEP).text
    assert [line[:2] for line in text.splitlines()] == ["Lo", "1.", "2.", "So"]


def test_very_many_edges_are_counted_after_the_first() -> None:
    sides = "A1-B1 A1-A2 B2-C2 B2-B3 C3-D3 C3-C4 A3-B3 A3-A4 C1-D1 E4-F4"
    reasons = [clue("A1"), clue("B2"), clue("C3"), clue("A3"), clue("C1"), clue("E4")]
    many = step(found(sides), Argument(()), reasons=reasons)
    assert told("", many)[-1] == (
        "So the top and left of A1, the tops of C1 and E4, the top and left of B2, the "
        "top and left of A3, and the top and left of C3 are lines."
    )


def test_a_dot_is_named_as_a_corner_of_a_reason() -> None:
    reasons: list[Reason] = [clue("B2"), dot("C3")]
    told = nudge(step(found("C3-D3"), TOLD, reasons=reasons))
    assert told == "Look around the bottom-right corner of the 2 at B2."


def test_the_edge_past_a_2_is_named_as_no_sentence_before_names_its_dot() -> None:
    puzzle = parse_rows("..../..../.2../....")
    current = Board.blank(puzzle).mark(parse_marks("B2-B3 C4-C5 x A3-B3", puzzle.grid))
    found_step = Explainer(puzzle).next_step(current)
    assert isinstance(found_step, Step)
    narration = narrate(current, found_step, Level.STEP)
    assert narration.sentences[-1] == "Each uses one of its lines, so neither goes straight past."
    assert narration.conclusion == "So the top of C4 is a cross."
