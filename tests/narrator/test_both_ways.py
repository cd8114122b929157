"""Refutations that are told in one sentence."""

import pytest

from solver.explain.step import DeadEnd, EdgesAre
from tests.support.narration import infer, refuted, told_example
from tests.support.sample_board import CROSS, dot, edges


def test_each_way_to_complete_a_clue_closes_a_loop() -> None:
    (sentence,) = told_example("loop-at-clue")
    assert (
        " the 3 at B3 could not be completed: its bottom side would close a loop of 6 lines, "
        in sentence
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
