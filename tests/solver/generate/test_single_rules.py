"""The clues used by single reasons, checked against the explainer's single reasons."""

from hypothesis import assume, given
from hypothesis import strategies as st

from puzzle.model import Puzzle
from solver.explain.direct import close
from solver.explain.field import CROSS, UNKNOWN, Field
from solver.generate.draft import Draft
from solver.generate.single_rules import clues_used
from tests.support.solver.drafts import drafts


def solved_by_single_reasons(puzzle: Puzzle) -> bool:
    field = Field(puzzle)
    states = [*[UNKNOWN] * field.edges, CROSS]
    for _ in close(field, states):
        pass
    return UNKNOWN not in states


@given(drafts(2, 7), st.data())
def test_it_solves_what_single_reasons_solve(draft: Draft, data: st.DataObject) -> None:
    left_out = data.draw(st.sets(st.sampled_from(range(len(draft.groups))), max_size=6))
    puzzle = draft.puzzle(set(range(len(draft.groups))) - left_out)
    used = clues_used(puzzle.grid, puzzle.clues)
    assert (used is not None) == solved_by_single_reasons(puzzle)


@given(drafts(3, 7))
def test_the_clues_used_suffice(draft: Draft) -> None:
    every = draft.puzzle(range(len(draft.groups)))
    used = clues_used(every.grid, every.clues)
    assume(used is not None)
    assert used is not None
    few = tuple(c if used >> cell & 1 else None for cell, c in enumerate(every.clues))
    assert solved_by_single_reasons(Puzzle(every.grid, few))
