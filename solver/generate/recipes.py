"""The choice of clues for each level: few of those of a draft that suffice for its steps.

Clues are kept and dropped in groups: the orbits of a symmetry. All choices depend only on whether
clues suffice and on the seeded random generator, so they are the same on every machine. See
docs/generating.md.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from types import MappingProxyType

from solver.explain.budget import Budget
from solver.explain.explainer import Explainer
from solver.explain.propagation import Propagation
from solver.explain.rule_graph import UNKNOWN
from solver.explain.step import Difficulty
from solver.generate.closure import (
    Closures,
    Deduction,
    by_corners,
    by_every_rule,
    by_near_corners,
    by_single_reasons,
)
from solver.generate.draft import Draft, OtherLoops
from solver.generate.seeded_random import SeededRandom
from solver.generate.small_steps import SmallSteps, open_small_steps
from solver.generate.uniqueness import minimal_groups, open_uniqueness
from solver.rating import BOUNDS, RATING_BUDGET, RatedWalk, exceptions_allowed

START_SHARE, FIRST_SHARE = 0.25, 0.75
"""The share of all groups that a search starts with: for corners, and for steps."""

EXTRA_RUNS = 3
"""Number of additional propagation runs that find unused clues; divided by the size of groups.

With large groups these runs rarely help, since a group is dropped only when none of its clues is
used.
"""


def minimal_for_sat(draft: Draft, kept: Collection[int], rng: SeededRandom) -> list[int] | None:
    """A minimal subset of the `kept` groups that leaves one solution; None if all leave more."""
    order = animals_last(draft, rng.shuffled(sorted(kept)))
    with open_uniqueness(draft) as unique:
        return minimal_groups(unique, order, OtherLoops(draft.near_loop_groups))


def animals_last(draft: Draft, groups: Sequence[int]) -> list[int]:
    """Groups in the same order, but for those with animals, which come last.

    What is dropped last is kept more often.
    """
    return sorted(groups, key=draft.has_animals)


def with_signs(draft: Draft, kept: Collection[int], order: Iterable[int]) -> list[int]:
    """The `kept` groups, and of each kind of animal that they lack, the first of `order`."""
    shown = {*kept}
    for sign in draft.rules.variant.signs:
        having = draft.groups_of(cell for cell, clue in enumerate(draft.clues) if clue == sign)
        shown.update([group for group in (*kept, *order) if group in having][:1])
    return sorted(shown)


def extended_for_corners(draft: Draft, kept: Collection[int], rng: SeededRandom) -> list[int]:
    """Add groups to `kept` until propagation of corners solves the puzzle, then drop unused groups.

    Which clues a run uses depends on the order of the rules. So several runs with random orders
    follow, and each drops the groups that it does not use. When all groups do not suffice, returns
    all groups that were added.
    """
    shown = set(kept)
    run = Propagation(draft.grid, draft.puzzle(shown).clues)
    while run.run() and not run.solved:
        more = draft.most_informative(shown, run.states, rng)
        if not more:
            break
        shown.update(more)
        for number in more:
            for cell in draft.groups[number]:
                run.add_clue(cell, draft.clues[cell])
    if not run.solved:
        return sorted(shown)
    shown = draft.groups_using(shown, run.used)
    for _ in range(EXTRA_RUNS // max(map(len, draft.groups))):
        run = Propagation(
            draft.grid, draft.puzzle(shown).clues, rng.shuffled(range(len(run.clues)))
        )
        run.run()
        shown = draft.groups_using(shown, run.used)
    return sorted(shown)


def minimal_for_corners(draft: Draft, order: Sequence[int]) -> list[int] | None:
    """The groups that remain when each of `order` in turn is dropped if the rest suffices.

    The rest suffices if propagation of corners solves the puzzle. None when not even all together
    suffice.
    """
    if draft.has_bitboards:
        return Closures(draft, by_corners).minimal(order)
    run = Propagation(draft.grid, draft.puzzle(order).clues)
    run.run()
    if not run.solved:
        return None
    kept = []
    for number in order:
        less = run.without(draft.bits[number])
        less.run()
        if less.solved:
            run = less
        else:
            kept.append(number)
    return sorted(kept)


def few_for_steps(draft: Draft, most: int, rng: SeededRandom) -> list[int] | None:
    """Few groups with which steps of at most `most` reasons solve the puzzle; None if all do not.

    They are a minimal subset, for steps that were found, of some random groups, of all that have
    animals, and of others that are added where no step is found.
    """
    order = rng.shuffled(range(len(draft.groups)))
    first = {*order[: int(FIRST_SHARE * len(order))], *filter(draft.has_animals, order)}
    with open_small_steps(draft.grid, most, draft.rules) as steps:
        if UNKNOWN in steps.decided(draft.shown(order)):
            return None
        kept = _extended(draft, first, steps, rng)
        order = animals_last(draft, rng.shuffled(sorted(kept)))
        needed = steps.needed(draft.shown(kept), [draft.groups[number] for number in order])
    return sorted(order[number] for number in needed)


def extended_for_steps(
    draft: Draft, kept: Collection[int], most: int, rng: SeededRandom
) -> list[int]:
    """Add groups to `kept` until steps of at most `most` reasons solve the puzzle, if they can."""
    with open_small_steps(draft.grid, most, draft.rules) as steps:
        return sorted(_extended(draft, kept, steps, rng))


def _extended(
    draft: Draft, kept: Collection[int], steps: SmallSteps, rng: SeededRandom
) -> Set[int]:
    """Add the groups that say most where the steps are stuck, until they solve the puzzle."""
    shown = set(kept)
    while UNKNOWN in (states := steps.decided(draft.shown(shown))):
        more = draft.most_informative(shown, states, rng)
        if not more:
            break
        shown.update(more)
    return shown


WALKED_CELLS = 50
"""Maximum number of cells of a board whose minimal set is rated before clues are added to it."""

WALK_SCORE = 500
"""The score at which clues are added along a walk, below the bound of Expert: more takes long."""


def extended_along_walk(draft: Draft, kept: Collection[int], rng: SeededRandom) -> list[int]:
    """Add groups to `kept` where the walk of a rating needs a step beyond Expert, until it ends.

    The walk goes on from its marks, as more clues take back none of them.
    """
    shown, exceptions = set(kept), exceptions_allowed(len(draft.clues))
    budget = Budget(RATING_BUDGET)
    walk = RatedWalk(Explainer(draft.puzzle(shown)), draft.loop, budget, named=False)
    bound = BOUNDS[-1]._replace(score=WALK_SCORE)
    while not walk.ends_within(bound, exceptions):
        more = draft.most_informative(shown, walk.states, rng)
        if not more or budget.is_spent:
            break
        shown.update(more)
        walk.show(Explainer(draft.puzzle(shown)))
    return sorted(shown)


Recipe = Callable[[Draft, SeededRandom], list[int] | None]
"""A function that returns the groups of a draft to keep; None when all of them do not suffice."""

COLOURED_CELLS = 200
"""Maximum number of cells of an Expert board whose clues are chosen with inside and outside.

