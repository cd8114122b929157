"""Fixtures: a sandbox for each test, a bot connected to it, and direct access to its API."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from tests.support.contract.contract import Contract
from tests.support.sandbox.api import Api
from tests.support.sandbox.clock import Clock
from tests.support.sandbox.patient import PATIENCE, patient_chat
from tests.support.sandbox.sample_bot import SampleBot, connected
from tests.support.sandbox.server import Sandbox


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def deadline() -> float:
    """Seconds to acknowledge an interaction; tests of the deadline set a short one."""
    return PATIENCE


@pytest.fixture
async def sandbox(clock: Clock, contract: Contract, deadline: float) -> AsyncIterator[Sandbox]:
    chat = patient_chat("Painter", acknowledge=deadline, clock=clock, inspector=contract)
    async with chat:
        yield chat


@pytest.fixture
async def bot(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SampleBot]:
    async with connected(sandbox, monkeypatch) as running:
        yield running


@pytest.fixture
async def api(sandbox: Sandbox) -> AsyncIterator[Api]:
    """Direct requests to the REST API."""
    async with aiohttp.ClientSession() as session:
        yield Api(sandbox, session)
