"""Minimal subsets of sets that suffice, for random monotone properties."""

from collections.abc import Collection, Sequence
from random import Random

import pytest

from solver.minimal import minimal_by_halves, minimal_in_order, reduced_by_cores

MEMBERS = range(12)


class Property:
    """A set suffices when it contains one of some random sets; counts the tests."""

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self.causes = [frozenset(rng.sample(MEMBERS, rng.randint(1, 6))) for _ in range(4)]
        self.order = rng.sample(MEMBERS, len(MEMBERS))
        self.tests = 0

    def suffices(self, members: Collection[int]) -> bool:
        return any(cause.issubset(members) for cause in self.causes)

    def is_minimal(self, members: Collection[int]) -> bool:
        less = ([other for other in members if other != member] for member in members)
        return self.suffices(members) and not any(map(self.suffices, less))

    def without(self, dropped: int, members: Collection[int]) -> list[int] | None:
        """The first cause among the other members, as a SAT solver names what it used."""
        self.tests += 1
        left = [member for member in members if member != dropped]
        return next((sorted(cause) for cause in self.causes if cause.issubset(left)), None)

    def whole(self, dropped: int, members: Collection[int]) -> list[int] | None:
        left = [member for member in members if member != dropped]
        return left if self.suffices(left) else None


@pytest.fixture(params=range(40))
def found(request: pytest.FixtureRequest) -> Property:
    return Property(request.param)


def test_a_core_is_reduced_to_a_minimal_one(found: Property) -> None:
    left, minimal = reduced_by_cores(list(MEMBERS), found.order, found.without)
    assert found.is_minimal(left)
    assert minimal
    assert found.tests <= len(MEMBERS)


def test_a_test_that_a_limit_ends_ends_the_reduction(found: Property) -> None:
    left, minimal = reduced_by_cores(
        list(MEMBERS), found.order, lambda *_: None, is_limit_reached=lambda: True
    )
    assert (left, minimal) == (list(MEMBERS), False)


def test_what_remains_in_an_order_is_minimal_and_the_same_with_any_core(found: Property) -> None:
    left = minimal_in_order(found.order, found.causes[0], found.without)
    assert found.is_minimal(left)
    assert found.tests <= len(MEMBERS)
    assert left == minimal_in_order(found.order, found.order, found.whole)
    most = len(left)
    assert minimal_in_order(found.order, found.order, found.whole, most) == left
    assert minimal_in_order(found.order, found.order, found.whole, most - 1) == set()


def test_halves_keep_what_one_by_one_keeps(found: Property) -> None:
    def add(base: frozenset[int], members: Sequence[int]) -> frozenset[int]:
        return base.union(members)

    left = minimal_by_halves(frozenset[int](), found.order, add, found.suffices)
    assert set(left) == minimal_in_order(found.order, found.order, found.whole)
