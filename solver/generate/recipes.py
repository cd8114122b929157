"""The choice of clues for each level; see docs/generating.md."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from solver.explain.step import Difficulty
from solver.generate.closure import Closures, by_corners, by_every_rule, by_single_reasons
from solver.generate.draft import Draft
from solver.generate.reduce import (
    extended_for_corners,
    extended_for_steps,
    minimal_for_sat,
    reduced_for_corners,
)
from solver.generate.seeded_random import SeededRandom
from solver.rating import BOUNDS

Recipe = Callable[[Draft, SeededRandom], list[int] | None]
"""A function that returns the groups of a draft to keep; None when all of them do not suffice."""

START_DIVISOR = 4
"""The number of all groups divided by the number of random groups to start with."""

MAX_REMOVAL_TRIES = 10
"""Maximum number of used groups whose removal is tried; fewer clues take longer to rate."""

LARGE_BOARD_CELLS = 500
"""Maximum number of cells of a board on which corners alone choose the clues of a Hard puzzle.

On larger boards such clues nearly always leave a step that is too hard.
"""

SMALL_BOARD_CELLS = 200
"""Maximum number of cells of a board that needs inside and outside to be Expert.

On larger boards a minimal set of clues for corners mostly is Expert.
"""

MAX_REASONS = MappingProxyType({bound.level: bound.hardest for bound in BOUNDS})
"""Maximum number of reasons of a step, by level."""


def with_easier_steps(
    draft: Draft, kept: list[int], level: Difficulty, rng: SeededRandom
) -> list[int]:
    """The `kept` groups of a puzzle that is too hard for its level, and more groups.

    The steps of Hard have at most one reason less than it allows, since the rating may take other
    steps.
    """
    most = MAX_REASONS[level] - (level is Difficulty.HARD)
    return extended_for_steps(draft, kept, most, rng)


def with_harder_steps(draft: Draft, kept: list[int], rng: SeededRandom) -> list[int]:
    """The `kept` groups of a puzzle that is too easy for Expert, without all that can be spared.

    What remains suffices for propagation with inside and outside.
    """
    return Closures(draft, by_every_rule).minimal(rng.shuffled(kept)) or kept


def _easy(draft: Draft, rng: SeededRandom) -> list[int] | None:
    """A minimal set of groups with which single reasons solve the puzzle; None without one."""
    return Closures(draft, by_single_reasons).minimal(rng.shuffled(range(len(draft.groups))))


def _normal(draft: Draft, rng: SeededRandom) -> list[int]:
    """Groups for propagation of corners, extended until steps of two reasons suffice."""
    return extended_for_steps(
        draft, _corner_groups(draft, rng), MAX_REASONS[Difficulty.NORMAL], rng
    )


def _hard(draft: Draft, rng: SeededRandom) -> list[int]:
    """Groups for propagation of corners, extended by steps on large boards."""
    kept = _corner_groups(draft, rng)
    large = len(draft.clues) > LARGE_BOARD_CELLS
    return with_easier_steps(draft, kept, Difficulty.HARD, rng) if large else kept


def _corner_groups(draft: Draft, rng: SeededRandom) -> list[int]:
    """Few groups with which propagation of corners solves the puzzle, if it can."""
    kept = extended_for_corners(draft, _random_groups(draft, rng), rng)
    return reduced_for_corners(draft, kept, MAX_REMOVAL_TRIES, rng)


def _expert(draft: Draft, rng: SeededRandom) -> list[int] | None:
    """A minimal set of groups for propagation, on small boards with inside and outside.

    Where that does not suffice, a minimal set for one solution.
    """
    deduce = by_every_rule if len(draft.clues) <= SMALL_BOARD_CELLS else by_corners
    order = rng.shuffled(range(len(draft.groups)))
    return Closures(draft, deduce).minimal(order) or minimal_for_sat(draft, order, rng)


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
        Difficulty.EASY: _easy,
        Difficulty.NORMAL: _normal,
        Difficulty.HARD: _hard,
        Difficulty.EXPERT: _expert,
        Difficulty.EXTREME: _extreme,
    }
)
"""The function that chooses the clues, by level."""
