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
    animals_last,
    extended_for_steps,
    minimal_for_sat,
    minimal_for_single_reasons,
    without_spare,
)
from solver.generate.seeded_random import SeededRandom
from solver.generate.spec import GenerationSpec

START_SHARE_WITH_ANIMALS = 0.1
"""The share of the groups with numbers that the search for steps starts with beside animals."""

ANIMAL_SHARES = (0.1, 0.2, 0.3)
"""The share of the groups that have animals instead of numbers: one is drawn for each loop."""


def variant_draft(spec: GenerationSpec, grid: Grid, loop: Solution, rng: SeededRandom) -> Draft:
    """The draft of a loop; where the rules have animals, some random groups have them."""
    animals: frozenset[int] = frozenset()
    if spec.rules.variant.signs:
        share = rng.pick(ANIMAL_SHARES)
        animals = frozenset(cell for cells in spec.groups if rng.chance(share) for cell in cells)
    return Draft(grid, loop, spec.groups, spec.rules, animals)


def _easy(draft: Draft, rng: SeededRandom) -> list[int] | None:
    """A minimal set of groups with which single reasons solve the puzzle; None without one."""
    order = rng.shuffled(range(len(draft.groups)))
    return minimal_for_single_reasons(draft, animals_last(draft, order))


def _normal(draft: Draft, rng: SeededRandom) -> list[int]:
    """Some random groups, extended until steps of two reasons suffice."""
    return _for_steps(draft, MAX_REASONS[Difficulty.NORMAL], rng)


def _hard(draft: Draft, rng: SeededRandom) -> list[int]:
    """Some random groups, extended until steps of a reason less than Hard allows suffice."""
    return _for_steps(draft, MAX_REASONS[Difficulty.HARD] - 1, rng)


def _for_steps(draft: Draft, most: int, rng: SeededRandom) -> list[int]:
    """Some random groups, and all with animals, extended until such steps suffice.

    Of those with animals, the ones that such steps can spare are dropped.
    """
    order = animals_last(draft, rng.shuffled(range(len(draft.groups))))
    animals = [number for number in order if draft.has_animals(number)]
    numbers = order[: len(order) - len(animals)]
    share = START_SHARE_WITH_ANIMALS if animals else START_SHARE
    start = numbers[: int(share * len(numbers))] + animals
    kept = extended_for_steps(draft, start, most, rng)
    return without_spare(draft, kept, [number for number in animals if number in kept], most)


def _minimal(draft: Draft, rng: SeededRandom) -> list[int] | None:
    """A minimal set of groups for one solution."""
    return minimal_for_sat(draft, range(len(draft.groups)), rng)


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
