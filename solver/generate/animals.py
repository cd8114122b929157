"""Animals in the place of numbers, where the rules have them."""

from msgspec.structs import replace

from solver.generate.draft import Draft
from solver.generate.seeded_random import SeededRandom

ANIMAL_SHARES = (0.1, 0.2, 0.3)
"""The share of the groups that have animals instead of numbers: one is drawn for each loop."""


def with_animals(draft: Draft, rng: SeededRandom) -> Draft:
    """The draft with animals in some random groups; the same if its rules have none."""
    if not draft.rules.variant.signs:
        return draft
    share = rng.pick(ANIMAL_SHARES)
    animals = frozenset(cell for cells in draft.groups if rng.chance(share) for cell in cells)
    return replace(draft, animals=animals)
