"""Runs the bot in a local chat, with the real discord.py client, sockets and workers."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol, TypeAlias
from unittest import mock

from msgspec import Struct
from msgspec.structs import replace
from pydantic import SecretStr

from app import main as service
from app.discord_bot import DiscordBot, build_bot
from app.local_chat import page_of_chat, time_of_chat
from app.main import run_client
from app.pools import WORKER_SETUP, open_pool
from app.settings import Settings
from bot.answering import interactions
from bot.answering.layouts import LinkedView
from bot.connection.client import use_api
from sandbox.model.waiting import wait_until
from service.running.clock import Clock
from service.running.scheduler import PeriodicTask
from store.address import file_address
from tests.support.prepared import PreparedDatabases
from tests.support.sandbox.patient import PATIENCE
from tests.support.sandbox.server import Sandbox
from tests.support.solving_jobs import registry
from tests.support.waiting import until
from workers.pool import LocalPool


class Runner(Protocol):
    """The type of the fixture `run_bot`."""

    def __call__(
        self, sandbox: Sandbox, **settings: Any
    ) -> AbstractAsyncContextManager[LocalPool]: ...


def now_of(chat: Sandbox) -> datetime:
    return datetime.fromtimestamp(chat.clock(), UTC)


TaskSelection: TypeAlias = Callable[[Sequence[PeriodicTask]], Sequence[PeriodicTask]]
"""Selects the periodic tasks that a bot runs, and their intervals."""


def all_tasks(tasks: Sequence[PeriodicTask]) -> Sequence[PeriodicTask]:
    """All tasks with their real intervals."""
    return tasks


def no_tasks(tasks: Sequence[PeriodicTask]) -> Sequence[PeriodicTask]:
    """The bot only reacts to interactions, and sends the messages that they leave pending."""
    return [task for task in tasks if task.name == "send messages"]


def often(*names: str) -> TaskSelection:
    """All tasks; those with these names run every 0.2 s."""

    def choose(tasks: Sequence[PeriodicTask]) -> Sequence[PeriodicTask]:
        assert set(names) <= {task.name for task in tasks}
        return [replace(task, seconds=0.2) if task.name in names else task for task in tasks]

    return choose


class Running(Struct, frozen=True):
    """A connected bot and its worker pool."""

    pool: LocalPool
    bot: DiscordBot

    async def idle(self) -> None:
        """Wait until no interaction is being handled."""
        await until(lambda: not self.bot.drain.busy)


@asynccontextmanager
async def serving_bot(
    sandbox: Sandbox, data: Path, prepared_databases: PreparedDatabases, **changes: Any
) -> AsyncIterator[Running]:
    """A bot for several tests, with dailies in its own database and without periodic tasks."""
    address = file_address(data / "ouro.db")
    await prepared_databases.provide_dailies(now_of(sandbox).date(), address)
    database = SecretStr(address)
    async with running_bot(sandbox, data, tasks=no_tasks, database=database, **changes) as bot:
        yield bot


@asynccontextmanager
async def running_bot(
    sandbox: Sandbox,
    data: Path,
    tasks: TaskSelection = all_tasks,
    now: Clock | None = None,
    *,
    activity: bool = False,
    **changes: Any,
) -> AsyncIterator[Running]:
    """A bot in a sandbox with changed settings; its clock is that of the sandbox.

    Its board page is no Activity unless `activity` is set, so that Play answers with a message.

    However busy the machine is, the bot waits for the settings of a server: without them, it
    answers privately.

    `now` is the clock of the bot's machine if that is another one, which may be wrong.
    Its only worker, whose start takes longer than some tests, also knows the jobs of `sample_jobs`,
    which may write in `data / "samples"`.
    """
    chosen = {"data": data, "workers": 1, "per_person": 100, "person_pace": 1000.0, **changes}
    settings = Settings().model_copy(update=chosen)
    use_api(sandbox.api_base)
    stop = asyncio.Event()
    built = []

    def build(*arguments: Any, **options: Any) -> DiscordBot:
        bot = build_bot(*arguments, **options)
        bot.client._connection.guild_ready_timeout = 0.05  # seconds
        built.append(replace(bot, tasks=tuple(tasks(bot.tasks))))
        return built[0]

    samples = data / "samples"
    samples.mkdir(exist_ok=True)
    setup = replace(WORKER_SETUP, registry=registry, writable=(str(samples),))
    async with AsyncExitStack() as stack:
        stack.enter_context(mock.patch.object(interactions, "LOOKUP_SECONDS", PATIENCE))
        stack.enter_context(mock.patch.object(LinkedView, "command_ids", {}))
        pool = await stack.enter_async_context(open_pool(settings, setup))
        with mock.patch.object(service, "build_bot", build):
            clocks = time_of_chat(sandbox)
            if now is not None:
                clocks = replace(clocks, wall=now)
            page = page_of_chat(sandbox)
            page = page if activity else replace(page, client_secret=None)
            client = run_client(settings, pool, sandbox.token, stop, clocks, local_page=page)
            bot = asyncio.create_task(client)
            online = wait_until(sandbox.state, lambda: sandbox.state.online or None, 300)
            waiting = asyncio.create_task(online)
            await asyncio.wait((bot, waiting), return_when=asyncio.FIRST_COMPLETED)
        if bot.done():
            waiting.cancel()
            await bot
        await waiting
        try:
            yield Running(pool, built[0])
        finally:
            stop.set()
            await bot
    await wait_until(sandbox.state, lambda: not sandbox.state.online or None, 300)
