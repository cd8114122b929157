"""Fixtures: a sandbox for each test, a bot connected to it, and direct access to its API."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from sandbox.server import Sandbox
from tests.support.contract.contract import Contract
from tests.support.sandbox.api import Api
from tests.support.sandbox.clock import Clock
from tests.support.sandbox.sample_bot import SampleBot, connected


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def sandbox(clock: Clock, contract: Contract) -> AsyncIterator[Sandbox]:
    async with Sandbox(clock=clock, application="Painter", inspector=contract) as running:
        yield running


@pytest.fixture
async def bot(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SampleBot]:
    async with connected(sandbox, monkeypatch) as running:
        yield running


@pytest.fixture
async def api(sandbox: Sandbox) -> AsyncIterator[Api]:
    """Direct requests to the REST API."""
    async with aiohttp.ClientSession() as session:
        yield Api(sandbox, session)
