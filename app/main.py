"""Runs the service: the workers, and a client of Discord or of a local chat, until shutdown."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from functools import partial

import structlog

from app.board_page import LocalPage, client_secret, page_url, serving_pages
from app.discord_bot import DiscordBot, build_bot
from app.errors import StartError
from app.health import process_note, readiness, serving_health, watch_processes
from app.pools import open_pool
from app.settings import Settings
from app.timed_database import TimedDatabase
from bot.connection.activity_identity import ActivityIdentity
from bot.connection.client import OuroClient, use_api
from bot.connection.discord_time import ask_time
from bot.connection.errors import LoginRefused, Unreachable
from service.running.clock import TimeSource
from service.running.clock_guard import ClockGuard, ClockWatch
from service.running.quotas import Quotas
from service.running.scheduler import running
from service.services import Services
from service.version import VERSION
from store.database import Database, open_database
from store.errors import StoreError
from telemetry.metrics import Metrics
from texts import operator
from workers.pool import LocalPool

MACHINE = TimeSource()
"""The clocks of this machine."""

LOGOUT_SECONDS = 4.0
"""Maximum seconds that a stopping bot waits for pending replies."""
STORE_SECONDS = 1.0
"""Maximum seconds that a stopping bot waits for the used quotas to be stored."""

log = structlog.stdlib.get_logger(__name__)


async def serve(settings: Settings) -> None:
    """Run until SIGINT or SIGTERM.

    With a token the bot connects to Discord. Without one it starts a local chat, connects to it,
    and then prints the URL of the chat page in a line of its own.

    Raises `StartError` when Discord rejects the token or cannot be reached, when the database or
    the folder of the local chat cannot be used, when a port is taken, and when there can be no
    cluster.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    log.info("starting", version=VERSION, data=str(settings.data))
    async with open_pool(settings) as pool:
        if settings.token is not None:
            use_api(settings.api_base)
            await run_client(settings, pool, settings.token.get_secret_value(), stop)
        else:
            from app.local_chat import serving_local_chat  # noqa: PLC0415 - not with a token

            async with serving_local_chat(settings) as chat:
                await run_client(
                    settings,
                    pool,
                    chat.token,
                    stop,
                    chat.clocks,
                    local_page=chat.page,
                    welcome=chat.welcome,
                )
    log.info("stopped")


async def run_client(  # noqa: PLR0913 - the parts of a program
    settings: Settings,
    pool: LocalPool,
    token: str,
    stop: asyncio.Event,
    clocks: TimeSource = MACHINE,
    *,
    local_page: LocalPage | None = None,
    welcome: str = "",
) -> None:
    """Keep one client connected until `stop` is set, then shut it down.

    `local_page` is where a local chat serves the board page, and `welcome` is printed when the
    client is connected.

    Raises `StartError` when the login fails, the database cannot be opened or the HTTP port is
    taken, and the error that ended the connection.
    """
    metrics = pool.metrics
    clock = ClockGuard(clocks)
    async with contextlib.AsyncExitStack() as stack:
        database = await stack.enter_async_context(_open_database(settings, metrics))
        page = page_url(settings, local_page)
        services = Services(settings.of_services, pool, database, clock)
        secret = client_secret(settings, local_page)
        bot = build_bot(
            settings, services, database, metrics, clock, page=page, launches=secret is not None
        )
        observe = metrics.periodic_tasks.record_run
        metrics.periodic_tasks.add(services.processes.renewal.name)
        await stack.enter_async_context(services.processes.alive_while(observe))
        client = await stack.enter_async_context(bot.client)
        checks = readiness(client, database, pool, metrics)
        watch_processes(services.processes, client.starts, metrics)
        notes = {"processes": partial(process_note, services.processes)}
        await stack.enter_async_context(serving_health(settings, metrics, checks, notes))
        identity = None if secret is None else ActivityIdentity(client, secret)
        pages = serving_pages(settings, services, local_page, identity)
        await stack.enter_async_context(pages)
        watch = ClockWatch(clock, partial(ask_time, client))
        metrics.clock_offset.set_function(lambda: clock.offset)
        metrics.schedules_stopped.set_function(lambda: not watch.schedules_run())
        await stack.enter_async_context(_running_tasks(bot, watch, metrics))
        connection = asyncio.create_task(_connect(client, pool, token))
        stopping = asyncio.create_task(stop.wait())
        welcoming = asyncio.create_task(_welcome(client, welcome))
        try:
            await asyncio.wait((connection, stopping), return_when=asyncio.FIRST_COMPLETED)
            if connection.done():
                return await connection  # it ended by itself: raise its error
            log.info("stopping")
            bot.drain.stop_admitting()
            await bot.drain.finish(LOGOUT_SECONDS)
        finally:
            await bot.display.close()
            await asyncio.gather(*(sending.stop() for sending in bot.sendings))
            await _store_quotas(services.quotas)
            await client.close()
            connection.cancel()
            stopping.cancel()
            welcoming.cancel()
            await asyncio.gather(connection, stopping, welcoming, return_exceptions=True)


def _running_tasks(
    bot: DiscordBot, watch: ClockWatch, metrics: Metrics
) -> AbstractAsyncContextManager[None]:
    """Run the periodic tasks of a bot while the block runs, and measure their runs."""
    tasks = (watch.task(bot.client.connected), *bot.tasks)
    for task in tasks:
        metrics.periodic_tasks.add(task.name)
    return running(
        tasks,
        lambda: bot.drain.stopping,
        watch.until_schedules_run,
        metrics.periodic_tasks.record_run,
    )


async def _store_quotas(quotas: Quotas) -> None:
    """Store the used quotas; on failure, what was used since the last save is lost."""
    try:
        async with asyncio.timeout(STORE_SECONDS):
            await quotas.save()
    except (StoreError, TimeoutError) as error:
        log.warning("quotas not stored", reason=type(error).__name__)


@contextlib.asynccontextmanager
async def _open_database(settings: Settings, metrics: Metrics) -> AsyncIterator[Database]:
    async with contextlib.AsyncExitStack() as stack:
        try:
            database = await stack.enter_async_context(open_database(settings.database_address))
        except StoreError as error:
            raise StartError((str(error),)) from error
        yield TimedDatabase.around(database, metrics)


async def _connect(client: OuroClient, pool: LocalPool, token: str) -> None:
    await asyncio.gather(_log_in(client, token), pool.warm_up())
    await client.connect()


async def _welcome(client: OuroClient, text: str) -> None:
    """Print a text on stdout when the client is connected; the log may go elsewhere."""
    await client.connected.wait()
    if text:
        print(text, flush=True)  # noqa: T201


async def _log_in(client: OuroClient, token: str) -> None:
    try:
        await client.log_in(token)
    except LoginRefused as error:
        raise StartError((operator.LOGIN_REFUSED,)) from error
    except Unreachable as error:
        raise StartError((operator.unreachable(error.address),)) from error
