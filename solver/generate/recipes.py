"""The choice of clues for each level; see docs/generating.md."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from solver.explain.step import Difficulty
from solver.generate.draft import Draft
from solver.generate.reduce import (
    extended_for_corners,
    extended_for_steps,
    minimal_for_sat,
    minimal_for_single_rules,
    reduced_for_corners,
)
from solver.generate.seeded_random import SeededRandom
from solver.rating import BOUNDS

Recipe = Callable[[Draft, SeededRandom], list[int] | None]
"""A function that returns the groups of a draft to keep; None when all of them do not suffice."""

START_DIVISOR = 4
"""The number of all groups divided by the number of random groups to start with."""

MAX_REMOVAL_TRIES = 5
"""Maximum number of used groups whose removal is tried; fewer clues take longer to rate."""

LARGE_BOARD_CELLS = 500
"""Maximum number of cells of a board on which corners alone choose the clues of a Hard puzzle.

On larger boards such clues nearly always leave a step that is too hard.
"""

MAX_REASONS = MappingProxyType({bound.level: bound.hardest for bound in BOUNDS})
"""Maximum number of reasons of a step, by level."""


def with_easier_steps(draft: Draft, kept: list[int], rng: SeededRandom) -> list[int]:
    """The `kept` groups of a puzzle that is too hard for Hard, and more groups.

    The steps have at most one reason less than Hard allows, since the rating may take other steps.
    """
    return extended_for_steps(draft, kept, MAX_REASONS[Difficulty.HARD] - 1, rng)


def _normal(draft: Draft, rng: SeededRandom) -> list[int]:
    """Groups for propagation of corners, extended until steps of two reasons suffice."""
    return extended_for_steps(
        draft, _corner_groups(draft, rng), MAX_REASONS[Difficulty.NORMAL], rng
    )


def _hard(draft: Draft, rng: SeededRandom) -> list[int]:
    """Groups for propagation of corners, extended by steps on large boards."""
    kept = _corner_groups(draft, rng)
    return with_easier_steps(draft, kept, rng) if len(draft.clues) > LARGE_BOARD_CELLS else kept


def _corner_groups(draft: Draft, rng: SeededRandom) -> list[int]:
    """Few groups with which propagation of corners solves the puzzle, if it can."""
    kept = extended_for_corners(draft, _random_groups(draft, rng), rng)
    return reduced_for_corners(draft, kept, MAX_REMOVAL_TRIES, rng)


def _expert(draft: Draft, rng: SeededRandom) -> list[int] | None:
    """A minimal set of groups for one solution, extended until Expert steps suffice."""
    kept = _extreme(draft, rng)
    return kept and extended_for_steps(draft, kept, MAX_REASONS[Difficulty.EXPERT], rng)


def _extreme(draft: Draft, rng: SeededRandom) -> list[int] | None:
    """A minimal set of groups for one solution, among those that corners use if they suffice."""
    kept = extended_for_corners(draft, _random_groups(draft, rng), rng)
    found = minimal_for_sat(draft, kept, rng)
    return minimal_for_sat(draft, range(len(draft.groups)), rng) if found is None else found


def _random_groups(draft: Draft, rng: SeededRandom) -> list[int]:
    """The random groups to start with."""
    return rng.shuffled(range(len(draft.groups)))[: len(draft.groups) // START_DIVISOR]


RECIPES: Mapping[Difficulty, Recipe] = MappingProxyType(
    {
        Difficulty.EASY: minimal_for_single_rules,
        Difficulty.NORMAL: _normal,
        Difficulty.HARD: _hard,
        Difficulty.EXPERT: _expert,
        Difficulty.EXTREME: _extreme,
    }
)
"""The function that chooses the clues, by level."""
