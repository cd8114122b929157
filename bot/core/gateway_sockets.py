"""Closes gateway connections that broke during their handshake."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import aiohttp

Socket: TypeAlias = aiohttp.ClientWebSocketResponse[Any]
Connect: TypeAlias = Callable[..., Awaitable[Socket]]


def closing_broken_sockets(connect: Connect) -> Connect:
    """Wrap a connect function so that each call first closes earlier connections that broke.

    discord.py drops a connection that breaks while it identifies, without closing it.
    """
    opened: set[Socket] = set()

    async def connected(*arguments: Any, **options: Any) -> Socket:
        for socket in [each for each in opened if _has_broken(each)]:
            opened.discard(socket)
            await socket.close()
        socket = await connect(*arguments, **options)
        opened.add(socket)
        return socket

    return connected


def _has_broken(socket: Socket) -> bool:
    return socket.closed or socket.get_extra_info("peername") is None
