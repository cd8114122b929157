"""Virtual users: many people in a local chat who wait for answers, and people with board pages.

One listener handles each event once for all of them. With `Client.press` and similar methods each
waiting call handles every event, which is too slow for hundreds of people. Those with board pages
have links from the chat, and sockets without a browser.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, TCPConnector
from msgspec import Struct

from puzzle.notation import format_puzzle
from puzzle.symmetry import images
from sandbox.chat.options import Value
from sandbox.model.components import walk
from sandbox.model.events import Event, InteractionUpdated
from sandbox.model.records import AnswerStage, Interaction
from sandbox.server import Sandbox
from solver.generate.generate import GeneratedPuzzle, series
from solver.generate.spec import GenerationSpec

SETTLED = frozenset({AnswerStage.ANSWERED, AnswerStage.FAILED})
TIMEOUT_SECONDS = 120.0
"""Maximum seconds to wait for an answer."""
PEOPLE_PER_CHANNEL = 50
"""Number of people in a channel; it is limited because a channel keeps only its newest messages."""
SIDE = 10
"""Rows and columns of the boards that players open."""
BUTTONS = MappingProxyType(
    {"up": 5, "down": 5, "left": 5, "right": 5, "undo": 2, "redo": 1, "line": 1, "cross": 1}
)
"""How often players press each button of a pad, in proportion."""
THINKING_SECONDS = (1.0, 2.0)
"""Minimum and maximum seconds from the new board to the next press."""
MAX_ARRIVING = 20
"""Maximum number of people who open their boards at the same time."""
STROKE_EDGES = 6
PAUSE_SECONDS = (0.3, 0.7)
"""Edges of a stroke, and the seconds between two strokes of a person."""


class TimedInteraction(Struct):
    """An action of a person; `begun` and `settled` are seconds of `time.perf_counter`."""

    name: str
    begun: float
    interaction: Interaction
    settled: float | None = None
    """The time when it was answered or failed."""

    @property
    def ack(self) -> float | None:
        """Seconds until the acknowledgement; None if there was none in time."""
        return self.interaction.ack_seconds

    @property
    def seconds(self) -> float | None:
        """Seconds until the answer; None if there was none."""
        answered = self.interaction.stage is AnswerStage.ANSWERED
        return self.settled - self.begun if answered and self.settled is not None else None


class VirtualUsers:
    """People who act in a chat; `actions` contains everything that they did."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._state = sandbox.state
        self._waiting: dict[int, tuple[TimedInteraction, asyncio.Future[None]]] = {}
        self._channels: dict[int, int] = {}
        self.actions: list[TimedInteraction] = []
        sandbox.state.subscribe(self._listen)

    def invite(self, count: int, name: str) -> list[int]:
        """Add `count` people, each assigned to a channel; returns their ids."""
        world, guild = self._sandbox.world, self._sandbox.home.guild
        people = [world.add_user(f"{name} {number}") for number in range(count)]
        for index, person in enumerate(people):
            if index % PEOPLE_PER_CHANNEL == 0:
                channel = world.add_channel(guild, f"{name}-{index // PEOPLE_PER_CHANNEL}")
            self._channels[person] = channel
        return people

    async def ask(self, person: int, name: str, values: Mapping[str, Value]) -> TimedInteraction:
        """Use a slash command, and wait until it is answered or has failed."""
        channel = self._channels[person]
        return await self._wait_until_settled(
            f"/{name}", self._sandbox.actions.slash(person, channel, name, values)
        )

    async def press(self, person: int, message: int, custom_id: str, name: str) -> TimedInteraction:
        """Press a button, and wait until it is answered or has failed."""
        return await self._wait_until_settled(
            name, self._sandbox.actions.component(person, message, custom_id)
        )

    async def open_board(self, person: int, puzzle: str) -> tuple[int, list[str], str]:
        """Open a board with its pad; returns its message, the `custom_id`s there, and the link to
        its page, if there is one.
        """
        shown = await self.ask(person, "play", {"puzzle": puzzle})
        message = shown.interaction.answer_id
        assert message is not None, self.text(shown)
        for draw in [each for each in self.buttons(shown) if each.endswith(":draw")]:
            shown = await self.press(person, message, draw, "draw")
        links = [str(part["url"]) for part in self._parts(shown) if part.get("url")]
        return message, self.buttons(shown), "".join(links)

    def text(self, action: TimedInteraction) -> str:
        """All texts of the answer."""
        parts = [str(part.get("content", "")) for part in self._parts(action)]
        return "\n".join(filter(None, parts))

    def buttons(self, action: TimedInteraction) -> list[str]:
        """The `custom_id`s in the answer."""
        return [str(part["custom_id"]) for part in self._parts(action) if part.get("custom_id")]

    def _parts(self, action: TimedInteraction) -> list[dict[str, Any]]:
        message = self._state.messages.get(action.interaction.answer_id or 0)
        return [] if message is None else list(walk(message.components))

    async def _wait_until_settled(self, name: str, interaction: Interaction) -> TimedInteraction:
        """Wait until an interaction is answered or has failed, for at most `TIMEOUT_SECONDS`."""
        action = TimedInteraction(name, time.perf_counter(), interaction)
        self.actions.append(action)
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[interaction.id] = action, waiting
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(waiting, TIMEOUT_SECONDS)
        return action

    def _listen(self, event: Event) -> None:
        if not isinstance(event, InteractionUpdated):
            return
        found = self._waiting.get(event.interaction.id)
        if found is None:
            return
        action, waiting = found
        action.interaction = event.interaction
        if event.interaction.stage in SETTLED:
            del self._waiting[event.interaction.id]
            action.settled = time.perf_counter()
            if not waiting.done():
                waiting.set_result(None)


