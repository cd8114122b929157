"""Reduced and extended clues suffice for the steps of their level."""

import pytest

from puzzle.symmetry import Symmetry
from solver.explain.propagation import Propagation
from solver.generate.closure import Closures, by_corners, by_single_reasons
from solver.generate.draft import Draft
from solver.generate.reduce import (
    extended_for_corners,
    extended_for_steps,
    reduced_for_corners,
)
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
def test_fewer_clues_still_suffice_for_corners(draft: Draft) -> None:
    kept = extended_for_corners(draft, (), SeededRandom(2))
    fewer = reduced_for_corners(draft, kept, 4, SeededRandom(3))
    fewest = reduced_for_corners(draft, kept, 1000, SeededRandom(3))
    closures = Closures(draft, by_corners)

    def suffice(groups: list[int]) -> bool:
        return closures.add(closures.empty, groups).solved

    if suffice(kept):
        assert len(fewest) <= len(fewer) <= len(kept)
        assert set(fewest) <= set(kept)
        assert suffice(fewer)
        assert suffice(fewest)
        for number in fewest:
            assert not suffice([other for other in fewest if other != number])


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
