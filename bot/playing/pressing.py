"""What a press on the pad does.

A move of the pen is stored before anything else happens, in the order in which presses come;
so whoever presses quickly loses nothing, and sees the newest board.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

import discord

from bot.answering import pressing
from bot.errors import NotYours
from bot.playing.board import show_board
from play.pad import Action, Arrow, Clear, Mode, Redo, SetMode, Undo

if TYPE_CHECKING:
    from bot.client import OuroClient

Interaction: TypeAlias = "discord.Interaction[OuroClient]"

PEN: MappingProxyType[str, Action] = MappingProxyType(
    {
        **{arrow.name.lower(): arrow for arrow in Arrow},
        **{mode.value: SetMode(mode) for mode in Mode},
        "undo": Undo(),
        "redo": Redo(),
        "clear": Clear(),
    }
)
"""What the buttons of the pen do."""


async def press(interaction: Interaction, attempt: int, action: str) -> None:
    """Do what the button with that action says on somebody's board."""
    if action in PEN:
        await move_pen(interaction, attempt, PEN[action])
    else:
        await _DEEDS.get(action, _unknown)(interaction, attempt)


async def move_pen(interaction: Interaction, attempt: int, action: Action) -> None:
    """Change the board and show it."""
    person, client = interaction.user.id, interaction.client
    # Presses begin in the order in which they came, but are not acknowledged in it.
    changing = asyncio.create_task(client.attempts.change(person, attempt, action))
    async with pressing(interaction) as reader:
        await show_board(interaction, reader, await changing)


async def reopen(interaction: Interaction, attempt: int) -> None:
    """Show the board as it is."""
    async with pressing(interaction) as reader:
        held = await interaction.client.attempts.find(interaction.user.id, attempt)
        await show_board(interaction, reader, held)


async def _unknown(interaction: Interaction, _: int) -> None:
    """A button of another version."""
    async with pressing(interaction):
        raise NotYours


_DEEDS: MappingProxyType[str, Callable[[Interaction, int], Awaitable[None]]] = MappingProxyType(
    {"open": reopen}
)
