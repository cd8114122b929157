"""Closures deduce what their rules say, in any order, and reduction leaves no clue to spare."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.explain.direct import close
from solver.explain.rule_graph import CROSS, LINE, UNKNOWN, RuleGraph
from solver.generate.closure import (
    Closures,
    Deduction,
    by_corners,
    by_every_rule,
    by_near_corners,
    by_single_reasons,
)
from solver.generate.draft import Draft
from solver.generate.seeded_random import SeededRandom
from tests.support.solver.drafts import draft_of, drafts, is_unique

DEDUCTIONS = {
    "single": by_single_reasons,
    "near-1": by_near_corners(1),
    "near-2": by_near_corners(2),
    "corners": by_corners,
    "every": by_every_rule,
}
EVERY = pytest.mark.parametrize("deduce", DEDUCTIONS.values(), ids=list(DEDUCTIONS))


def states_by_single_reasons(draft: Draft, kept: set[int]) -> list[int]:
    """The states that the explainer's single reasons give to the edges."""
    graph = RuleGraph(draft.puzzle(kept))
    states = [*[UNKNOWN] * graph.edges, CROSS]
    for _ in close(graph, states):
        pass
    return states[:-1]


def some_groups(draft: Draft, data: st.DataObject) -> set[int]:
    every = range(len(draft.groups))
    return set(every) - data.draw(st.sets(st.sampled_from(every), max_size=8))


@given(drafts(2, 7), st.data())
def test_single_reasons_are_those_of_the_rating(draft: Draft, data: st.DataObject) -> None:
    kept = some_groups(draft, data)
    closures = Closures(draft, by_single_reasons)
    found = closures.add(closures.empty, kept)
    states = states_by_single_reasons(draft, kept)
    lines = frozenset(edge for edge, state in enumerate(states) if state == LINE)
    assert found.solved == (lines == draft.loop)
    if not found.solved:
        layout = closures.layout
        assert layout.edge_numbers(found.state.lines(layout)) == lines
        crosses = frozenset(edge for edge, state in enumerate(states) if state == CROSS)
        assert layout.edge_numbers(found.state.crosses(layout)) == crosses


@EVERY
@given(draft=drafts(3, 6), data=st.data())
def test_clues_can_be_added_one_after_another(
    deduce: Deduction, draft: Draft, data: st.DataObject
) -> None:
    kept = some_groups(draft, data)
    closures = Closures(draft, deduce)
    at_once = closures.add(closures.empty, kept)
    step_by_step = closures.empty
    for number in data.draw(st.permutations(sorted(kept))):
        step_by_step = closures.add(step_by_step, [number])
    assert step_by_step.solved == at_once.solved
    if not at_once.solved:
        one, other = step_by_step.state, at_once.state
        assert (one.horizontal, one.vertical) == (other.horizontal, other.vertical)


@EVERY
@given(draft=drafts(2, 4), data=st.data())
def test_a_solved_closure_proves_one_solution(
    deduce: Deduction, draft: Draft, data: st.DataObject
) -> None:
    kept = some_groups(draft, data)
    closures = Closures(draft, deduce)
    if closures.add(closures.empty, kept).solved:
        assert is_unique(draft, kept)


@EVERY
@pytest.mark.parametrize("seed", range(6))
def test_reduction_is_that_of_one_group_after_the_other(deduce: Deduction, seed: int) -> None:
    draft = draft_of(6, 7, seed)
    closures = Closures(draft, deduce)
    order = SeededRandom(seed).shuffled(range(len(draft.groups)))
    kept = set(order)
    if not closures.add(closures.empty, kept).solved:
        assert closures.minimal(order) is None
        return
    for number in order:
        if closures.add(closures.empty, kept - {number}).solved:
            kept.remove(number)
    assert closures.minimal(order) == sorted(kept)


@given(draft=drafts(3, 7), data=st.data())
def test_each_deduction_solves_what_the_one_before_solves(
    draft: Draft, data: st.DataObject
) -> None:
    kept = some_groups(draft, data)
    solved = []
    for deduce in DEDUCTIONS.values():
        closures = Closures(draft, deduce)
        solved.append(closures.add(closures.empty, kept).solved)
    assert solved == sorted(solved)
