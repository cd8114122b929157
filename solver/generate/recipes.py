"""How the clues of each level are chosen; see docs/generating.md for what each comes to."""

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
"""The groups of a draft to keep; None where all of them are too few."""

START_DIVISOR = 4
"""One of so many groups is there from the start, where corners decide about the others."""

MAX_REMOVAL_TRIES = 5
"""So many groups that corners use are tried to do without: fewer clues take longer to rate."""

LARGE_BOARD_CELLS = 500
"""On a board with more, clues chosen by corners alone nearly always leave too hard a step."""

MAX_REASONS = MappingProxyType({bound.level: bound.hardest for bound in BOUNDS})
"""How many reasons a step may have at most, by level."""


def with_easier_steps(draft: Draft, kept: list[int], rng: SeededRandom) -> list[int]:
    """The clues of a puzzle that came out too hard to be Hard, and more.

    One reason less is asked for than Hard allows: another walk may take other steps.
    """
    return extended_for_steps(draft, kept, MAX_REASONS[Difficulty.HARD] - 1, rng)


def _normal(draft: Draft, rng: SeededRandom) -> list[int]:
    return extended_for_steps(
        draft, _corner_groups(draft, rng), MAX_REASONS[Difficulty.NORMAL], rng
    )


def _hard(draft: Draft, rng: SeededRandom) -> list[int]:
    kept = _corner_groups(draft, rng)
    return with_easier_steps(draft, kept, rng) if len(draft.clues) > LARGE_BOARD_CELLS else kept


def _corner_groups(draft: Draft, rng: SeededRandom) -> list[int]:
    kept = extended_for_corners(draft, _random_groups(draft, rng), rng)
    return reduced_for_corners(draft, kept, MAX_REMOVAL_TRIES, rng)


def _expert(draft: Draft, rng: SeededRandom) -> list[int] | None:
    kept = _extreme(draft, rng)
    return kept and extended_for_steps(draft, kept, MAX_REASONS[Difficulty.EXPERT], rng)


def _extreme(draft: Draft, rng: SeededRandom) -> list[int] | None:
    """Where corners solve it, what they use is enough for SAT, too, and is quicker reduced."""
    kept = extended_for_corners(draft, _random_groups(draft, rng), rng)
    found = minimal_for_sat(draft, kept, rng)
    return minimal_for_sat(draft, range(len(draft.groups)), rng) if found is None else found


def _random_groups(draft: Draft, rng: SeededRandom) -> list[int]:
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
"""How puzzles of each level get their clues."""
