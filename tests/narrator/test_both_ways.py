"""Refutations that are told in one sentence."""

import pytest

from narrator.narration import Level, narrate
from solver.explain.explainer import Explainer
from solver.explain.step import Step
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
