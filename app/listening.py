"""Listens for HTTP requests at an address that settings name."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import cast

from aiohttp import web
from aiohttp.log import server_logger

from app.errors import StartError
from texts import operator
from web.connections import Connections, is_worth_logging

SHUTDOWN_SECONDS = 1.0
"""How long a stopping server waits for open requests."""
IDLE_SECONDS = 130.0
"""How long a connection may wait for another request; proxies close theirs before."""


@asynccontextmanager
async def listening(
    app: web.Application,
    host: str,
    port: int,
    settings: str,
    connections: Connections,
) -> AsyncIterator[int]:
    """Serve an application while the block runs, within the limits of `connections`.

    Yields the port. `settings` is the beginning of the names of the settings with the address.
    Raises `StartError`, which names them, when nothing can listen there.
    """
    app.middlewares.append(connections.middleware)
    runner = web.AppRunner(
        app,
        access_log=None,
        shutdown_timeout=SHUTDOWN_SECONDS,
        keepalive_timeout=IDLE_SECONDS,
        auto_decompress=False,  # no page compresses what it sends
    )
    server_logger.addFilter(is_worth_logging)
    await runner.setup()
    try:
        new_protocol = partial(connections.protocol, cast("web.Server", runner.server))
        try:
            server = await asyncio.get_running_loop().create_server(new_protocol, host, port)
        except OSError as error:
            raise StartError((operator.http_port_taken(host, port, settings),)) from error
        try:
            yield int(server.sockets[0].getsockname()[1])
        finally:
            server.close()
    finally:
        await runner.cleanup()
