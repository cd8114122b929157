"""What tests of the bot share."""

from collections.abc import AsyncIterator

import pytest

from bot.client import OuroClient
from bot.settings import Settings
from bot.work import LocalPool
from bot.worker import WorkerLimits
from store.database import Database
from tests.support.prepared import PreparedDatabases


@pytest.fixture
async def database(prepared_databases: PreparedDatabases) -> AsyncIterator[Database]:
    """A fresh database in a file."""
    async with prepared_databases.opened() as database:
        yield database


@pytest.fixture
async def client(database: Database) -> OuroClient:
    """A client that is connected to nothing."""
    pool = LocalPool(workers=1, queue=1, per_person=1, limits=WorkerLimits(seconds=1))
    return OuroClient(Settings(), pool, database)
