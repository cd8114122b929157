"""The whole service: workers, a connection to Discord or to a local chat, and its end."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial

import structlog

from app.discord_bot import build_bot
from app.errors import StartError
from app.health import serving_health
from app.job_registry import job_registry
from app.readiness import readiness
from app.services import build_services
from app.settings import Settings
from app.timed_database import TimedDatabase
from bot.client import OuroClient, use_api
from bot.errors import LoginRefused, Unreachable
from sandbox.model.errors import DirectoryError
from sandbox.server import Sandbox
from service.clock import Clock, utc_now
from service.quotas import Quotas
from service.scheduler import running
from store.database import Database, open_database
from store.errors import StoreError
from telemetry.logs import configure_logging
from telemetry.metrics import Metrics
from texts import operator
from workers.child import MEBIBYTE
from workers.pool import LocalPool
from workers.process import WorkerLimits, WorkerSetup

WORK_SECONDS = 300.0
"""How much longer than its search a job may take before it is killed.

What a job does beside such a search is counted, and takes half a minute at the very most on the
machine of docs/benchmarks.md. So this is no limit of work, but ends what hangs: also on a machine
a tenth as fast, a job comes to its end before.
"""

LOGOUT_SECONDS = 4.0
"""How long a stopping bot waits for the answers it still owes."""
STORE_SECONDS = 1.0
"""How long it may take to store what people used up."""

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


def worker_setup(settings: Settings) -> WorkerSetup:
    """What every worker has: the jobs, and the log that these settings ask for."""
    return WorkerSetup(
        registry=job_registry,
        start=configure_logging,
        arguments=(settings.log_format, settings.log_level),
    )


def open_pool(settings: Settings, setup: WorkerSetup | None = None) -> LocalPool:
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
        worker_setup=worker_setup(settings) if setup is None else setup,
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
    metrics = pool.metrics
    async with contextlib.AsyncExitStack() as stack:
        database = await stack.enter_async_context(_open_database(settings, metrics))
        services = build_services(settings, pool, database, now)
        bot = build_bot(settings, services, database, metrics, now)
        client = await stack.enter_async_context(bot.client)
        checks = readiness(client, database, pool, metrics)
        await stack.enter_async_context(serving_health(settings, metrics, checks))
        await stack.enter_async_context(
            running(bot.tasks, client.connected, lambda: bot.drain.stopping)
        )
        connection = asyncio.create_task(_connect(client, pool, token))
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait((connection, stopping), return_when=asyncio.FIRST_COMPLETED)
            if connection.done():
                return await connection  # it ended by itself: raise what ended it
            log.info("stopping")
            bot.drain.refuse()
            await bot.drain.finish(LOGOUT_SECONDS)
            await services.pending_replies.close()
        finally:
            await _store_quotas(services.quotas)
            await client.close()
            connection.cancel()
            stopping.cancel()
            await asyncio.gather(connection, stopping, return_exceptions=True)


async def _store_quotas(quotas: Quotas) -> None:
    """Store what people used up; where that takes too long, it is lost."""
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


async def _log_in(client: OuroClient, token: str) -> None:
    try:
        await client.log_in(token)
    except LoginRefused as error:
        raise StartError((operator.LOGIN_REFUSED,)) from error
    except Unreachable as error:
        raise StartError((operator.unreachable(error.address),)) from error
