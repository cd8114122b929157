"""Fixtures of the tests of the bot."""

from collections.abc import AsyncIterator

import pytest

from app.discord_bot import DiscordBot, build_bot
from app.settings import Settings
from service.running.clock import TimeSource
from service.running.clock_guard import ClockGuard
from service.services import Services
from store.database import Database
from tests.support.clock import Clock
from tests.support.prepared import PreparedDatabases
from workers.pool import LocalPool
from workers.setup import WorkerLimits


@pytest.fixture
async def database(prepared_databases: PreparedDatabases) -> AsyncIterator[Database]:
    """A fresh database in a file."""
    async with prepared_databases.opened() as database:
        yield database


@pytest.fixture
def local_pool() -> LocalPool:
    """A pool that is not started."""
    return LocalPool(workers=1, queue=1, per_person=1, limits=WorkerLimits(seconds=1))


@pytest.fixture
def now() -> Clock:
    """The time of the services and the bot."""
    return Clock()


@pytest.fixture
def services(database: Database, local_pool: LocalPool, now: Clock) -> Services:
    """All use cases over a fresh database and a pool that is not started."""
    return Services(Settings().of_services, local_pool, database, now)


@pytest.fixture
async def bot(
    services: Services, database: Database, local_pool: LocalPool, now: Clock
) -> DiscordBot:
    """A bot that is connected to nothing."""
    return build_bot(
        Settings(), services, database, local_pool.metrics, ClockGuard(TimeSource(now))
    )
