"""Runs a bot in a local chat: the real discord.py client, real sockets, real worker processes."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Protocol
from unittest import mock

from pydantic import SecretStr

from bot import service
from bot.client import OuroClient, use_api
from bot.clock import Clock
from bot.duties import ALL
from bot.duties.running import Duty
from bot.service import open_pool, run_client
from bot.settings import Settings
from bot.work import LocalPool
from sandbox.server import Sandbox
from sandbox.waiting import wait_until
from store.address import file_address
from tests.support.prepared import PreparedDatabases
from tests.support.waiting import until


class Runner(Protocol):
    """What the fixture `run_bot` gives."""

    def __call__(
        self, sandbox: Sandbox, **settings: Any
    ) -> AbstractAsyncContextManager[LocalPool]: ...


def now_of(chat: Sandbox) -> datetime:
    return datetime.fromtimestamp(chat.clock(), UTC)


class Hasty(OuroClient):
    """A client that does not wait two seconds for servers that may still be told of."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._connection.guild_ready_timeout = 0.05

    async def idle(self) -> None:
        """Return when nobody is answered any more."""
        await until(lambda: not self._in_hand)


def often(*names: str) -> list[Duty]:
    """All duties, those with these names several times a second."""
    assert set(names) <= {duty.name for duty in ALL}
    return [replace(duty, seconds=0.2) if duty.name in names else duty for duty in ALL]


@dataclass(frozen=True, slots=True)
class Running:
    """A bot that is connected."""

    pool: LocalPool
    client: Hasty


@asynccontextmanager
async def serving_bot(
    sandbox: Sandbox, data: Path, prepared_databases: PreparedDatabases, **changes: Any
) -> AsyncIterator[Running]:
    """A bot for several tests: it has dailies in a file of its own, and does nothing unasked."""
    address = file_address(data / "ouro.db")
    await prepared_databases.provide_dailies(now_of(sandbox).date(), address)
    database = SecretStr(address)
    async with running_bot(sandbox, data, duties=(), database=database, **changes) as bot:
        yield bot


@asynccontextmanager
async def running_bot(
    sandbox: Sandbox,
    data: Path,
    duties: Sequence[Duty] = ALL,
    now: Clock | None = None,
    **changes: Any,
) -> AsyncIterator[Running]:
    """A bot in a sandbox with the given settings; its time is that of the sandbox, or `now`."""
    chosen = {"data": data, "workers": 2, "per_person": 100, **changes}
    settings = Settings().model_copy(update=chosen)
    use_api(sandbox.api_base)
    stop = asyncio.Event()
    clients = []

    def make_client(*arguments: Any) -> Hasty:
        clients.append(Hasty(*arguments))
        return clients[0]

    async with open_pool(settings) as pool:
        with (
            mock.patch.object(service, "OuroClient", make_client),
            mock.patch.object(service, "ALL", duties),
        ):
            client = run_client(
                settings, pool, sandbox.token, stop, now or partial(now_of, sandbox)
            )
            bot = asyncio.create_task(client)
            online = wait_until(sandbox.state, lambda: sandbox.state.online or None, 30)
            waiting = asyncio.create_task(online)
            await asyncio.wait((bot, waiting), return_when=asyncio.FIRST_COMPLETED)
        if bot.done():
            waiting.cancel()
            await bot
        await waiting
        try:
            yield Running(pool, clients[0])
        finally:
            stop.set()
            await bot
    await wait_until(sandbox.state, lambda: not sandbox.state.online or None, 30)