On larger boards, most minimal sets of clues for corners make an Expert puzzle.
"""

ROUNDED_CELLS = 150
"""Maximum number of cells of a Hard board of squares whose clues are chosen with two rounds.

On larger boards such clues often leave a step that is too hard, and most minimal sets for one round
of corners make a Hard puzzle.
"""

HARD_SHARE = 0.15
"""The share of the groups of a large Hard puzzle that are tried with two rounds of corners."""

ADDED_SHARE = 0.3
"""The share of the other groups that a puzzle that is too hard gets on another tiling."""

MAX_REASONS = MappingProxyType({bound.level: bound.reasons for bound in BOUNDS})
"""Maximum number of reasons of a step, by level."""


def with_easier_steps(
    draft: Draft, kept: list[int], level: Difficulty, rng: SeededRandom
) -> list[int]:
    """The `kept` groups of a puzzle that is too hard for its level, and more groups.

    On other tilings than squares, they are some random others. Else they are those that help where
    steps of the level are stuck, at Expert with other rules those of a rating; the steps of Hard
    have at most one reason less than it allows, since the rating may take other steps.
    """
    if not draft.grid.is_square:
        others = [group for group in _shuffled_groups(draft, rng) if group not in kept]
        return sorted(kept + others[: max(1, round(ADDED_SHARE * len(others)))])
    if level is Difficulty.EXPERT and not draft.rules.is_plain:
        return extended_along_walk(draft, kept, rng)
    most = MAX_REASONS[level] - (level is Difficulty.HARD)
    return extended_for_steps(draft, kept, most, rng)


def with_harder_steps(draft: Draft, kept: list[int], rng: SeededRandom) -> list[int]:
    """The `kept` groups of a puzzle that is too easy, without those that can be spared.

    On squares, inside and outside are allowed for it; on boards where the recipe of Expert did so
    already, none can be spared. On other tilings, one solution suffices; with other rules, half of
    what it spares stays.
    """
    if not draft.has_bitboards:
        fewest = minimal_for_sat(draft, kept, rng) or kept
        if draft.rules.is_plain:
            return fewest
        others = [group for group in rng.shuffled(kept) if group not in fewest]
        return with_signs(draft, fewest + others[: len(others) // 2], kept)
    if len(draft.clues) <= COLOURED_CELLS:
        return kept
    return Closures(draft, by_every_rule).minimal(rng.shuffled(kept)) or kept


def _easy(draft: Draft, rng: SeededRandom) -> list[int] | None:
    """A minimal set of groups with which single reasons solve the puzzle; None without one."""
    if not draft.has_bitboards:
        return few_for_steps(draft, MAX_REASONS[Difficulty.EASY], rng)
    return Closures(draft, by_single_reasons).minimal(_shuffled_groups(draft, rng))


def _normal(draft: Draft, rng: SeededRandom) -> list[int] | None:
    """Few groups with which steps of two reasons solve the puzzle; None without them."""
    return few_for_steps(draft, MAX_REASONS[Difficulty.NORMAL], rng)


def _hard(draft: Draft, rng: SeededRandom) -> list[int] | None:
    """Few groups with which steps of four reasons solve the puzzle; None without them.

    On squares with the plain rules, a quarter of all groups and a minimal set of others for rounds
    of corners: two on small boards; on large ones one, and two for some of the groups. Where these
    rounds do not suffice, a minimal set of groups for corners.
    """
    if not draft.has_bitboards:
        return few_for_steps(draft, MAX_REASONS[Difficulty.HARD], rng)
    order = _shuffled_groups(draft, rng)
    share = round(START_SHARE * len(order))
    is_large = len(draft.clues) > ROUNDED_CELLS
    deduce = by_near_corners(1 if is_large else 2)
    kept = _reduced(draft, deduce, order[:share], order[share:])
    if kept is not None and is_large:
        order, tries = rng.shuffled(kept), round(HARD_SHARE * len(kept))
        kept = _reduced(draft, by_near_corners(2), order[tries:], order[:tries])
    return kept or minimal_for_corners(draft, order)


def _reduced(
    draft: Draft, deduce: Deduction, fixed: list[int], order: list[int]
) -> list[int] | None:
    """The `fixed` groups and a minimal set of others, in this order; None without one."""
    closures = Closures(draft, deduce)
    others = closures.minimal(order, closures.add(closures.empty, fixed))
    return None if others is None else sorted(others + fixed)


def _expert(draft: Draft, rng: SeededRandom) -> list[int] | None:
    """A minimal set of groups for propagation, on small boards of squares with inside and outside.

    Where that does not suffice, a minimal set for one solution, and with other rules than the plain
    ones more along a walk.
    """
    order = _shuffled_groups(draft, rng)
    if not draft.rules.is_plain:
        kept = minimal_for_sat(draft, order, rng)
        kept = kept and with_signs(draft, kept, order)
        is_walked = len(draft.clues) > WALKED_CELLS
        return extended_along_walk(draft, kept, rng) if kept and is_walked else kept
    if draft.has_bitboards and len(draft.clues) <= COLOURED_CELLS:
        kept = Closures(draft, by_every_rule).minimal(order)
    else:
        kept = minimal_for_corners(draft, order)
    return kept or minimal_for_sat(draft, order, rng)


def _extreme(draft: Draft, rng: SeededRandom) -> list[int] | None:
    """A minimal set of groups for one solution, among those that corners use if they suffice.

    Corners are for the plain rules.
    """
    if not draft.rules.is_plain:
        return minimal_for_sat(draft, range(len(draft.groups)), rng)
    start = _shuffled_groups(draft, rng)[: int(START_SHARE * len(draft.groups))]
    found = minimal_for_sat(draft, extended_for_corners(draft, start, rng), rng)
    return minimal_for_sat(draft, range(len(draft.groups)), rng) if found is None else found


def _shuffled_groups(draft: Draft, rng: SeededRandom) -> list[int]:
    """All groups in random order."""
    return rng.shuffled(range(len(draft.groups)))


RECIPES: Mapping[Difficulty, Recipe] = MappingProxyType(
    dict(zip(Difficulty, (_easy, _normal, _hard, _expert, _extreme), strict=True))
)
"""The function that chooses the clues, by level."""
