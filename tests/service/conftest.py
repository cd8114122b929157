"""Fixtures for tests of use cases: a database, a clock, and a pool without processes."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from app.services import Services, build_services
from app.settings import Settings
from store.address import file_address, parse_address
from store.database import Database, connect
from tests.support.clock import Clock
from tests.support.prepared import PreparedDatabases
from workers.pool import LocalPool
from workers.setup import WorkerLimits

Request = TypeVar("Request")
Answer = TypeVar("Answer")


@pytest.fixture
async def database(
    tmp_path: Path, prepared_databases: PreparedDatabases
) -> AsyncIterator[Database]:
    """A fresh database in a file."""
    file = tmp_path / "ouro.db"
    await prepared_databases.copy_tables(file)
    async with connect(parse_address(file_address(file))) as database:
        yield database


@pytest.fixture
def now() -> Clock:
    """The clock of the services: noon of a Saturday, until it is moved."""
    return Clock()


async def run_here(job: Callable[[Request], Answer], request: Request, **_: object) -> Answer:
    """Run a job in this process."""
    return job(request)


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> LocalPool:
    """A pool that runs jobs in this process."""
    pool = LocalPool(workers=1, queue=1, per_person=1, limits=WorkerLimits(seconds=1))
    monkeypatch.setattr(pool, "run", run_here)
    return pool


@pytest.fixture
def services(database: Database, now: Clock, pool: LocalPool) -> Services:
    """All use cases over a fresh database."""
    return build_services(Settings(), pool, database, now)
