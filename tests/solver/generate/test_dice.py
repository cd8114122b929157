"""Chance must fall the same way everywhere."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from solver.generate.dice import Dice


def test_chance_is_pinned() -> None:
    dice = Dice("7/10x10/HARD/rot180/0")
    assert [dice.below(1000) for _ in range(6)] == [472, 472, 25, 526, 231, 2]
    assert Dice(3).shuffled(range(8)) == [7, 4, 0, 5, 6, 2, 3, 1]


@given(st.integers(), st.lists(st.integers(), max_size=9))
def test_shuffling_loses_nothing(seed: int, things: list[int]) -> None:
    assert Counter(Dice(seed).shuffled(things)) == Counter(things)


@given(st.integers(), st.integers(1, 50))
def test_numbers_keep_below_their_bound(seed: int, bound: int) -> None:
    dice = Dice(seed)
    assert all(dice.below(bound) in range(bound) for _ in range(20))


def test_every_order_comes_up() -> None:
    dice = Dice(0)
    orders = Counter(tuple(dice.shuffled("abc")) for _ in range(600))
    assert len(orders) == 6
    assert min(orders.values()) > 60
