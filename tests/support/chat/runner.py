"""Runs a bot in a local chat: the real discord.py client, real sockets, real worker processes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from app.main import open_pool, run_client
from app.settings import Settings
from bot.client import use_api
from sandbox.server import Sandbox
from sandbox.testing.waiting import wait_until
from workers.pool import LocalPool


class Runner(Protocol):
    """What the fixture `run_bot` gives."""

    def __call__(
        self, sandbox: Sandbox, **settings: Any
    ) -> AbstractAsyncContextManager[LocalPool]: ...


def now_of(chat: Sandbox) -> datetime:
    return datetime.fromtimestamp(chat.clock(), UTC)


@asynccontextmanager
async def running_bot(sandbox: Sandbox, data: Path, **changes: Any) -> AsyncIterator[LocalPool]:
    """A bot in a sandbox with the given settings; its time is that of the sandbox."""
    chosen = {"data": data, "workers": 2, "per_person": 100, **changes}
    settings = Settings().model_copy(update=chosen)
    use_api(sandbox.api_base)
    stop = asyncio.Event()
    async with open_pool(settings) as pool:
        client = run_client(settings, pool, sandbox.token, stop, lambda: now_of(sandbox))
        bot = asyncio.create_task(client)
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
