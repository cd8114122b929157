"""Tests that use all samples only with `--all`."""

import pytest


def some_or_all(name: str, some: int, everything: int) -> pytest.MarkDecorator:
    """Parametrize a test with the number `some`, and with `everything` as a `long` test."""
    long = pytest.param(everything, marks=pytest.mark.long, id="all")
    return pytest.mark.parametrize(name, [pytest.param(some, id="some"), long])
