"""Listens for HTTP requests at an address that settings name."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from app.errors import StartError
from texts import operator

SHUTDOWN_SECONDS = 60.0
"""How long a stopping server waits for open requests, unless told otherwise."""


@asynccontextmanager
async def listening(
    app: web.Application,
    host: str,
    port: int,
    settings: str,
    *,
    shutdown_seconds: float = SHUTDOWN_SECONDS,
) -> AsyncIterator[None]:
    """Serve an application while the block runs.

    `settings` is the beginning of the names of the settings with the address. Raises `StartError`,
    which names them, when nothing can listen there.
    """
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=shutdown_seconds)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise StartError((operator.http_port_taken(host, port, settings),)) from error
        yield
    finally:
        await runner.cleanup()
