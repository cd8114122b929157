"""Sentences about marks that break the rules of variants."""

import pytest

from narrator.contradictions import explain_conflict
from narrator.narration import Level, narrate
from puzzle.model import Board
from puzzle.moves import parse_marks
from puzzle.notation import parse_loopy
from solver.explain.conflicts import find_conflict
from solver.explain.explainer import Explainer
from solver.explain.rule_graph import RuleGraph, states_of
from solver.explain.step import Step


@pytest.mark.parametrize(
    ("text", "marks", "told"),
    [
        (
            "3x3:full_i",
            "A1-D1-D4-A4-A1",
            "A loop of 12 lines through the top-left corner of A1 is closed, but it does not visit "
            "the top-left corner of B2.",
        ),
        (
            "3x3:full_i",
            "x B2-B1-C1",
            "The loop has to visit the top-left corner of B1, and has no way left to do that.",
        ),
        (
            "3x3:sheep-wolf_dWd",
            "A1-D1-D4-A4-A1",
            "A loop of 12 lines through the top-left corner of A1 is closed, but the wolf at B2 is "
            "inside.",
        ),
        (
            "3x3:sheep-wolf_Sh",
            "B2-D2-D4-B4-B2",
            "A loop of 8 lines through the top-left corner of B2 is closed, but the sheep at "
            "A1 is outside.",
        ),
        (
            "3x1:sheep-wolf_aSa",
            "x B1-B2 x B1-A1",
            "The sheep at B1 is on the wrong side of the loop: only crosses are on the way there "
            "from outside.",
        ),
        (
            "3x1:sheep-wolf_SaW",
            "B1-B2 C1-C2",
            "The sheep at A1 is on the wrong side of the loop: two lines are on the way there from "
            "the wolf at C1.",
        ),
        (
            "3x1:sheep-wolf_bW",
            "A1-A2 x B1-C1 x B1-B2",
            "B1 is on both sides of the loop at once, by two ways from outside.",
        ),
    ],
)
def test_conflicts_are_told_by_the_rules(text: str, marks: str, told: str) -> None:
    puzzle = parse_loopy(text)
    board = Board.blank(puzzle).mark(parse_marks(marks, puzzle.grid))
    found = find_conflict(RuleGraph(puzzle), states_of(board))
    assert found is not None
    assert explain_conflict(puzzle, found.fact) == told


@pytest.mark.parametrize(
    ("text", "marks", "told"),
    [
        (
            "6x6:sheep-wolf_aSd3f1fWaS13SaScSa231",
            "B1-C1 A3-B3 F4-F5 A5-B5 A6-B6 F6-F7-E7 B7-C7 "
            "x G3-G7-F7 x F4-G4 x F5-G5 x B6-C6 x F6-G6",
            [
                "Suppose the bottom of C6 were a line.",
                "The 2 at D6 would fit on neither side of the loop: outside it would have three "
                "lines, inside at most one.",
            ],
        ),
        (
            "6x6:sheep-wolf_a32a23SbW2Wa32W22bSa1S2c2aSc2a",
            "C1-C2 E1-G1-G2-F2 A2-A3 B3-C3 E3-E4 G4-G5 A6-A7-B7 x F1-F2 x G2-G3 x D3-E3 x E4-F4-F5",
            [
                "Suppose the left of C2 were a line.",
                "Whichever lines complete the 2 at C3, the wolf at D3 would be on the wrong side "
                "of the loop.",
            ],
        ),
    ],
)
def test_cases_of_sides_are_told_in_one_sentence(text: str, marks: str, told: list[str]) -> None:
    puzzle = parse_loopy(text)
    board = Board.blank(puzzle).mark(parse_marks(marks, puzzle.grid))
    step = Explainer(puzzle).next_step(board)
    assert isinstance(step, Step)
    assert [*narrate(board, step, Level.STEP).sentences] == told
