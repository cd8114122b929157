"""Buttons for whoever is stuck; each carries the number of the attempt it is about."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Self

import discord
from discord import ButtonStyle, ui

from bot.answering import pressing
from bot.helping.costs import CHECKS, HINTS
from bot.views.found import FoundButton
from i18n.voice import ENGLISH, Voice
from narrator.checks import Detail
from narrator.narration import Level
from play.pad import Mark
from puzzle.model import EdgeState
from texts import helping

if TYPE_CHECKING:
    from bot.client import OuroClient

_LETTERS = {EdgeState.LINE: "L", EdgeState.CROSS: "X", EdgeState.UNKNOWN: "U"}
_STATES = {letter: state for state, letter in _LETTERS.items()}
_LONGEST_ID = 100


class GiveHint(FoundButton, template=r"ouro:hint:(?P<attempt>\d{1,18}):(?P<level>nudge|hint|step)"):
    """Gives a hint at that level in place of the message.

    >>> GiveHint(7, Level.HINT).custom_id
    'ouro:hint:7:hint'
    """

    def __init__(self, attempt: int, level: Level, voice: Voice = ENGLISH) -> None:
        label = voice.say(helping.MORE_BUTTON[level], seconds=HINTS[level].penalty)
        custom_id = f"ouro:hint:{attempt}:{level.value}"
        super().__init__(ui.Button(label=label, emoji="💡", custom_id=custom_id))
        self.attempt = attempt
        self.level = level

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        return cls(int(match["attempt"]), Level(match["level"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Find the next step on the board as it is now, and tell it."""
        from bot.helping.hints import hint  # noqa: PLC0415 - hints show these buttons
        from bot.helping.page import help_on_board  # noqa: PLC0415

        await help_on_board(interaction, self.attempt, partial(hint, level=self.level))


class CheckMarks(
    FoundButton, template=r"ouro:check:(?P<attempt>\d{1,18}):(?P<detail>count|where|why)"
):
    """Checks the marks in place of the message.

    >>> CheckMarks(7, Detail.WHY).custom_id
    'ouro:check:7:why'
    """

    def __init__(self, attempt: int, detail: Detail, voice: Voice = ENGLISH) -> None:
        label = voice.say(helping.CHECK_BUTTON[detail], seconds=CHECKS[detail].penalty)
        custom_id = f"ouro:check:{attempt}:{detail.value}"
        super().__init__(ui.Button(label=label, emoji="🔍", custom_id=custom_id))
        self.attempt = attempt
        self.detail = detail

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        return cls(int(match["attempt"]), Detail(match["detail"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Check the board as it is now."""
        from bot.helping.checks import check  # noqa: PLC0415 - checks show these buttons
        from bot.helping.page import help_on_board  # noqa: PLC0415

        await help_on_board(interaction, self.attempt, partial(check, detail=self.detail))


class DoIt(
    FoundButton, template=r"ouro:do:(?P<attempt>\d{1,18}):(?P<states>(?:[0-9a-z]{1,4}[LXU])+)"
):
    """Marks what a step gave away, and shows the board.

    The `custom_id` carries the edges, to the base 36, each with a letter for its state. A step
    of so many edges that they do not fit (25 and more) is marked as far as they do.

    >>> DoIt(7, {0: EdgeState.LINE, 40: EdgeState.CROSS}).custom_id
    'ouro:do:7:0L14X'
    """

    def __init__(
        self, attempt: int, states: Mapping[int, EdgeState], voice: Voice = ENGLISH
    ) -> None:
        custom_id = f"ouro:do:{attempt}:"
        self.attempt = attempt
        self.states: dict[int, EdgeState] = {}
        for edge, state in sorted(states.items()):
            part = f"{_base36(edge)}{_LETTERS[state]}"
            if len(custom_id) + len(part) > _LONGEST_ID:
                break
            custom_id += part
            self.states[edge] = state
        label = voice.say(helping.DO_IT_BUTTON)
        style = ButtonStyle.primary
        super().__init__(ui.Button(label=label, emoji="✏️", style=style, custom_id=custom_id))

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        found = re.findall(r"([0-9a-z]+)([LXU])", match["states"])
        return cls(
            int(match["attempt"]), {int(edge, 36): _STATES[letter] for edge, letter in found}
        )

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Mark the edges in one step, which can be undone, and show the board."""
        from bot.playing.board import show_board  # noqa: PLC0415

        client: OuroClient = interaction.client
        async with pressing(interaction) as reader:
            held = await client.attempts.change(
                interaction.user.id, self.attempt, Mark(self.states)
            )
            closed = held.solved or held.attempt.revealed
            said = "" if closed else reader.voice.say(helping.DONE)
            await show_board(interaction, reader, held, said=said)


def _base36(number: int) -> str:
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
        if not number:
            return digits
