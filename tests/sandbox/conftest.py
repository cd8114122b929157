"""A sandbox per test, and a bot on it."""

from collections.abc import AsyncIterator

import pytest

from sandbox.server import Sandbox
from tests.contract.contract import Contract
from tests.sandbox.sample_bot import SampleBot, connected


class Clock:
    """A clock that tests can put forward, in seconds since 1970."""

    def __init__(self) -> None:
        self.now = 1_760_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def sandbox(clock: Clock, contract: Contract | None) -> AsyncIterator[Sandbox]:
    async with Sandbox(clock=clock, application="Painter", inspector=contract) as running:
        yield running


@pytest.fixture
async def bot(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SampleBot]:
    async with connected(sandbox, monkeypatch) as running:
        yield running
