"""A board page without a browser: it keeps, sends and drops requests as the real one does."""

import asyncio
import json
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from aiohttp import ClientConnectionError, ClientWebSocketResponse, WSMsgType

from tests.support.board_pages import Client

_streams = count(1)


def new_stream() -> str:
    """The name of a stream that no other page has."""
    return f"{next(_streams):022d}"


@dataclass
class PageTwin:
    """A page of a session: what it shows, what waits for an answer, and how each request ended."""

    token: str
    marks: list[str] = field(default_factory=list)
    waiting: list[dict[str, Any]] = field(default_factory=list)
    ended: dict[tuple[str, int], str] = field(default_factory=dict)
    stream: str = field(default_factory=new_stream)
    number: int = 0
    revision: int = -1
    socket: ClientWebSocketResponse | None = None
    reading: asyncio.Task[None] | None = None
    _sent: bool = False
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def ask(self, **request: Any) -> None:
        """Keep a request, which is sent when its turn comes."""
        self.number += 1
        self.waiting.append({"s": self.stream, "n": self.number, **request})

    def copy(self) -> "PageTwin":
        """A duplicated tab: it has the same waiting requests, and numbers its own anew."""
        return PageTwin(self.token, [*self.marks], [*self.waiting])

    async def reload(self) -> None:
        """Load the page again: requests that wait are kept, later ones have another stream."""
        await self.drop()
        self.stream, self.number, self.revision = new_stream(), 0, -1

    async def connect(self, client: Client) -> None:
        """Open a socket to a server, unless one is open."""
        if self.socket is not None and not self.socket.closed:
            return
        origin = str(client.make_url("/")).rstrip("/")
        self.socket = await client.ws_connect("/api/live", headers={"Origin": origin})
        await self.socket.send_json({"token": self.token})
        self._sent = False
        self.reading = asyncio.create_task(self._read(self.socket))

    async def send(self) -> None:
        """Send the first waiting request, unless its answer is awaited."""
        if self.socket is not None and self.waiting and not self._sent:
            self._sent = True
            try:
                await self.socket.send_json(self.waiting[0])
            except ClientConnectionError:
                self._sent = False

    async def repeat(self) -> None:
        """Send the first waiting request, though it may have been sent."""
        self._sent = False
        await self.send()

    async def drop(self) -> None:
        """Lose the connection, with what is on its way."""
        if self.socket is not None and self.reading is not None:
            self.reading.cancel()
            await asyncio.gather(self.reading, return_exceptions=True)
            connection = self.socket._response.connection
            if connection is not None and connection.transport is not None:
                connection.transport.abort()
            await self.socket.close()
        self.socket, self._sent = None, False

    async def settle(self) -> None:
        """Send all that waits, and wait for the answers."""
        while self.waiting:
            self._changed.clear()
            await self.send()
            await self._changed.wait()

    async def catch_up(self, revision: int) -> None:
        """Wait until the page shows a revision of its board, or a newer one."""
        while self.revision < revision:
            self._changed.clear()
            await self._changed.wait()

    async def _read(self, socket: ClientWebSocketResponse) -> None:
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                self._take(json.loads(message.data))
                self._changed.set()

    def _take(self, message: dict[str, Any]) -> None:
        """Take a message as the page does: marks of an older board are ignored."""
        number = message.get("ack") or message.get("refused")
        if number is not None:
            self._sent = False
            self._settle((message["s"], number), message)
        revision = message.get("revision", self.revision)
        if revision < self.revision:
            return
        self.revision = revision
        if "marks" in message:
            self.marks = list(message["marks"])
        for edge, mark in message.get("changes", ()):
            self.marks[edge] = mark

    def _settle(self, request: tuple[str, int], message: dict[str, Any]) -> None:
        if message.get("why") == "busy":
            return
        self.waiting = [each for each in self.waiting if (each["s"], each["n"]) != request]
        self.ended[request] = "done" if "ack" in message else str(message["why"])
        if message.get("why") == "conflict":
            self.waiting.clear()
            self.stream, self.number = new_stream(), 0
