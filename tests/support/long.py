"""Tests that do everything only in the long run."""

import pytest


def some_or_all(name: str, some: int, everything: int) -> pytest.MarkDecorator:
    """Gives a test one number always, and another in the long run."""
    long = pytest.param(everything, marks=pytest.mark.long, id="all")
    return pytest.mark.parametrize(name, [pytest.param(some, id="some"), long])
