"""Reports on a player's marks, at each level of detail."""

import pytest
from msgspec.structs import replace

from narrator.checks import Detail, narrate_check
from narrator.picture import highlight_check
from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.moves import parse_marks
from puzzle.notation import parse_loopy
from solver.explain.explainer import Explainer
from solver.explain.mistakes import Check, CheckOutcome, check
from solver.explain.step import Branch, Clash, Contradiction, DeadEnd, Subloop, TooFew, TooMany

PUZZLE = parse_loopy("5x5:b1c3a12a02d1a2c32")
SEVERAL = Puzzle(square_grid(1, 3), (3, None, None))


def checked(puzzle: Puzzle, marks: str) -> tuple[Board, Check]:
    board = Board.blank(puzzle).mark(parse_marks(marks, puzzle.grid))
    return board, check(Explainer(puzzle), board)


def test_a_mistake_is_counted_pointed_at_or_explained() -> None:
    board, found = checked(PUZZLE, "A1-B1 x B2-C2")
    assert narrate_check(board, found, Detail.COUNT).sentences == ("One of your marks is wrong.",)
    assert narrate_check(board, found, Detail.WHERE).sentences == (
        "One of your marks is wrong: the cross at the top of B2.",
    )
    why = narrate_check(board, found, Detail.WHY).sentences
    assert why[1] == "Starting from your correct marks only, two steps show why."
    assert why[-1] == "So the top of B2 is a line, but you have a cross there."


def test_a_conflict_is_named_instead_of_a_walkthrough() -> None:
    board, found = checked(PUZZLE, "B3-C3")
    assert narrate_check(board, found, Detail.WHY).sentences == (
        "One of your marks is wrong: the line at the top of B3.",
        "The 0 at B3 has one line around it, which is too many.",
    )


def test_right_marks_are_confirmed_at_every_detail() -> None:
    board, found = checked(PUZZLE, "A1-B1")
    for detail in Detail:
        assert narrate_check(board, found, detail).text == "All your marks are right so far."


def test_marks_that_no_solution_has_together_are_named() -> None:
    board, found = checked(SEVERAL, "x A1-B1")
    assert found.outcome is CheckOutcome.NOT_TOGETHER
    told = "The puzzle has several solutions, but none of them has the cross at the top of A1."
    assert narrate_check(board, found, Detail.WHY).text == told


def test_puzzles_without_a_solution_and_checks_out_of_time_have_their_own_sentences() -> None:
    board, found = checked(Puzzle(square_grid(1, 3), (0, None, 0)), "A1-B1")
    assert narrate_check(board, found, Detail.WHY).text.startswith("The puzzle has no solution")
    undecided = Check(CheckOutcome.UNDECIDED)
    assert "in time" in narrate_check(board, undecided, Detail.WHY).text


def test_a_mistake_without_a_short_refutation_is_reported_as_such() -> None:
    board = Board.blank(PUZZLE).mark({0: EdgeState.CROSS})
    found = Check(CheckOutcome.WRONG, frozenset({0}))
    assert narrate_check(board, found, Detail.WHY).sentences[-1] == (
        "It takes a long argument to show why; undo it and go on."
    )


def told_in_order(*marks: str) -> str:
    """Why a mark is wrong, with marks in the order in which they were made."""
    board, made = Board.blank(PUZZLE), list[int]()
    for states in (parse_marks(each, PUZZLE.grid) for each in marks):
        board = board.mark(states)
        made += states
    return narrate_check(board, check(Explainer(PUZZLE), board, made=made), Detail.WHY).text


def test_of_several_wrong_marks_the_first_is_explained() -> None:
    cross, line = "x D6-E6", "E4-F4"
    told = told_in_order(cross, line)
    assert "You made the cross at the bottom of D5 first. Starting from" in told
    assert told.endswith("So the bottom of D5 is a line, but you have a cross there.")
    told = told_in_order(line, cross)
    assert "You made the line at the top of E4 first. Starting from" in told
    assert told.endswith("So the top of E4 is a cross, but you have a line there.")


def test_a_first_mark_without_a_short_refutation_is_named_and_then_another_explained() -> None:
    states = parse_marks("E4-F4 x D6-E6", PUZZLE.grid)
    board = Board.blank(PUZZLE).mark(states)
    first, other = states
    alone = Check(CheckOutcome.WRONG, frozenset(states), first=first)
    named = (
        "You made the line at the top of E4 first. It takes a long argument to show why; undo it "
        "and go on."
    )
    assert narrate_check(board, alone, Detail.WHY).sentences[-1] == named
    shown = check(Explainer(PUZZLE), board, made=[other])
    both = replace(shown, first=first)
    told = narrate_check(board, both, Detail.WHY).sentences
    assert told[1] == "You made the line at the top of E4 first."
    assert told[2].startswith("Starting from your correct marks only, two steps show why the cross")


@pytest.mark.parametrize(
    ("conflict", "cells", "dots", "edges"),
    [
        (TooMany(3, 2), {3}, set(), set()),
        (TooFew(3, 1), {3}, set(), set()),
        (Branch(4), set(), {4}, set()),
        (DeadEnd(4), set(), {4}, set()),
        (Subloop((1, 2), unmet=0), {0}, set(), {1, 2}),
        (Subloop((1, 2), outside=9), set(), set(), {1, 2}),
        (Clash(), set(), set(), set()),
    ],
)
def test_a_picture_shows_where_a_rule_is_broken(
    conflict: Contradiction, cells: set[int], dots: set[int], edges: set[int]
) -> None:
    found = Check(CheckOutcome.WRONG, frozenset({7}), conflict)
    shown = highlight_check(found, Detail.WHY)
    assert shown.wrong == {7}
    assert shown.conflict_cells == frozenset(cells)
    assert shown.conflict_dots == frozenset(dots)
    assert shown.conflict_edges == frozenset(edges)
    assert not highlight_check(found, Detail.WHERE).conflict_cells
    assert not highlight_check(found, Detail.COUNT).wrong
