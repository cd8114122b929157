"""What tests of the bot share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.settings import Settings
from bot.client import OuroClient
from store.database import Database, open_database
from workers.pool import LocalPool
from workers.process import WorkerLimits


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """A fresh database in a file."""
    async with open_database(f"sqlite:///{tmp_path / 'ouro.db'}") as database:
        yield database


@pytest.fixture
async def client(database: Database) -> OuroClient:
    """A client that is connected to nothing."""
    pool = LocalPool(workers=1, queue=1, per_person=1, limits=WorkerLimits(seconds=1))
    return OuroClient(Settings(), pool, database)
