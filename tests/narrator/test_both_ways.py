"""Refutations that are told in one sentence."""

import pytest

from narrator.narration import Level, narrate
from solver.explain.explainer import Explainer
from solver.explain.step import DeadEnd, EdgesAre, Step
from tests.support.narration import infer, refuted
from tests.support.sample_board import CROSS, dot, edges
from tools.reference.examples import EXAMPLES


def told(technique: str) -> tuple[str, ...]:
    """The sentences of the example of a technique."""
    board = next(each.board for each in EXAMPLES if each.technique == technique)
    step = Explainer(board.puzzle).next_step(board)
    assert isinstance(step, Step)
    return narrate(board, step, Level.STEP).sentences


def test_each_way_to_complete_a_clue_closes_a_loop() -> None:
    (sentence,) = told("loop-at-clue")
    assert " each way to complete the 3 at B3 would close a loop too early: " in sentence


def test_two_edges_at_a_dot_close_a_loop_together() -> None:
    closed, both = told("loop-at-dot")
    assert closed.startswith("Only two edges at ")
    assert both.startswith("The loop needs both or neither, and both would close one of ")


@pytest.mark.parametrize("technique", ["loop-at-clue", "loop-at-dot", "loop-at-both-ends"])
def test_loops_are_told_without_a_supposition(technique: str) -> None:
    assert not any("uppose" in sentence for sentence in told(technique))


def test_crosses_that_matter_are_named_where_many_follow() -> None:
    end = dot("D4")
    sentence, _ = refuted(
        "",
        infer(dot("C3"), EdgesAre(edges("C3-C4"), CROSS), "C3-D3"),
        infer(dot("D3"), EdgesAre(edges("D3-D4"), CROSS), "C3-D3"),
        infer(dot("C4"), EdgesAre(edges("C4-D4"), CROSS), "C3-C4"),
        infer(end, DeadEnd(end.dot), "C4-D4 D3-D4"),
    )
    assert "crosses would have to follow on the right and bottom of C3" in sentence
