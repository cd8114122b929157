"""Virtual users: people in a local chat who do not wait for answers, and who draw on board pages.

One listener handles each event once for all of them. With `Client.press` and similar methods each
waiting call handles every event, which is too slow for hundreds of people. Their pages are sockets
without a browser.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Any

from aiohttp import ClientResponseError, ClientSession, ClientWebSocketResponse, TCPConnector
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
QUIET_SECONDS = 2.0
"""When so long nothing is answered, the rest never will be: a board was drawn once for several
presses."""
PEOPLE_PER_CHANNEL = 50
"""Number of people in a channel; it is limited because a channel keeps only its newest messages."""
SIDE = 10
"""Rows and columns of the boards that players open."""
BUTTONS = MappingProxyType(
    {"up": 5, "down": 5, "left": 5, "right": 5, "undo": 2, "redo": 1, "line": 1, "cross": 1}
)
"""How often players press each button of a pad, in proportion."""
MAX_ARRIVING = 20
"""Maximum number of people who open their boards at the same time."""
STROKE_EDGES = 6
"""Edges of a stroke."""


class TimedInteraction(Struct):
    """An action of a person; `begun` and `settled` are seconds of `time.perf_counter`."""

    begun: float
    interaction: Interaction
    settled: asyncio.Future[float]
    """When it was answered or failed."""
    is_shown: bool = False
    """Whether the answer has a picture: a bot that is busy answers without."""

    @property
    def ack(self) -> float | None:
        """Seconds until the acknowledgement; None if there was none in time."""
        return self.interaction.ack_seconds

    @property
    def seconds(self) -> float | None:
        """Seconds until the picture; None if there was none."""
        return self.settled.result() - self.begun if self.is_shown else None


class VirtualUsers:
    """People who act in a chat."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._waiting: dict[int, TimedInteraction] = {}
        self._channels: dict[int, int] = {}
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

    def ask(self, person: int, name: str, values: Mapping[str, Value]) -> TimedInteraction:
        """Use a slash command."""
        return self._begin(
            self._sandbox.actions.slash(person, self._channels[person], name, values)
        )

    def press(self, person: int, message: int, custom_id: str) -> TimedInteraction:
        """Press a button."""
        return self._begin(self._sandbox.actions.component(person, message, custom_id))

    def parts(self, message: int) -> list[dict[str, Any]]:
        """The components of a message."""
        return list(walk(self._sandbox.state.messages[message].components))

    def _begin(self, interaction: Interaction) -> TimedInteraction:
        settled: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        action = TimedInteraction(time.perf_counter(), interaction, settled)
        self._waiting[interaction.id] = action
        return action

    def _listen(self, event: Event) -> None:
        if isinstance(event, InteractionUpdated):
            found = self._waiting.get(event.interaction.id)
            if found is not None:
                found.interaction = event.interaction
                if event.interaction.stage in SETTLED:
                    del self._waiting[event.interaction.id]
                    message = self._sandbox.state.messages.get(event.interaction.answer_id or 0)
                    found.is_shown = message is not None and bool(message.attachments)
                    found.settled.set_result(time.perf_counter())


class PageStroke(Struct):
    """A stroke on a page; `begun` and `settled` as of an interaction."""

    begun: float
    settled: asyncio.Future[float]
    """When it was acknowledged, which is its answer."""

    @property
    def ack(self) -> float | None:
        """Seconds until the acknowledgement; None if there was none."""
        return self.settled.result() - self.begun if self.settled.done() else None

    @property
    def seconds(self) -> float | None:
        """The same."""
        return self.ack


async def settle(futures: Sequence[asyncio.Future[float]]) -> None:
    """Wait until all are done, or none has been for `QUIET_SECONDS`."""
    while left := [each for each in futures if not each.done()]:
        await asyncio.wait(left, timeout=QUIET_SECONDS)
        if not any(each.done() for each in left):
            break


@cache
def puzzle_notations(count: int = 12) -> tuple[str, ...]:
    """Notations of `count` generated puzzles, each in all its orientations."""
    made = series(GenerationSpec(SIDE, SIDE), count)
    puzzles = (
        image for one in made if isinstance(one, GeneratedPuzzle) for image in images(one.puzzle)
    )
    return tuple(format_puzzle(puzzle, "loopy") for puzzle in puzzles)


