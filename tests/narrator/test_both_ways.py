"""Refutations that are told in one sentence."""

import pytest

from narrator.narration import Level, narrate
from puzzle.model import Board
from puzzle.moves import parse_marks
from puzzle.notation import parse_puzzle
from solver.explain.explainer import Explainer
from solver.explain.step import DeadEnd, EdgesAre, Step
from tests.support.narration import infer, refuted, told_example
from tests.support.sample_board import CROSS, dot, edges


def test_each_way_to_complete_a_clue_closes_a_loop() -> None:
    (sentence,) = told_example("loop-at-clue")
    assert (
        " the 3 at B3 could not be completed: its bottom side would close a loop of 6 lines, "
        in sentence
    )


def test_a_way_that_would_be_a_third_line_at_a_dot_closes_no_loop() -> None:
    puzzle = parse_puzzle("6x6:3d32a3b2c1f1a1b2b22b1a")
    marks = (
        "B1-A1-A2 E1-E2-F2 F1-G1-G2 B3-B4 F3-G3 A4-A7-C7-C6 D4-D5 x D2-E2-E3 x F2-F3 x B3-C3 "
        "x A5-B5-B7 x A6-C6 x C7-D7"
    )
    board = Board.blank(puzzle).mark(parse_marks(marks, puzzle.grid))
    step = Explainer(puzzle).next_step(board)
    while isinstance(step, Step) and step.technique.name != "loop-at-clue":
        board = board.mark(step.forced)
        step = Explainer(puzzle).next_step(board)
    assert isinstance(step, Step)
    (sentence,) = narrate(board, step, Level.STEP).sentences
    assert sentence.endswith(
        "its bottom side would close a loop of 6 lines, "
        "its left side would be a third line at the top-left corner of F1."
    )


def test_two_edges_at_a_dot_close_a_loop_together() -> None:
    closed, both = told_example("loop-at-dot")
    assert closed.startswith("Only two edges at ")
    assert both.startswith("The loop needs both or neither, and both would close one of ")


@pytest.mark.parametrize("technique", ["loop-at-clue", "loop-at-dot"])
def test_loops_are_told_without_a_supposition(technique: str) -> None:
    assert not any("uppose" in sentence for sentence in told_example(technique))


def test_crosses_that_matter_are_named_where_many_follow() -> None:
    end = dot("D4")
    sentence, _ = refuted(
        "",
        infer(dot("C3"), EdgesAre(edges("C3-C4"), CROSS), "C3-D3"),
        infer(dot("D3"), EdgesAre(edges("D3-D4"), CROSS), "C3-D3"),
        infer(dot("C4"), EdgesAre(edges("C4-D4"), CROSS), "C3-C4"),
        infer(end, DeadEnd(end.dot), "C4-D4 D3-D4"),
    )
    assert "crosses would follow on the right and bottom of C3. Then the line" in sentence
