"""Listens for HTTP requests at an address that settings name."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import cast

from aiohttp import web
from aiohttp.log import server_logger

from app.errors import StartError
from texts import operator
from web.connections import BACKLOG, IDLE_SECONDS, SEND_BYTES, Connections, is_worth_logging

SHUTDOWN_SECONDS = 1.0
"""How long a stopping server waits for open requests."""
LINGER_SECONDS = 1.0
"""How long a server reads the rest of a request that it has answered already."""


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
        lingering_time=LINGER_SECONDS,
        auto_decompress=False,  # no page compresses what it sends
    )
    server_logger.addFilter(is_worth_logging)
    await runner.setup()
    try:
        new_protocol = partial(connections.protocol, cast("web.Server", runner.server))
        try:
            server = await asyncio.get_running_loop().create_server(
                new_protocol, host, port, backlog=BACKLOG
            )
        except OSError as error:
            raise StartError((operator.http_port_taken(host, port, settings),)) from error
        for listener in server.sockets:  # connections inherit it; the system doubles the number
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES // 2)
        try:
            yield int(server.sockets[0].getsockname()[1])
        finally:
            server.close()
    finally:
        await runner.cleanup()
        connections.cut_off()
