"""The whole service: workers, a connection to Discord or to a local chat, and its end."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial

import aiohttp
import discord
import structlog

from bot.client import OuroClient, use_api
from bot.clock import Clock, utc_now
from bot.duties import ALL
from bot.duties.running import on_duty
from bot.errors import StartError
from bot.health import serving_health
from bot.logs import configure_logging
from bot.metrics import Metrics
from bot.readiness import readiness
from bot.settings import Settings
from bot.texts import operator
from bot.watching import WatchedDatabase
from bot.work import LocalPool
from bot.worker import MEBIBYTE, Preparation, WorkerLimits
from sandbox.errors import DirectoryError
from sandbox.server import Sandbox
from store.database import Database, open_database
from store.errors import StoreError

WORK_SECONDS = 300.0
"""How much longer than its search a job may take before it is killed.

What a job does beside such a search is counted, and takes half a minute at the very most on the
machine of docs/benchmarks.md. So this is no limit of work, but ends what hangs: also on a machine
a tenth as fast, a job comes to its end before.
"""

GOODBYE_SECONDS = 4.0
"""How long a stopping bot waits for the answers it still owes."""

log = structlog.stdlib.get_logger(__name__)


async def serve(settings: Settings) -> None:
    """Run until SIGINT or SIGTERM.

    With a token the bot connects to Discord. Without one it opens a local chat, connects
    there, and prints the address of the chat page.

    Raises `StartError` when Discord does not accept the token or cannot be reached, and when
    the port of the local chat is taken or its folder cannot be used.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with open_pool(settings) as pool:
        if settings.token is not None:
            use_api(settings.api_base)
            await run_client(settings, pool, settings.token.get_secret_value(), stop)
        else:
            await _serve_locally(settings, pool, stop)
    log.info("stopped")


def open_pool(settings: Settings) -> LocalPool:
    """The worker processes these settings ask for."""
    return LocalPool(
        workers=settings.workers,
        queue=settings.queue,
        long_queue=max(1, round(settings.longest_wait / settings.solve_seconds)),
        per_person=settings.per_person,
        limits=WorkerLimits(
            seconds=settings.solve_seconds + WORK_SECONDS,
            memory=settings.worker_memory,
            answer=settings.answer_size * MEBIBYTE,
        ),
        preparation=Preparation(
            # Also what its arguments are made of: a fresh worker then has nothing to import.
            ("bot.jobs", "bot.logs", "bot.settings", "bot.work"),
            partial(configure_logging, settings.without_secrets),
        ),
    )


async def _serve_locally(settings: Settings, pool: LocalPool, stop: asyncio.Event) -> None:
    async with contextlib.AsyncExitStack() as stack:
        try:
            sandbox = await stack.enter_async_context(
                Sandbox(settings.sandbox_port, application="Ouro", directory=settings.data / "chat")
            )
        except DirectoryError as error:
            raise StartError((str(error),)) from error
        except OSError as error:
            raise StartError((operator.port_taken(settings.sandbox_port),)) from error
        use_api(sandbox.api_base)
        # For the person who started the bot; the log may go elsewhere.
        print(operator.local_chat(sandbox.page_url), flush=True)  # noqa: T201
        await run_client(settings, pool, sandbox.token, stop, partial(_time_in, sandbox))


def _time_in(sandbox: Sandbox) -> datetime:
    """The time of a local chat, which its page can put forward."""
    return datetime.fromtimestamp(sandbox.clock(), UTC)


async def run_client(
    settings: Settings, pool: LocalPool, token: str, stop: asyncio.Event, now: Clock = utc_now
) -> None:
    """Keep one client connected until `stop` is set or the connection fails for good."""
    async with (
        _open_database(settings, pool.metrics) as database,
        OuroClient(settings, pool, database, now) as client,
        serving_health(settings, client.metrics, readiness(client, pool)),
        on_duty(client, ALL),
    ):
        connection = asyncio.create_task(_connect(client, pool, token))
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait((connection, stopping), return_when=asyncio.FIRST_COMPLETED)
            if connection.done():
                return await connection  # it ended by itself: raise what ended it
            log.info("stopping")
            client.refuse()
            await client.finish(GOODBYE_SECONDS)
        finally:
            await client.close()
            connection.cancel()
            stopping.cancel()
            await asyncio.gather(connection, stopping, return_exceptions=True)


@contextlib.asynccontextmanager
async def _open_database(settings: Settings, metrics: Metrics) -> AsyncIterator[Database]:
    async with contextlib.AsyncExitStack() as stack:
        try:
            database = await stack.enter_async_context(open_database(settings.database_address))
        except StoreError as error:
            raise StartError((str(error),)) from error
        yield WatchedDatabase.around(database, metrics)


async def _connect(client: OuroClient, pool: LocalPool, token: str) -> None:
    await asyncio.gather(_log_in(client, token), pool.warm_up())
    await client.connect()


async def _log_in(client: OuroClient, token: str) -> None:
    try:
        await client.login(token)
    except discord.LoginFailure as error:
        raise StartError((operator.LOGIN_REFUSED,)) from error
    except (aiohttp.ClientConnectionError, discord.DiscordServerError) as error:
        raise StartError((operator.unreachable(client.settings.api_base),)) from error
