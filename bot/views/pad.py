"""The buttons below a board, and the one that opens a board.

`bot.playing.pressing` does what they say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import discord
from discord import ButtonStyle, ui

from bot.answering import answering
from bot.attempts import Held
from bot.errors import NotYours
from bot.texts import playing
from locales.messages import Message
from locales.voice import ENGLISH, Voice
from play.pad import Mode
from store import puzzles
from store.records import Kind

if TYPE_CHECKING:
    from bot.client import OuroClient

Row: TypeAlias = "ui.ActionRow[ui.LayoutView]"

SIGNS = MappingProxyType(
    {"up": "↑", "down": "↓", "left": "←", "right": "→", "undo": "↶", "redo": "↷"}
)
"""Labels that are the same in every language and as wide as each other, so that the arrows make
a cross."""
PENCIL = "✏️"
"""Stands on the button of the mode that the pen is in."""


class PadButton(ui.DynamicItem[ui.Button[Any]], template=r"ouro:pad:(\d{1,18}):([a-z-]{1,20})"):
    """A button below the board of an attempt; the `custom_id` says of which, and what it does.

    >>> PadButton(7, "up", "↑").custom_id
    'ouro:pad:7:up'
    """

    def __init__(
        self,
        attempt: int,
        action: str,
        label: str,
        style: ButtonStyle = ButtonStyle.secondary,
        *,
        emoji: str | None = None,
    ) -> None:
        custom_id = f"ouro:pad:{attempt}:{action}"
        super().__init__(ui.Button(label=label, style=style, emoji=emoji, custom_id=custom_id))
        self.attempt = attempt
        self.action = action

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003 - the library passes both
        item: ui.Item[Any],  # noqa: ARG003
        match: re.Match[str],
        /,
    ) -> Self:
        """The button as its `custom_id` describes it."""
        return cls(int(match[1]), match[2], match[2])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what the button says."""
        from bot.playing.pressing import press  # noqa: PLC0415 - it shows boards with this pad

        await press(interaction, self.attempt, self.action)


class Play(ui.DynamicItem[ui.Button[Any]], template=r"ouro:play:(\d{1,18})"):
    """A button that opens a board of a stored puzzle for whoever presses it."""

    def __init__(self, puzzle: int, voice: Voice = ENGLISH) -> None:
        label = voice.say(playing.PLAY)
        custom_id = f"ouro:play:{puzzle}"
        super().__init__(ui.Button(label=label, style=ButtonStyle.primary, custom_id=custom_id))
        self.puzzle = puzzle

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003 - the library passes both
        item: ui.Item[Any],  # noqa: ARG003
        match: re.Match[str],
        /,
    ) -> Self:
        """The button as its `custom_id` describes it."""
        return cls(int(match[1]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Open the board, seen by the one who pressed."""
        from bot.playing.board import open_puzzle  # noqa: PLC0415 - it shows boards with a pad

        client: OuroClient = interaction.client
        async with answering(interaction, private=True) as reader:
            async with client.database.reading() as connection:
                stored = await puzzles.get(connection, self.puzzle)
            if stored is None:
                raise NotYours
            kind = Kind.PASTED if stored.seed is None else Kind.ENDLESS
            await open_puzzle(interaction, reader, stored, kind)


def pad_rows(voice: Voice, held: Held) -> list[Row]:
    """The buttons of a board that is being played: what the pen does, where it goes, and help.

    The rows are short enough to stay whole on a phone. No button is ever disabled, even where
    the pen cannot go on: by the time of the next press the picture may still be the last one.
    """
    number = held.attempt.id

    def sign(action: str) -> PadButton:
        return PadButton(number, action, SIGNS[action])

    def word(
        action: str, message: Message, style: ButtonStyle = ButtonStyle.secondary
    ) -> PadButton:
        return PadButton(number, action, voice.say(message), style)

    return [
        _row(_mode(voice, held, mode) for mode in Mode),
        _row(map(sign, ("undo", "up", "redo"))),
        _row(map(sign, ("left", "down", "right"))),
        _row(
            (
                word("type", playing.TYPE),
                word("hint", playing.HINT),
                word("check", playing.CHECK),
                word("submit", playing.SUBMIT, ButtonStyle.success),
            )
        ),
        _row((word("clear", playing.CLEAR), word("give-up", playing.GIVE_UP))),
    ]


def _mode(voice: Voice, held: Held, mode: Mode) -> PadButton:
    """The button of what the pen does now is of another colour, and has a pencil."""
    chosen = held.pad.mode is mode
    return PadButton(
        held.attempt.id,
        mode.value,
        voice.say(playing.MODES[mode]),
        ButtonStyle.primary if chosen else ButtonStyle.secondary,
        emoji=PENCIL if chosen else None,
    )


def _row(buttons: Iterable[ui.Item[Any]]) -> Row:
    row: Row = ui.ActionRow()
    for button in buttons:
        row.add_item(button)
    return row
