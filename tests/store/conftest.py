"""A database of each kind for a test."""

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import text

from store.address import parse_address
from store.database import Database, connect, open_database
from tests.store.server import NoServerError, postgres_server

POSTGRES = "OURO_TEST_POSTGRES"
"""Address of a PostgreSQL database that tests may clear and fill, instead of a server of theirs."""
TURNS = 0x54657374
"""The number of the lock that tests of several processes take in a shared database."""


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL database, whatever is in it."""
    given = os.environ.get(POSTGRES)
    if given:
        yield given
        return
    with ExitStack() as stack:
        try:
            address = stack.enter_context(postgres_server())
        except NoServerError as error:
            pytest.skip(f"{error}; {POSTGRES} may name a database for tests")
        yield address


@pytest.fixture
async def empty_postgresql(postgresql: str) -> AsyncIterator[str]:
    """The address of an empty PostgreSQL database that no other test uses meanwhile."""
    async with connect(parse_address(postgresql)) as database, database.writing() as turn:
        await turn.execute(text(f"SELECT pg_advisory_xact_lock({TURNS})"))
        async with database.writing() as connection:
            await connection.execute(text("DROP SCHEMA public CASCADE"))
            await connection.execute(text("CREATE SCHEMA public"))
        yield postgresql


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
