"""Board pages without a browser: they keep, send and drop requests as the real one does."""

from __future__ import annotations

import asyncio
import json
from itertools import count
from typing import Any

from aiohttp import ClientConnectionError, ClientWebSocketResponse, WSMsgType
from msgspec import Struct, field

from tests.support.board_pages import Client

LOST = (ClientConnectionError, ConnectionError)
_streams = count(1)


def new_stream() -> str:
    """The name of a stream that no other page has."""
    return f"{next(_streams):022d}"


def origin_of(client: Client) -> str:
    """The origin of the pages of a server."""
    return str(client.make_url("/")).rstrip("/")


class PageTwin(Struct):
    """A page of a session: what it shows, what waits for an answer, and how each request ended.

    `late` are the sockets that the page has given up, each with a request that arrives there last.
    """

    token: str
    marks: list[str] = field(default_factory=list)
    waiting: list[dict[str, Any]] = field(default_factory=list)
    ended: dict[tuple[str, int], str] = field(default_factory=dict)
    stream: str = field(default_factory=new_stream)
    number: int = 0
    revision: int = -1
    late: list[tuple[ClientWebSocketResponse, dict[str, Any]]] = field(default_factory=list)
    _socket: ClientWebSocketResponse | None = None
    _reading: asyncio.Task[None] | None = None
    _sent: bool = False
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def ask(self, **request: Any) -> None:
        """Keep a request, which is sent when its turn comes."""
        self.number += 1
        self.waiting.append({"s": self.stream, "n": self.number, **request})

    def copy(self) -> PageTwin:
        """A duplicated tab: it has the same waiting requests, and numbers its own anew."""
        return type(self)(self.token, [*self.marks], [*self.waiting])

    async def reload(self) -> None:
        """Load the page again: requests that wait are kept, later ones have another stream."""
        await self.drop()
        self._begin_stream()
        self.revision = -1

    async def connect(self, client: Client) -> None:
        """Open a socket to a server, unless one is open."""
        if self._socket is not None and not self._socket.closed:
            return
        headers = {"Origin": origin_of(client)}
        self._socket = await client.ws_connect("/api/live", headers=headers)
        await self._socket.send_json({"token": self.token})
        self._sent = False
        self._reading = asyncio.create_task(self._read(self._socket))

    async def send(self) -> None:
        """Send the first waiting request, unless its answer is awaited."""
        if self._socket is not None and self.waiting and not self._sent:
            self._sent = True
            try:
                await self._socket.send_json(self.waiting[0])
            except LOST:
                self._sent = False

    async def repeat(self) -> None:
        """Send the first waiting request, though it may have been sent."""
        self._sent = False
        await self.send()

    async def stall(self) -> None:
        """Send the first waiting request so that it arrives late, and give the socket up."""
        if self._socket is not None and self.waiting:
            await self._stop_reading()
            self.late.append((self._socket, self.waiting[0]))
            self._socket, self._sent = None, False

    async def arrive(self) -> None:
        """Let all late requests arrive; nobody takes their answers."""
        while self.late:
            socket, request = self.late.pop()
            try:
                await socket.send_json(request)
                while not _answers(json.loads(await socket.receive_str()), request):
                    continue
            except (*LOST, TypeError):  # the server has closed the socket
                continue

    async def drop(self) -> None:
        """Lose the connection, with what is on its way."""
        await self._stop_reading()
        if self._socket is not None:
            connection = self._socket._response.connection
            if connection is not None and connection.transport is not None:
                connection.transport.abort()
            await self._socket.close()
        self._socket, self._sent = None, False

    async def settle(self, client: Client) -> None:
        """Send all that waits, and wait for the answers."""
        while self.waiting:
            await self._go_on(client)

    async def catch_up(self, client: Client, revision: int) -> None:
        """Wait until the page shows a revision of its board, or a newer one."""
        while self.revision < revision:
            await self._go_on(client)

    async def _go_on(self, client: Client) -> None:
        """Connect, send what waits, and wait for what comes."""
        self._changed.clear()
        await self.connect(client)
        await self.send()
        await self._changed.wait()

    async def _stop_reading(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)

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
        self._changed.set()
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
            self._begin_stream()

    def _begin_stream(self) -> None:
        self.stream, self.number = new_stream(), 0


class PollingTwin(PageTwin):
    """A page where no socket opens."""

    _client: Client | None = None
    _post: asyncio.Task[None] | None = None

    async def connect(self, client: Client) -> None:
        """Ask a server for changes again and again."""
        if self._client is None:
            self._client, self._sent = client, False
            self._reading = asyncio.create_task(self._follow(client))

    async def send(self) -> None:
        """Send the first waiting request, unless its answer is awaited."""
        if self._client is not None and self.waiting and not self._sent:
            self._sent = True
            self._post = asyncio.create_task(self._send(self._client, self.waiting[0]))

    async def stall(self) -> None:
        """A late request is like one that is lost: nobody takes its answer."""
        await self.drop()

    async def drop(self) -> None:
        """Lose the connection, with what is on its way."""
        await self._stop_reading()
        if self._post is not None:
            self._post.cancel()
            await asyncio.gather(self._post, return_exceptions=True)
        self._client, self._sent = None, False

    async def _follow(self, client: Client) -> None:
        known = -1
        try:
            while True:
                path = f"/api/changes?revision={known}"
                async with client.get(path, headers=self._headers(client)) as answer:
                    if answer.status == 200:
                        message = await answer.json()
                        known = message["revision"]
                        self._take(message)
        except LOST:
            self._client, self._sent = None, False
            self._changed.set()

    async def _send(self, client: Client, request: dict[str, Any]) -> None:
        body = {"requests": [request]}
        headers = self._headers(client)
        try:
            async with client.post("/api/requests", json=body, headers=headers) as answer:
                for message in (await answer.json())["answers"]:
                    self._take(message)
        except LOST:
            self._sent = False
            self._changed.set()

    def _headers(self, client: Client) -> dict[str, str]:
        return {"Origin": origin_of(client), "Authorization": f"Bearer {self.token}"}


def _answers(message: dict[str, Any], request: dict[str, Any]) -> bool:
    return bool(message.get("s") == request["s"])
