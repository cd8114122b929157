"""A database of each kind for a test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from store.database import Database, open_database


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'ouro.db'}"
    given: str = request.getfixturevalue("empty_postgresql")
    return given


@pytest.fixture
async def database(address: str) -> AsyncIterator[Database]:
    """An open database with empty tables."""
    async with open_database(address) as opened:
        yield opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a SQLite database may be."""
    return tmp_path / "ouro.db"
