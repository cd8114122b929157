"""A database of each kind for a test."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text

from store.address import parse_address
from store.database import Database, connect, open_database

POSTGRES = "OURO_TEST_POSTGRES"
"""Address of an empty PostgreSQL database that tests may fill and clear."""


@pytest.fixture(params=["sqlite", "postgresql"])
async def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'ouro.db'}"
    server = os.environ.get(POSTGRES)
    if not server:
        pytest.skip(f"{POSTGRES} names no PostgreSQL database for tests")
    async with connect(parse_address(server)) as database, database.writing() as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public"))
    return server


@pytest.fixture
async def database(address: str) -> AsyncIterator[Database]:
    """An open database with empty tables."""
    async with open_database(address) as opened:
        yield opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a SQLite database may be."""
    return tmp_path / "ouro.db"
