"""The choice of clues for each level; see docs/generating.md."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct

from solver.explain.step import Difficulty
from solver.generate.closure import (
    Closures,
    Deduction,
    by_corners,
    by_every_rule,
    by_near_corners,
    by_single_reasons,
)
from solver.generate.draft import Draft
from solver.generate.reduce import (
    extended_for_corners,
    extended_for_steps,
    minimal_for_sat,
    reduced_for_corners,
)
from solver.generate.seeded_random import SeededRandom
from solver.rating import BOUNDS

Recipe: TypeAlias = Callable[[Draft, SeededRandom], list[int] | None]
"""A function that returns the groups of a draft to keep; None when all of them do not suffice."""

Change: TypeAlias = Callable[[Draft, list[int], Difficulty, SeededRandom], list[int]]
"""A function that returns fewer or more groups than the kept ones, for a level."""


class Recipes(Struct, frozen=True):
    """How clues are chosen on some boards.

    - `choose` has the recipe of each level.
    - `fewer` drops groups of a puzzle that is too easy for Hard or Expert.
    - `more` adds groups to one that is too hard.
    """

    choose: Mapping[Difficulty, Recipe]
    fewer: Change
    more: Change


START_SHARE = 0.25
"""The share of all groups that the search for clues for corners starts with."""

KEPT_SHARE: Mapping[Difficulty, float] = MappingProxyType(
    {Difficulty.NORMAL: 0.5, Difficulty.HARD: 0.25}
)
"""The share of all groups that are kept without a test: more clues leave fewer joint steps."""

MAX_REMOVAL_TRIES = 10
"""Maximum number of used groups whose removal is tried; fewer clues take longer to rate."""

HARD_SHARE = 0.15
"""The share of the groups of a large Hard puzzle that are tried with two rounds of corners."""

COLOURED_CELLS = 200
"""Maximum number of cells of an Expert board whose clues are chosen with inside and outside.

On larger boards, most minimal sets of clues for corners make an Expert puzzle.
"""

CORNERED_CELLS = 150
"""Maximum number of cells of a Hard board whose clues are chosen for corners without a limit.

On larger boards such clues nearly always leave a step that is too hard, and most minimal sets for
one round of corners make a Hard puzzle.
"""

MAX_REASONS = MappingProxyType({bound.level: bound.reasons for bound in BOUNDS})
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


def with_harder_steps(
    draft: Draft, kept: list[int], level: Difficulty, rng: SeededRandom
) -> list[int]:
    """The `kept` groups of a puzzle too easy for Hard or Expert, without those that can be spared.

    Hard allows two rounds of corners, and Expert inside and outside; on boards where the recipe of
    Expert did so already, none can be spared.
    """
    if level is Difficulty.EXPERT and len(draft.clues) <= COLOURED_CELLS:
        return kept
    deduce = by_near_corners(2) if level is Difficulty.HARD else by_every_rule
    return Closures(draft, deduce).minimal(rng.shuffled(kept)) or kept


def _easy(draft: Draft, rng: SeededRandom) -> list[int] | None:
    """A minimal set of groups with which single reasons solve the puzzle; None without one."""
    return Closures(draft, by_single_reasons).minimal(_shuffled_groups(draft, rng))


def _normal(draft: Draft, rng: SeededRandom) -> list[int]:
    """Groups for one round of corners, extended until steps of two reasons suffice."""
    kept = _near_corner_groups(draft, Difficulty.NORMAL, rng) or _corner_groups(draft, rng)
    return extended_for_steps(draft, kept, MAX_REASONS[Difficulty.NORMAL], rng)


def _hard(draft: Draft, rng: SeededRandom) -> list[int]:
    """On small boards groups for corners; on large ones for one round, without a few spare ones.

    Where one round does not suffice, groups for corners are extended by steps.
    """
    if len(draft.clues) <= CORNERED_CELLS:
        return _corner_groups(draft, rng)
    near = _near_corner_groups(draft, Difficulty.HARD, rng)
    if near is None:
        return with_easier_steps(draft, _corner_groups(draft, rng), Difficulty.HARD, rng)
    order, tries = rng.shuffled(near), round(HARD_SHARE * len(near))
    return _reduced(draft, by_near_corners(2), order[tries:], order[:tries]) or near


def _near_corner_groups(draft: Draft, level: Difficulty, rng: SeededRandom) -> list[int] | None:
    """Some random groups, and a minimal set of others, for one round of corners; None without."""
    order = _shuffled_groups(draft, rng)
    share = round(KEPT_SHARE[level] * len(order))
    return _reduced(draft, by_near_corners(1), order[:share], order[share:])


def _reduced(
    draft: Draft, deduce: Deduction, fixed: list[int], order: list[int]
) -> list[int] | None:
    """The `fixed` groups and a minimal set of others, in this order; None without one."""
    closures = Closures(draft, deduce)
    others = closures.minimal(order, closures.add(closures.empty, fixed))
    return None if others is None else sorted(others + fixed)


def _corner_groups(draft: Draft, rng: SeededRandom) -> list[int]:
    """Few groups with which propagation of corners solves the puzzle, if it can."""
    start = _shuffled_groups(draft, rng)[: int(START_SHARE * len(draft.groups))]
    kept = extended_for_corners(draft, start, rng)
    return reduced_for_corners(draft, kept, MAX_REMOVAL_TRIES, rng)


def _expert(draft: Draft, rng: SeededRandom) -> list[int] | None:
    """A minimal set of groups for propagation, on small boards with inside and outside.

    Where that does not suffice, a minimal set for one solution.
    """
    deduce = by_every_rule if len(draft.clues) <= COLOURED_CELLS else by_corners
    order = _shuffled_groups(draft, rng)
    return Closures(draft, deduce).minimal(order) or minimal_for_sat(draft, order, rng)


def _extreme(draft: Draft, rng: SeededRandom) -> list[int] | None:
    """A minimal set of groups for one solution, among those that corners use if they suffice."""
    start = _shuffled_groups(draft, rng)[: int(START_SHARE * len(draft.groups))]
    found = minimal_for_sat(draft, extended_for_corners(draft, start, rng), rng)
    return minimal_for_sat(draft, range(len(draft.groups)), rng) if found is None else found


def _shuffled_groups(draft: Draft, rng: SeededRandom) -> list[int]:
    """All groups in random order."""
    return rng.shuffled(range(len(draft.groups)))


PLAIN_RECIPES = Recipes(
    MappingProxyType(
        {
            Difficulty.EASY: _easy,
            Difficulty.NORMAL: _normal,
            Difficulty.HARD: _hard,
            Difficulty.EXPERT: _expert,
            Difficulty.EXTREME: _extreme,
        }
    ),
    fewer=with_harder_steps,
    more=with_easier_steps,
)
"""The recipes of squares with the plain rules."""
