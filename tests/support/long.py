"""Tests that use all samples, or many examples, only with `--all`."""

from collections.abc import Iterable
from itertools import product

import pytest
from hypothesis import settings


def some_or_all(name: str, some: int, everything: int) -> pytest.MarkDecorator:
    """Parametrize a test with the number `some`, and with `everything` as a `long` test."""
    long = pytest.param(everything, marks=pytest.mark.long, id="all")
    return pytest.mark.parametrize(name, [pytest.param(some, id="some"), long])


def some_pairs(
    names: str, firsts: Iterable[object], seconds: Iterable[object]
) -> pytest.MarkDecorator:
    """Parametrize a test with pairs in which each value is at least once, and with all other pairs
    as `long` tests."""
    one, other = [*firsts], [*seconds]
    some = {(number % len(one), number % len(other)) for number in range(max(len(one), len(other)))}
    return pytest.mark.parametrize(
        names,
        [
            pytest.param(
                one[first], other[second], marks=() if (first, second) in some else pytest.mark.long
            )
            for first, second in product(range(len(one)), range(len(other)))
        ],
    )


def some_examples(number: int) -> settings:
    """Try this number of examples of a property that is expensive to test: with `--all` more, and
    with `--once` fewer, in the proportion of other properties."""
    usual, chosen = settings.get_profile("some"), settings.default
    assert chosen is not None
    return settings(max_examples=max(1, number * chosen.max_examples // usual.max_examples))
