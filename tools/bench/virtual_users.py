"""Virtual users: many people in a local chat who wait for answers.

One listener handles each event once for all of them. With `Client.press` and similar methods each
waiting call handles every event, which is too slow for hundreds of people.
"""

import asyncio
import contextlib
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from puzzle.notation import format_puzzle
from puzzle.symmetry import images
from sandbox.model.components import walk
from sandbox.model.events import Event, InteractionUpdated
from sandbox.model.options import Value
from sandbox.model.records import AnswerStage, Interaction
from sandbox.server import Sandbox
from solver.generate.generate import GeneratedPuzzle
from solver.generate.series import series
from solver.generate.spec import GenerationSpec

SETTLED = frozenset({AnswerStage.ANSWERED, AnswerStage.FAILED})
TIMEOUT_SECONDS = 120.0
"""Maximum seconds to wait for an answer."""
PEOPLE_PER_CHANNEL = 50
"""Number of people in a channel; it is limited because a channel keeps only its newest messages."""


@dataclass(slots=True)
class TimedInteraction:
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
        world, guild = self._sandbox.world, self._sandbox.client.guild
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


def puzzle_notations(side: int, count: int = 12) -> list[str]:
    """Notations of `count` generated puzzles for them to send, each in all its orientations."""
    made = series(GenerationSpec(side, side), count)
    puzzles = (
        image for one in made if isinstance(one, GeneratedPuzzle) for image in images(one.puzzle)
    )
    return [format_puzzle(puzzle, "loopy") for puzzle in puzzles]
