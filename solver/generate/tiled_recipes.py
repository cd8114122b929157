"""The choice of clues for each level on other tilings than squares; see docs/generating.md."""

from types import MappingProxyType

from solver.explain.step import Difficulty
from solver.generate.draft import Draft
from solver.generate.recipes import MAX_REASONS, PLAIN_RECIPES, START_SHARE, Recipes
from solver.generate.reduce import (
    extended_for_steps,
    minimal_for_corners,
    minimal_for_sat,
    minimal_for_single_reasons,
)
from solver.generate.seeded_random import SeededRandom

ADDED_SHARE = 0.3
"""The share of the other groups that a puzzle that is too hard gets."""


def _easy(draft: Draft, rng: SeededRandom) -> list[int] | None:
    """A minimal set of groups with which single reasons solve the puzzle; None without one."""
    return minimal_for_single_reasons(draft, _shuffled(draft, rng))


def _normal(draft: Draft, rng: SeededRandom) -> list[int]:
    """Some random groups, extended until steps of two reasons suffice."""
    start = _shuffled(draft, rng)[: int(START_SHARE * len(draft.groups))]
    return extended_for_steps(draft, start, MAX_REASONS[Difficulty.NORMAL], rng)


def _expert(draft: Draft, rng: SeededRandom) -> list[int] | None:
    """A minimal set of groups for corners; where these do not suffice, for one solution."""
    order = _shuffled(draft, rng)
    return minimal_for_corners(draft, order) or minimal_for_sat(draft, order, rng)


def _shuffled(draft: Draft, rng: SeededRandom) -> list[int]:
    return rng.shuffled(range(len(draft.groups)))


def _with_harder_steps(
    draft: Draft, kept: list[int], level: Difficulty, rng: SeededRandom
) -> list[int]:
    """The `kept` groups of a puzzle too easy for Hard or Expert, without those that can be spared.

    Corners suffice for Hard; Expert has one solution.
    """
    if level is Difficulty.HARD:
        return minimal_for_corners(draft, rng.shuffled(kept)) or kept
    return minimal_for_sat(draft, kept, rng) or kept


def _with_easier_steps(
    draft: Draft, kept: list[int], _: Difficulty, rng: SeededRandom
) -> list[int]:
    """The `kept` groups of a puzzle that is too hard for its level, and some random others.

    A walk that adds groups where it is stuck would find better ones, but cells with many sides
    make it slower than another attempt.
    """
    others = [group for group in _shuffled(draft, rng) if group not in kept]
    return sorted(kept + others[: max(1, round(ADDED_SHARE * len(others)))])


TILED_RECIPES = Recipes(
    MappingProxyType(
        {
            **PLAIN_RECIPES.choose,
            Difficulty.EASY: _easy,
            Difficulty.NORMAL: _normal,
            Difficulty.EXPERT: _expert,
        }
    ),
    fewer=_with_harder_steps,
    more=_with_easier_steps,
)
"""The recipes of other tilings than squares."""
