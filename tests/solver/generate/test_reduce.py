"""Reduced and extended clues suffice for the steps of their level."""

import pytest

from puzzle.symmetry import Symmetry
from solver.explain.propagation import Propagation
from solver.generate.closure import Closures, by_single_reasons
from solver.generate.draft import Draft
from solver.generate.recipes import extended_for_corners, extended_for_steps, few_for_steps
from solver.generate.seeded_random import SeededRandom
from solver.rating import Rating, rate
from solver.report import Outcome
from solver.search import solve
from tests.support.solver.drafts import draft_of

DRAFTS = [draft_of(6, 7, seed, Symmetry.ROT180) for seed in range(6)]


def solved_by_corners(draft: Draft, kept: list[int]) -> bool:
    run = Propagation(draft.grid, draft.puzzle(kept).clues)
    return run.run() and run.solved


def solved_by_single_reasons(draft: Draft, kept: list[int]) -> bool:
    closures = Closures(draft, by_single_reasons)
    return closures.add(closures.empty, kept).solved


@pytest.mark.parametrize("draft", DRAFTS)
@pytest.mark.parametrize("start", [0, 5])
def test_clues_are_added_until_corners_solve_it(draft: Draft, start: int) -> None:
    kept = extended_for_corners(draft, range(start), SeededRandom(2))
    every = list(range(len(draft.groups)))
    assert solved_by_corners(draft, kept) == solved_by_corners(draft, every)


@pytest.mark.parametrize("draft", DRAFTS)
@pytest.mark.parametrize("most", [1, 2, 4])
def test_clues_are_added_until_small_steps_solve_it(draft: Draft, most: int) -> None:
    kept = extended_for_steps(draft, range(0, len(draft.groups), 3), most, SeededRandom(4))
    puzzle = draft.puzzle(kept)
    groups = list(range(len(draft.groups)))
    every = draft.puzzle(groups)
    if most == 1:
        assert solved_by_single_reasons(draft, kept) == solved_by_single_reasons(draft, groups)
    if solve(every).outcome is Outcome.UNIQUE:
        rating = rate(puzzle)
        assert isinstance(rating, Rating)
        assert most == 1 or rating.hardest <= most


@pytest.mark.parametrize("draft", DRAFTS)
def test_few_clues_suffice_for_small_steps_if_all_do(draft: Draft) -> None:
    """With single reasons, none of them can be spared."""
    every = list(range(len(draft.groups)))
    kept = few_for_steps(draft, 1, SeededRandom(5))
    assert (kept is not None) == solved_by_single_reasons(draft, every)
    if kept is not None:
        assert solved_by_single_reasons(draft, kept)
        for number in kept:
            assert not solved_by_single_reasons(draft, [each for each in kept if each != number])
    for most in (2, 4):
        few = few_for_steps(draft, most, SeededRandom(5))
        if few is not None:
            rating = rate(draft.puzzle(few))
            assert isinstance(rating, Rating)
            assert rating.hardest <= most
