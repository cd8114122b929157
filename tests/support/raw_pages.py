"""Connections to a board page's server that send bytes as they like, and read only when told."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from msgspec import Struct

RECEIVE_BYTES = 4096
"""What the system keeps for a connection that does not read."""


class RawPage(Struct, frozen=True):
    """A connection to the server at a port of this machine."""

    socket: socket.socket
    port: int

    async def send(self, data: bytes) -> None:
        """Send bytes; raises `ConnectionError` when the server has cut the connection off."""
        await asyncio.get_running_loop().sock_sendall(self.socket, data)

    async def drip(self, start: bytes, rest: bytes = b"x") -> None:
        """Send bytes, and then some again and again until the server cuts the connection off."""
        await self.send(start)
        try:
            while True:
                await self.send(rest)
                await asyncio.sleep(0.001)
        except ConnectionError:
            return

    async def receive(self, most: int) -> bytes:
        """The next bytes, at most so many; none when the server has ended the connection."""
        return await asyncio.get_running_loop().sock_recv(self.socket, most)

    async def end(self) -> None:
        """Read until the server ends the connection."""
        try:
            while await self.receive(65536):
                pass
        except ConnectionError:
            return

    def request(self, method: str, path: str, *headers: str, body: bytes = b"") -> bytes:
        """A request of a page."""
        host = f"127.0.0.1:{self.port}"
        fields = [f"Host: {host}", f"Origin: http://{host}", *headers]
        if body:
            fields += [f"Content-Length: {len(body)}", "Content-Type: application/json"]
        return "\r\n".join([f"{method} {path} HTTP/1.1", *fields, "", ""]).encode() + body

    def upgrade(self) -> bytes:
        """The request of a socket."""
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
        fields = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", key)
        return self.request("GET", "/api/live", *fields)


def frame(value: object) -> bytes:
    """A frame of a socket with a JSON value."""
    text = json.dumps(value).encode()
    return b"\x81\xfe" + len(text).to_bytes(2, "big") + bytes(4) + text


@asynccontextmanager
async def raw_page(port: int, address: str = "127.0.0.1") -> AsyncIterator[RawPage]:
    """A connection from an address of this machine while the block runs."""
    with socket.socket() as connection:
        connection.bind((address, 0))
        connection.setblocking(False)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BYTES)
        await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", port))
        yield RawPage(connection, port)
