"""Sentences about mistakes, missing steps, puzzles without a unique solution, and ratings."""

import pytest

from narrator.outcomes import (
    NO_STEP_MESSAGES,
    conclude_walkthrough,
    describe_mistake_count,
    describe_mistakes,
    describe_rating,
    explain_ambiguity,
    explain_conflict,
    explain_impossibility,
    explain_no_step,
    introduce_walkthrough,
)
from puzzle.grid import square_grid
from puzzle.model import EdgeState, Puzzle
from solver.explain.explainer import NoStep
from solver.explain.step import (
    Branch,
    Clash,
    Contradiction,
    DeadEnd,
    Difficulty,
    Subloop,
    TooFew,
    TooMany,
)
from solver.explain.techniques import TABLE
from tests.support.sample_board import PUZZLE, board, cell, dot, edge, edges

LOOP = edges("B2-C2 C2-C3 B3-C3 B2-B3")


@pytest.mark.parametrize(
    ("marks", "wrong", "sentence"),
    [
        ("", 0, "There are no marks to check yet."),
        ("A1-A2", 0, "All your marks are right so far."),
        ("A1-A2", 1, "One of your marks is wrong."),
        ("A1-A4", 3, "Three of your marks are wrong."),
        ("A1-A4", 17, "17 of your marks are wrong."),
    ],
)
def test_the_number_of_mistakes(marks: str, wrong: int, sentence: str) -> None:
    assert describe_mistake_count(board(marks), wrong) == sentence


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ("A1-B1", "The line from A1 to B1 is wrong."),
        ("A1-B1 B1-C1", "The lines from A1 to C1 are wrong."),
        ("A1-B1 E4-E5", "The line from A1 to B1 and the cross from E4 to E5 are wrong."),
        ("E4-E5 D5-E5", "The crosses from D5 to E5 and from E4 to E5 are wrong."),
    ],
)
def test_names_of_mistakes(names: str, sentence: str) -> None:
    marked = board("A1-C1 x E4-E5-D5")
    assert describe_mistakes(marked, edges(names)) == sentence


def test_very_many_mistakes_are_counted_after_the_first() -> None:
    everything = board().mark(dict.fromkeys(range(40), EdgeState.LINE))
    sentence = describe_mistakes(everything, range(40))
    assert sentence == (
        "The lines from A1 to F1, from A2 to F2, from A3 to F3, from A4 to F4, from A5 to F5 "
        "and 15 more edges are wrong."
    )


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (TooMany(cell("B2"), 3), "The 2 at B2 has three lines around it, which is too many."),
        (
            TooFew(cell("C3"), 1),
            "The 3 at C3 has so many crosses that it can get only one line.",
        ),
        (
            TooFew(cell("C1"), 0),
            "The 1 at C1 has so many crosses that it can get no line at all.",
        ),
        (
            Branch(dot("C3").dot),
            "More than two lines meet at the dot C3, so the loop would branch.",
        ),
        (DeadEnd(dot("C3").dot), "The line that comes to the dot C3 has no way on."),
        (
            Subloop(LOOP, unmet=cell("C3")),
            "A loop of 4 lines through the dot B2 is closed, but the 3 at C3 is not met.",
        ),
        (
            Subloop(LOOP, outside=edge("E4-F4")),
            "A loop of 4 lines through the dot B2 is closed, but the line from E4 to F4 is not "
            "part of it.",
        ),
        (Subloop(LOOP), "A loop of 4 lines through the dot B2 is closed too early."),
        (Clash(), "Your marks leave no way to go on here."),
    ],
)
def test_conflicts_that_can_be_seen(fact: Contradiction, sentence: str) -> None:
    assert explain_conflict(PUZZLE, fact) == sentence


def test_the_sentences_before_and_after_a_walkthrough() -> None:
    marked = board("A1-B1 x E4-E5")
    assert introduce_walkthrough(marked, edge("E4-E5"), 1) == (
        "From your correct marks alone, one step shows why the cross from E4 to E5 is wrong."
    )
    assert introduce_walkthrough(marked, edge("A1-B1"), 15) == (
        "From your correct marks alone, 15 steps show why the line from A1 to B1 is wrong."
    )
    assert conclude_walkthrough(marked, edge("E4-E5")) == (
        "So the edge from E4 to E5 is a line, where you have made a cross."
    )
    assert conclude_walkthrough(marked, edge("A1-B1")) == (
        "So the edge from A1 to B1 is a cross, where you have drawn a line."
    )


def test_every_reason_for_no_step_has_its_own_sentence() -> None:
    assert set(NO_STEP_MESSAGES) == set(NoStep)
    assert len({explain_no_step(reason) for reason in NoStep}) == len(NoStep)
    assert explain_no_step(NoStep.NOTHING_FORCED) == (
        "Nothing more is forced: the puzzle has several solutions, and from here on they differ."
    )


def test_where_solutions_differ() -> None:
    one, other = frozenset(edges("A1-B1 A1-A2")), frozenset(edges("A1-B1 B1-B2 B2-B3"))
    assert explain_ambiguity(PUZZLE, one, other) == (
        "The puzzle has more than one solution. One has the line from A1 to A2, another has the "
        "lines from B1 to B3."
    )
    assert explain_ambiguity(PUZZLE, one, frozenset(edges("A1-B1"))) == (
        "The puzzle has more than one solution. Two of them differ in 1 edge, between A1 and A2."
    )
    far = frozenset(edges("A1-B1 B1-C1 C1-D1 D1-D2 D2-D3 D3-D4 D4-D5 D5-E5"))
    assert explain_ambiguity(PUZZLE, one, far) == (
        "The puzzle has more than one solution. One has the line from A1 to A2, another has the "
        "lines from B1 to D1, from D5 to E5 and from D1 to D5."
    )
    farther = far | frozenset(edges("E5-F5"))
    assert explain_ambiguity(PUZZLE, one, farther) == (
        "The puzzle has more than one solution. Two of them differ in 9 edges, between A1 and F5."
    )


def test_which_clues_cannot_hold_together() -> None:
    assert explain_impossibility(PUZZLE, [cell("D2")]) == "No loop can meet the 4 at D2."
    assert explain_impossibility(PUZZLE, [cell("D2"), cell("E2"), cell("C3")]) == (
        "No loop can meet all of these clues at once: the 4 at D2, the 0 at E2 and the 3 at C3."
    )
    assert explain_impossibility(PUZZLE, []) == (
        "The puzzle has no solution, so no step leads to one."
    )
    many = Puzzle(square_grid(1, 20), (3,) * 20)
    sentence = explain_impossibility(many, range(20))
    assert sentence.endswith("the 3 at K1, the 3 at L1 and 8 more clues.")


def test_ratings() -> None:
    assert describe_rating(Difficulty.EASY, 0, 1, {}) == (
        "Easy, with a score of 0: no step needs more than one reason at a time."
    )
    assert describe_rating(Difficulty.EXPERT, 214, 6, {"arc-chain": 3, "zero": 1}) == (
        "Expert, with a score of 214: the hardest step needs 6 reasons together. What you need: "
        "Chain of corners (3 times) and No lines around a 0 (once)."
    )
    everything = describe_rating(Difficulty.EXTREME, 999, 9, {row.name: 2 for row in TABLE})
    assert everything.endswith(f"(2 times) and {len(TABLE) - 6} more techniques.")