@cache
def puzzle_notations(side: int, count: int = 12) -> tuple[str, ...]:
    """Notations of `count` generated puzzles for them to send, each in all its orientations."""
    made = series(GenerationSpec(side, side), count)
    puzzles = (
        image for one in made if isinstance(one, GeneratedPuzzle) for image in images(one.puzzle)
    )
    return tuple(format_puzzle(puzzle, "loopy") for puzzle in puzzles)


class VirtualPlayer(Struct):
    """A player with an open board."""

    person: int
    message: int
    buttons: Mapping[str, str]
    """The `custom_id`s by what the buttons do."""
    rng: Random

    async def press(self, users: VirtualUsers) -> TimedInteraction:
        """Press a random button of the pad."""
        [action] = self.rng.choices(list(BUTTONS), list(BUTTONS.values()))
        return await users.press(self.person, self.message, self.buttons[action], "press")

    async def play(self, users: VirtualUsers, end: float) -> list[TimedInteraction]:
        """Press buttons with pauses until `end` (seconds of `time.perf_counter`), at least one."""
        actions = list[TimedInteraction]()
        await asyncio.sleep(self.rng.uniform(0, THINKING_SECONDS[1]))
        while not actions or time.perf_counter() < end:
            actions.append(await self.press(users))
            await asyncio.sleep(self.rng.uniform(*THINKING_SECONDS))
        return actions


async def arrive(users: VirtualUsers, count: int, name: str, rng: Random) -> list[VirtualPlayer]:
    """Add people who open their own boards, at most `MAX_ARRIVING` at the same time."""
    gate = asyncio.Semaphore(MAX_ARRIVING)

    async def one(person: int, board: str) -> VirtualPlayer:
        async with gate:
            message, buttons, _ = await users.open_board(person, board)
        found = {each.rpartition(":")[2]: each for each in buttons}
        assert found.keys() >= BUTTONS.keys(), found
        return VirtualPlayer(person, message, found, Random(person))

    people, puzzles = users.invite(count, name), puzzle_notations(SIDE)
    return await asyncio.gather(*(one(person, rng.choice(puzzles)) for person in people))


class Guest(Struct, frozen=True):
    """A person with a board in chat: the message, the `custom_id` of its arrow, and a link."""

    person: int
    message: int
    arrow: str
    link: str


async def invite(users: VirtualUsers, puzzles: Sequence[str], name: str) -> list[Guest]:
    """Add a person for each puzzle, who opens its board with its pad."""
    gate = asyncio.Semaphore(10)

    async def one(person: int, puzzle: str) -> Guest:
        async with gate:
            message, buttons, link = await users.open_board(person, puzzle)
        [arrow] = [each for each in buttons if each.endswith(":right")]
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
