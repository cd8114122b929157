"""Connections to the gateway that broke before they were of any use."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import aiohttp

Socket: TypeAlias = aiohttp.ClientWebSocketResponse[Any]
Connect: TypeAlias = Callable[..., Awaitable[Socket]]


def closing_broken_sockets(connect: Connect) -> Connect:
    """Connects as before, and first closes what was opened earlier and has broken.

    The library lets go of a connection that breaks while it says who it is, without closing it.
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
