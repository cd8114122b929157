"""Tests that use all samples, or many examples, only with `--all`."""

import pytest
from hypothesis import settings


def some_or_all(name: str, some: int, everything: int) -> pytest.MarkDecorator:
    """Parametrize a test with the number `some`, and with `everything` as a `long` test."""
    long = pytest.param(everything, marks=pytest.mark.long, id="all")
    return pytest.mark.parametrize(name, [pytest.param(some, id="some"), long])


def some_examples(number: int) -> settings:
    """Try this number of examples of a property that is expensive to test: with `--all` more, and
    with `--once` fewer, in the proportion of other properties."""
    usual, chosen = settings.get_profile("some"), settings.default
    assert chosen is not None
    return settings(max_examples=max(1, number * chosen.max_examples // usual.max_examples))
