"""The whole service: workers, a connection to Discord or to a local chat, and its end."""

import asyncio
import signal

import structlog

from bot.client import OuroClient, use_api
from bot.settings import Settings
from bot.work import LocalPool
from sandbox.server import Sandbox

WORK_SECONDS = 10.0
"""How much longer than its search a job may take, for reading and drawing, before it is killed."""

GOODBYE_SECONDS = 5.0
"""How long a stopping bot waits for the answers it still owes."""

log = structlog.stdlib.get_logger(__name__)


async def serve(settings: Settings) -> None:
    """Run until SIGINT or SIGTERM.

    With a token the bot connects to Discord. Without one it opens a local chat, connects
    there, and prints the address of the chat page.

    Raises `discord.LoginFailure` for a token that Discord does not accept, and `OSError`
    when the port of the local chat is taken.
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
        per_person=settings.per_person,
        seconds=settings.solve_seconds + WORK_SECONDS,
        preload=("bot.jobs", "bot.work"),
    )


async def _serve_locally(settings: Settings, pool: LocalPool, stop: asyncio.Event) -> None:
    async with Sandbox(settings.sandbox_port, application="Ouro") as sandbox:
        use_api(sandbox.api_base)
        print(  # noqa: T201 - this is for the person who started the bot
            f"\n  Ouro is in a local chat. Open {sandbox.page_url} and type /solve"
            "\n  (Set DISCORD_TOKEN to connect to Discord. Ctrl+C stops.)\n",
            flush=True,
        )
        await run_client(settings, pool, sandbox.token, stop)


async def run_client(settings: Settings, pool: LocalPool, token: str, stop: asyncio.Event) -> None:
    """Keep one client connected until `stop` is set or the connection fails for good."""
    async with OuroClient(settings, pool) as client:
        await asyncio.gather(client.login(token), pool.warm_up())
        connected = asyncio.create_task(client.connect())
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait((connected, stopping), return_when=asyncio.FIRST_COMPLETED)
        if stop.is_set():
            log.info("stopping")
            pool.refuse()
            await client.finish(GOODBYE_SECONDS)
            await client.close()
        stopping.cancel()
        await connected
