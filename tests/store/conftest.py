"""Fixtures with a database of each kind."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from store.address import parse_address
from store.database import Database, connect
from tests.support.prepared import PreparedDatabases


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'ouro.db'}"
    given: str = request.getfixturevalue("empty_postgresql")
    return given


@pytest.fixture
async def sqlite_database(prepared_databases: PreparedDatabases) -> AsyncIterator[Database]:
    async with prepared_databases.opened() as opened:
        yield opened


@pytest.fixture
async def postgresql_database(postgresql_tables: str) -> AsyncIterator[Database]:
    async with connect(parse_address(postgresql_tables)) as opened:
        yield opened


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> Database:
    """An open database with empty tables."""
    opened: Database = request.getfixturevalue(f"{request.param}_database")
    return opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The path of a SQLite database that does not exist yet."""
    return tmp_path / "ouro.db"