class VirtualPlayer(Struct, frozen=True):
    """A person with an open board."""

    person: int
    message: int
    buttons: Mapping[str, str]
    """The `custom_id`s by what the buttons do."""
    rng: Random

    def press(self, users: VirtualUsers) -> TimedInteraction:
        """Press a random button of the pad."""
        names = [name for name in BUTTONS if name in self.buttons]
        [name] = self.rng.choices(names, [BUTTONS[name] for name in names])
        return users.press(self.person, self.message, self.buttons[name])


async def arrive(users: VirtualUsers, count: int, name: str) -> list[VirtualPlayer]:
    """Add people who open their own boards, at most `MAX_ARRIVING` at the same time."""
    gate, rng = asyncio.Semaphore(MAX_ARRIVING), Random(name)

    async def one(person: int, puzzle: str) -> VirtualPlayer:
        async with gate:
            return await _open(users, person, puzzle)

    puzzles = puzzle_notations()
    return await asyncio.gather(
        *(one(person, rng.choice(puzzles)) for person in users.invite(count, name))
    )


async def _open(users: VirtualUsers, person: int, puzzle: str) -> VirtualPlayer:
    """Open a board with its pad."""
    shown = users.ask(person, "play", {"puzzle": puzzle})
    await shown.settled
    message = shown.interaction.answer_id
    assert message is not None, shown.interaction.stage
    if draw := _buttons(users, message).get("draw"):
        await users.press(person, message, draw).settled
    return VirtualPlayer(person, message, _buttons(users, message), Random(person))


def _buttons(users: VirtualUsers, message: int) -> dict[str, str]:
    """The `custom_id`s in a message by their last part."""
    found = [str(part["custom_id"]) for part in users.parts(message) if part.get("custom_id")]
    return {each.rpartition(":")[2]: each for each in found}


class Painter:
    """A person who draws on the page of a board."""

    def __init__(self, socket: ClientWebSocketResponse, marks: str, rng: Random) -> None:
        self._socket = socket
        self._marks = list(marks)
        self._rng = rng
        self._stream = f"{rng.getrandbits(100):025d}"[:25]
        self._strokes: list[PageStroke] = []
        self._listening = asyncio.create_task(self._listen())

    async def draw(self) -> PageStroke:
        """Draw a stroke."""
        edges = self._rng.sample(range(len(self._marks)), STROKE_EDGES)
        changes = [(edge, self._marks[edge], self._change(edge)) for edge in edges]
        stroke = PageStroke(time.perf_counter(), asyncio.get_running_loop().create_future())
        self._strokes.append(stroke)
        await self._socket.send_json(
            {"s": self._stream, "n": len(self._strokes), "do": "mark", "edges": changes}
        )
        return stroke

    def _change(self, edge: int) -> str:
        before = self._marks[edge]
        self._marks[edge] = self._rng.choice([mark for mark in ".-x" if mark != before])
        return self._marks[edge]

    async def _listen(self) -> None:
        while True:
            answer = await self._socket.receive_json()
            if "refused" in answer:
                raise RuntimeError(f"A stroke was refused: {answer['text']}")
            if "ack" in answer:
                self._strokes[answer["ack"] - 1].settled.set_result(time.perf_counter())

    async def close(self) -> None:
        """Close the page. Raises `RuntimeError` when a stroke was refused."""
        if self._listening.done():
            self._listening.result()
        self._listening.cancel()
        await self._socket.close()


@asynccontextmanager
async def painters(
    users: VirtualUsers, players: Sequence[VirtualPlayer]
) -> AsyncIterator[list[Painter]]:
    """The pages of players that can be opened, which are open meanwhile."""
    opened = []
    async with ClientSession(connector=TCPConnector(limit=0), raise_for_status=True) as session:
        for player in players:
            with suppress(ClientResponseError):
                opened.append(await _paint(session, users, player))
        yield opened
        for painter in opened:
            await painter.close()


async def _paint(session: ClientSession, users: VirtualUsers, player: VirtualPlayer) -> Painter:
    """Open the page of a player's board by the newest link."""
    [link] = [str(part["url"]) for part in users.parts(player.message) if part.get("url")]
    address, _, fragment = link.partition("#")
    secret = fragment.partition(".")[0]
    body, origin = {"link": secret, "holder": "h" * 22}, {"Origin": address.rstrip("/")}
    async with session.post(f"{address}api/session", json=body, headers=origin) as answer:
        token = (await answer.json())["token"]
    socket = await session.ws_connect(f"{address}api/live", protocols=("ouro.1",), headers=origin)
    await socket.send_json({"token": token})
    return Painter(socket, (await socket.receive_json())["marks"], player.rng)
