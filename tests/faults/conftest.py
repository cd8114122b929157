"""The databases of the tests of faults."""

from pathlib import Path

import pytest

from tests.support.faults.killing import Shelf


@pytest.fixture(params=["sqlite", "postgresql"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Shelf:
    """Where bots that are killed have their databases."""
    if request.param == "sqlite":
        return Shelf(tmp_path)
    return Shelf(tmp_path, request.getfixturevalue("empty_postgresql"))
