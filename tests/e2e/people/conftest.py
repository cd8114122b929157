"""A local chat at a fixed time, with a database of past dailies."""

import time
from collections.abc import AsyncIterator
from functools import partial

import pytest

from store.database import Database, open_database
from tests.support.chat.players import NOON, add_dailies
from tests.support.chat.runner import Runner
from tests.support.contract.contract import Contract
from tests.support.prepared import PreparedDatabases
from tests.support.sandbox.patient import patient_chat
from tests.support.sandbox.server import Sandbox

PAST = 40
"""Number of past days that have dailies."""


@pytest.fixture
async def sandbox(contract: Contract) -> AsyncIterator[Sandbox]:
    """A local chat whose clock starts at `NOON`."""
    start = NOON.timestamp() - time.monotonic()
    async with patient_chat(inspector=contract, clock=lambda: start + time.monotonic()) as chat:
        yield chat


@pytest.fixture
async def database(
    bot_database: str, prepared_databases: PreparedDatabases
) -> AsyncIterator[Database]:
    """The database of the bot, with the dailies of `PAST` days."""
    await prepared_databases.provide("past", partial(add_dailies, PAST), bot_database)
    async with open_database(bot_database) as database:
        yield database


@pytest.fixture
async def chat(sandbox: Sandbox, run_bot: Runner, database: Database) -> AsyncIterator[Sandbox]:
    """The local chat with a running bot that sends reminders."""
    assert database
    async with run_bot(sandbox):
        yield sandbox
