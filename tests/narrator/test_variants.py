"""Sentences about marks that break the rules of variants."""

import pytest

from narrator.contradictions import explain_conflict
from puzzle.model import Board
from puzzle.moves import parse_marks
from puzzle.notation import parse_loopy
from solver.explain.conflicts import find_conflict
from solver.explain.rule_graph import RuleGraph, states_of


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
