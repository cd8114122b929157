"""The choice of clues for each level under other rules than the plain ones; see docs/generating.md.

Whether clues suffice is decided by steps, and by SAT where there is no bound of steps.
"""

from types import MappingProxyType

from puzzle.grid import Grid
from puzzle.model import Solution
from solver.explain.step import Difficulty
from solver.generate.draft import Draft
from solver.generate.recipes import MAX_REASONS, START_SHARE, Recipes
from solver.generate.reduce import (
    extended_for_steps,
    minimal_for_sat,
    minimal_for_single_reasons,
)
from solver.generate.seeded_random import SeededRandom
from solver.generate.spec import GenerationSpec

ANIMAL_SHARE = 0.3
"""The share of the groups that have animals instead of numbers, where there are animals."""


def variant_draft(spec: GenerationSpec, grid: Grid, loop: Solution, rng: SeededRandom) -> Draft:
    """The draft of a loop; where the rules have animals, some random groups have them."""
    animals: frozenset[int] = frozenset()
    if spec.rules.variant.signs:
        animals = frozenset(
            cell for cells in spec.groups if rng.chance(ANIMAL_SHARE) for cell in cells
        )
    return Draft(grid, loop, spec.groups, spec.rules, animals)


def _easy(draft: Draft, rng: SeededRandom) -> list[int] | None:
    """A minimal set of groups with which single reasons solve the puzzle; None without one."""
    return minimal_for_single_reasons(draft, _numbers_first(draft, rng))


def _normal(draft: Draft, rng: SeededRandom) -> list[int]:
    """Some random groups, extended until steps of two reasons suffice."""
    return _for_steps(draft, MAX_REASONS[Difficulty.NORMAL], rng)


def _hard(draft: Draft, rng: SeededRandom) -> list[int]:
    """Some random groups, extended until steps of a reason less than Hard allows suffice."""
    return _for_steps(draft, MAX_REASONS[Difficulty.HARD] - 1, rng)


def _for_steps(draft: Draft, most: int, rng: SeededRandom) -> list[int]:
    start = rng.shuffled(range(len(draft.groups)))[: int(START_SHARE * len(draft.groups))]
    return extended_for_steps(draft, start, most, rng)


def _minimal(draft: Draft, rng: SeededRandom) -> list[int] | None:
    """A minimal set of groups for one solution."""
    return minimal_for_sat(draft, range(len(draft.groups)), rng)


def _numbers_first(draft: Draft, rng: SeededRandom) -> list[int]:
    """All groups in random order, those with animals last: they are kept more often."""
    order = rng.shuffled(range(len(draft.groups)))
    return sorted(order, key=lambda number: draft.groups[number][0] in draft.animals)


def _with_harder_steps(
    draft: Draft, kept: list[int], _: Difficulty, rng: SeededRandom
) -> list[int]:
    """The `kept` groups of a puzzle that is too easy, without those that one solution can spare."""
    return minimal_for_sat(draft, kept, rng) or kept


def _with_easier_steps(
    draft: Draft, kept: list[int], level: Difficulty, rng: SeededRandom
) -> list[int]:
    """The `kept` groups of a puzzle that is too hard for its level, and more groups."""
    return extended_for_steps(draft, kept, MAX_REASONS[level] - 1, rng)


VARIANT_RECIPES = Recipes(
    MappingProxyType(
        {
            Difficulty.EASY: _easy,
            Difficulty.NORMAL: _normal,
            Difficulty.HARD: _hard,
            Difficulty.EXPERT: _minimal,
            Difficulty.EXTREME: _minimal,
        }
    ),
    fewer=_with_harder_steps,
    more=_with_easier_steps,
)
"""The recipes of all rules but the plain ones."""
