"""Runs of simple steps: where the loop goes, the marks, and the clues that are finished."""

from itertools import takewhile

import pytest
from hypothesis import given

from narrator.lessons import is_simple
from narrator.runs import describe_run, follow_run
from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.moves import parse_marks
from solver.explain.explainer import Explainer
from solver.explain.step import Argument, Deduction, Step
from solver.explain.techniques import technique_named
from tests.support.strategies import boards
from tests.support.texts import BRACKETING, outside_brackets

BLANK = Board.blank(Puzzle(square_grid(3, 4), (None,) * 5 + (3,) + (None,) * 6))


def run_of(marks: dict[int, EdgeState]) -> list[Step]:
    found = tuple(Deduction(edge, state) for edge, state in sorted(marks.items()))
    return [Step(found, technique_named("way-on"), (), frozenset(), Argument(()))]


@pytest.mark.parametrize(
    ("before", "marks", "told"),
    [
        ("", "A1-D1", "A new part of the loop runs right from the top of A1 to the top of C1."),
        (
            "A1-A2",
            "A2-A4-C4",
            "The loop runs on down, then right from the left of A2 to the bottom of B3.",
        ),
        ("A1-A2", "A2-B2-B3-C3-C4", "The loop winds on from the top of A2 to the left of C3."),
        (
            "",
            "A2-B2-B3-C3-C4",
            "A new part of the loop winds from the top of A2 to the left of C3.",
        ),
        (
            "A1-B1 E1-E2",
            "B1-E1",
            "New lines from the top of B1 to the top of D1 join two ends of the loop.",
        ),
    ],
)
def test_paths_are_told_by_their_ends(before: str, marks: str, told: str) -> None:
    grid = BLANK.puzzle.grid
    board, found = BLANK.mark(parse_marks(before, grid)), parse_marks(marks, grid)
    count = len(found)
    assert describe_run(board, run_of(found)) == f"{told} That makes {count} lines."


def test_few_lines_are_named_and_finished_clues_told() -> None:
    marks = parse_marks("B2-C2-C3-B3 x B2-B3", BLANK.puzzle.grid)
    one = dict(list(marks.items())[:1])
    assert describe_run(BLANK, run_of(one)) == "Simple consequences: the line at the top of B2."
    assert describe_run(BLANK, run_of(marks)).endswith(
        "That makes 3 lines and 1 cross. This finishes the 3 at B2."
    )


@given(boards(4))
def test_any_run_can_be_told(board: Board) -> None:
    blank = Board.blank(board.puzzle)
    marks = {edge: mark for edge, mark in enumerate(board.marks) if mark}
    if marks:
        text = describe_run(blank, run_of(marks))
        assert len(text) < 400
        assert not outside_brackets(describe_run(blank, run_of(marks), BRACKETING)).strip()


@given(boards(4))
def test_a_way_decides_what_its_steps_do(board: Board) -> None:
    start = Board.blank(board.puzzle)
    walk = Explainer(board.puzzle).walkthrough(start)
    steps = (step for step in walk if isinstance(step, Step))
    simple = list(takewhile(is_simple, steps))
    way = follow_run(start, simple)
    current = start
    for sentence in way:
        assert sentence.board == current
        assert not any(current.marks[each.edge] for each in sentence.deductions)
        current = current.mark({each.edge: each.state for each in sentence.deductions})
    for step in simple:
        start = start.mark(step.forced)
    assert current == start
