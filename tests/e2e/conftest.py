"""A bot in a local chat: the real discord.py client, real sockets, real worker processes."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from app.main import open_pool, run_client
from app.settings import Settings
from bot.client import use_api
from sandbox.server import Sandbox
from sandbox.testing.waiting import wait_until
from tests.contract.contract import Contract
from workers.pool import LocalPool


class Runner(Protocol):
    def __call__(
        self, sandbox: Sandbox, **settings: Any
    ) -> AbstractAsyncContextManager[LocalPool]: ...


@pytest.fixture(autouse=True)
def _restored_addresses() -> Iterator[None]:
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    yield
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


@pytest.fixture
async def sandbox(contract: Contract | None) -> AsyncIterator[Sandbox]:
    """A local chat in which every breach of Discord's contract fails the test."""
    async with Sandbox(application="Ouro", inspector=contract) as sandbox:
        yield sandbox


@pytest.fixture
def run_bot(tmp_path: Path) -> Runner:
    """Runs a bot in a sandbox with the given settings while the context is open.

    Its time is that of the sandbox: `sandbox.model.clock.advance` moves both.
    """

    @asynccontextmanager
    async def running(sandbox: Sandbox, **changes: Any) -> AsyncIterator[LocalPool]:
        settings = Settings().model_copy(
            update={"data": tmp_path, "workers": 2, "per_person": 100, **changes}
        )

        def now() -> datetime:
            return datetime.fromtimestamp(sandbox.clock(), UTC)

        use_api(sandbox.api_base)
        stop = asyncio.Event()
        async with open_pool(settings) as pool:
            bot = asyncio.create_task(run_client(settings, pool, sandbox.token, stop, now))
            online = wait_until(sandbox.state, lambda: sandbox.state.online or None, 30)
            waiting = asyncio.create_task(online)
            await asyncio.wait((bot, waiting), return_when=asyncio.FIRST_COMPLETED)
            if bot.done():
                waiting.cancel()
                await bot
            await waiting
            try:
                yield pool
            finally:
                stop.set()
                await bot
        await wait_until(sandbox.state, lambda: not sandbox.state.online or None, 30)

    return running


@pytest.fixture
async def chat(sandbox: Sandbox, run_bot: Runner) -> AsyncIterator[Sandbox]:
    """A sandbox with a running bot."""
    async with run_bot(sandbox):
        yield sandbox
