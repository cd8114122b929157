"""People with board pages: links from the chat, and sockets without a browser."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, TCPConnector

from sandbox.model.components import walk
from sandbox.server import Sandbox
from tools.bench.virtual_users import VirtualUsers

STROKE_EDGES = 6
PAUSE_SECONDS = (0.3, 0.7)
"""Edges of a stroke, and the seconds between two strokes of a person."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A person with a board in chat: the message, the `custom_id` of its arrow, and a link."""

    person: int
    message: int
    arrow: str
    link: str


async def invite(
    sandbox: Sandbox, users: VirtualUsers, puzzles: Sequence[str], name: str
) -> list[Guest]:
    """Add a person for each puzzle, who opens its board and asks for a link to the page."""
    gate = asyncio.Semaphore(10)

    async def one(person: int, puzzle: str) -> Guest:
        async with gate:
            opened = await users.ask(person, "play", {"puzzle": puzzle})
            message = opened.interaction.answer_id
            assert message is not None, users.text(opened)
            [button] = [each for each in users.buttons(opened) if each.endswith(":page")]
            linked = await users.press(person, message, button, "open")
            answer = sandbox.state.messages[linked.interaction.answer_id or 0]
            [link] = [str(part["url"]) for part in walk(answer.components) if part.get("url")]
        arrow = button.replace(":page", ":right")
        return Guest(person, message, arrow, link)

    people = users.invite(len(puzzles), name)
    return await asyncio.gather(*map(one, people, puzzles))


class PageSockets:
    """Opens sockets of pages, and closes them at the end."""

    def __init__(self, session: ClientSession) -> None:
        self._session = session
        self._tokens: dict[str, str] = {}
        self.open: list[ClientWebSocketResponse] = []

    async def join(self, link: str) -> tuple[ClientWebSocketResponse, str]:
        """Open a socket by a link, which may be used before; returns it and the marks."""
        address, _, secret = link.partition("#")
        if link not in self._tokens:
            body = {"link": secret, "holder": "h" * 22}
            async with self._session.post(f"{address}api/session", json=body) as answer:
                answer.raise_for_status()
                self._tokens[link] = (await answer.json())["token"]
        socket = await self._session.ws_connect(f"{address}api/live", protocols=("ouro.1",))
        self.open.append(socket)
        await socket.send_json({"token": self._tokens[link]})
        return socket, (await socket.receive_json())["marks"]

    async def close(self) -> None:
        """Close all sockets."""
        await asyncio.gather(*(socket.close() for socket in self.open))
        self.open.clear()


@asynccontextmanager
async def page_sockets(address: str) -> AsyncIterator[PageSockets]:
    """Sockets to the pages at an address."""
    origin = address.rstrip("/")
    connector = TCPConnector(limit=0)
    async with ClientSession(headers={"Origin": origin}, connector=connector) as session:
        sockets = PageSockets(session)
        try:
            yield sockets
        finally:
            await sockets.close()


async def draw(
    socket: ClientWebSocketResponse, marks: str, seconds: float, random: Random
) -> list[float]:
    """Draw strokes with pauses; the seconds from each to its acknowledgement."""
    board, number, times = list(marks), 0, list[float]()
    stream, end = f"{random.getrandbits(100):025d}"[:25], time.perf_counter() + seconds
    await asyncio.sleep(random.random())
    while time.perf_counter() < end:
        number += 1
        edges = [
            _change(board, edge, random) for edge in random.sample(range(len(board)), STROKE_EDGES)
        ]
        begun = time.perf_counter()
        await socket.send_json({"s": stream, "n": number, "do": "mark", "edges": edges})
        answer: dict[str, Any] = {}
        while "ack" not in answer:
            answer = json.loads(await socket.receive_str())
            if "refused" in answer:
                raise SystemExit(f"A stroke was refused: {answer['text']}")
        times.append(time.perf_counter() - begun)
        await asyncio.sleep(random.uniform(*PAUSE_SECONDS))
    return times


def _change(board: list[str], edge: int, random: Random) -> tuple[int, str, str]:
    """An edge, its mark, and another one, which is noted."""
    before = board[edge]
    board[edge] = random.choice([mark for mark in ".-x" if mark != before])
    return edge, before, board[edge]
