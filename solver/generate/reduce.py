"""Reduction and extension of the clues of a draft: few clues that suffice for the level's steps.

Clues are kept and dropped in groups: the orbits of a symmetry. All choices depend only on whether
clues suffice and on the seeded random generator, so they are the same on every machine.
"""

from collections.abc import Collection, Sequence

from solver.explain.propagation import Propagation
from solver.explain.rule_graph import UNKNOWN
from solver.generate.closure import Closures, by_corners
from solver.generate.draft import Draft, OtherLoops
from solver.generate.seeded_random import SeededRandom
from solver.generate.small_steps import SmallSteps, open_small_steps
from solver.generate.uniqueness import minimal_groups, open_uniqueness

START_SHARE, FIRST_SHARE = 0.25, 0.67
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
        if UNKNOWN in steps.decided(draft.puzzle(order).clues):
            return None
        kept = _extended(draft, first, steps, rng)
        for number in animals_last(draft, rng.shuffled(sorted(kept))):
            left = kept - {number}
            if UNKNOWN not in steps.decided(draft.puzzle(left).clues, learn=False):
                kept = left
    return sorted(kept)


def extended_for_steps(
    draft: Draft, kept: Collection[int], most: int, rng: SeededRandom
) -> list[int]:
    """Add groups to `kept` until steps of at most `most` reasons solve the puzzle, if they can."""
    with open_small_steps(draft.grid, most, draft.rules) as steps:
        return sorted(_extended(draft, kept, steps, rng))


def _extended(
    draft: Draft, kept: Collection[int], steps: SmallSteps, rng: SeededRandom
) -> set[int]:
    """Add the groups that say most where the steps are stuck, until they solve the puzzle."""
    shown = set(kept)
    while UNKNOWN in (states := steps.decided(draft.puzzle(shown).clues)):
        more = draft.most_informative(shown, states, rng)
        if not more:
            break
        shown.update(more)
    return shown
