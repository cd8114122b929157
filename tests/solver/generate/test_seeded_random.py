"""Random numbers are the same on every machine."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from solver.generate.seeded_random import SeededRandom


def test_random_numbers_are_pinned() -> None:
    rng = SeededRandom("7/10x10/HARD/rot180/0")
    assert [rng.below(1000) for _ in range(6)] == [472, 472, 25, 526, 231, 2]
    assert SeededRandom(3).shuffled(range(8)) == [7, 4, 0, 5, 6, 2, 3, 1]


@given(st.integers(), st.lists(st.integers(), max_size=9))
def test_shuffling_keeps_all_elements(seed: int, things: list[int]) -> None:
    assert Counter(SeededRandom(seed).shuffled(things)) == Counter(things)


@given(st.integers(), st.integers(1, 50))
def test_numbers_are_below_their_bound(seed: int, bound: int) -> None:
    rng = SeededRandom(seed)
    assert all(rng.below(bound) in range(bound) for _ in range(20))


def test_every_order_comes_up() -> None:
    rng = SeededRandom(0)
    specs = Counter(tuple(rng.shuffled("abc")) for _ in range(600))
    assert len(specs) == 6
    assert min(specs.values()) > 60
