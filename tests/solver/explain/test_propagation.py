"""Propagation of corners is sound, independent of the order, and can remove clues."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.model import Puzzle
from puzzle.symmetry import Symmetry
from solver.explain.propagation import Propagation
from solver.explain.rule_graph import LINE, UNKNOWN
from solver.generate.seeded_random import SeededRandom
from tests.support.solver.drafts import draft_of


@st.composite
def puzzles_of_loops(draw: st.DrawFn) -> tuple[Puzzle, frozenset[int]]:
    """Puzzles with some clues of a random loop, and the loop."""
    draft = draft_of(draw(st.integers(2, 7)), draw(st.integers(2, 7)), draw(st.integers(0, 10**6)))
    share = draw(st.sampled_from([0.4, 0.6, 0.8, 1.0]))
    rng = SeededRandom(draw(st.integers(0, 10**6)))
    return draft.puzzle([n for n in range(len(draft.groups)) if rng.chance(share)]), draft.loop


@given(puzzles_of_loops())
def test_known_states_agree_with_the_solution(made: tuple[Puzzle, frozenset[int]]) -> None:
    puzzle, loop = made
    found = Propagation(puzzle.grid, puzzle.clues)
    assert found.run()
    for edge, state in enumerate(found.states[:-1]):
        assert state == UNKNOWN or (state == LINE) == (edge in loop)
    assert found.unknown == found.states[:-1].count(UNKNOWN)


@given(puzzles_of_loops(), st.integers(0, 10**6))
def test_the_order_does_not_matter_to_what_is_known(
    made: tuple[Puzzle, frozenset[int]], seed: int
) -> None:
    puzzle, _ = made
    first = Propagation(puzzle.grid, puzzle.clues)
    order = SeededRandom(seed).shuffled(range(len(first.clues)))
    second = Propagation(puzzle.grid, puzzle.clues, order)
    assert first.run()
    assert second.run()
    assert first.states == second.states


@given(puzzles_of_loops(), st.data())
def test_forgetting_clues_is_like_never_having_seen_them(
    made: tuple[Puzzle, frozenset[int]], data: st.DataObject
) -> None:
    puzzle, _ = made
    gone = data.draw(st.sets(st.sampled_from(range(len(puzzle.clues))), max_size=5))
    left = tuple(None if cell in gone else clue for cell, clue in enumerate(puzzle.clues))
    every, few = Propagation(puzzle.grid, puzzle.clues), Propagation(puzzle.grid, left)
    assert every.run()
    known = list(every.states)
    forgetful = every.without(sum(1 << cell for cell in gone))
    assert forgetful.run()
    assert few.run()
    assert forgetful.states == few.states
    assert forgetful.unknown == few.unknown
    assert every.states == known


@given(puzzles_of_loops())
def test_the_clues_used_suffice(made: tuple[Puzzle, frozenset[int]]) -> None:
    puzzle, _ = made
    found = Propagation(puzzle.grid, puzzle.clues)
    found.run()
    few = tuple(c if found.used >> cell & 1 else None for cell, c in enumerate(puzzle.clues))
    again = Propagation(puzzle.grid, few)
    assert again.run()
    for state, other in zip(found.states, again.states, strict=True):
        assert state in {UNKNOWN, other}


@given(puzzles_of_loops(), st.data())
def test_a_clue_can_come_later(made: tuple[Puzzle, frozenset[int]], data: st.DataObject) -> None:
    puzzle, _ = made
    cell = data.draw(st.sampled_from(range(len(puzzle.clues))))
    clue = puzzle.clues[cell]
    if clue is None:
        return
    later = Propagation(
        puzzle.grid, tuple(None if c == cell else k for c, k in enumerate(puzzle.clues))
    )
    later.run()
    later.add_clue(cell, clue)
    at_once = Propagation(puzzle.grid, puzzle.clues)
    assert later.run()
    assert at_once.run()
    assert later.states == at_once.states


@pytest.mark.parametrize("seed", range(5))
def test_contradictions_are_reported(seed: int) -> None:
    draft = draft_of(5, 6, seed, Symmetry.NONE)
    clues = list(draft.clues)
    cell = clues.index(0) if 0 in clues else clues.index(1)
    clues[cell] = 3
    assert not Propagation(draft.grid, tuple(clues)).run()
