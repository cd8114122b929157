"""What a press on the pad does.

A move of the pen is stored before it is acknowledged, in the order in which presses come; so
whoever presses quickly loses nothing, and sees the newest board. Shown is only what is stored.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import discord

from bot.answering import changing, pressing, show_form
from bot.failures import answer_failure
from bot.helping.checks import check
from bot.helping.hints import hint
from bot.helping.page import help_on_board, show_on_board
from bot.helping.solutions import ask
from bot.markdown import quote
from bot.playing.board import show_board
from bot.playing.verdicts import show_verdict
from bot.readers import find_reader
from bot.views.forms import MovesForm
from narrator.checks import Detail
from narrator.narration import Level
from narrator.problems import explain_problem
from play.commands import parse_command
from play.pad import Action, Arrow, Clear, Mode, Redo, SetMode, Undo
from puzzle.errors import PuzzleError
from service.attempts import Held
from service.errors import ServiceError, NotYours
from store.errors import StoreError

if TYPE_CHECKING:
    from bot.client import OuroClient

Interaction: TypeAlias = "discord.Interaction[OuroClient]"
Deed: TypeAlias = Callable[[Interaction, int], Awaitable[None]]

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

    def change() -> Coroutine[Any, Any, Held]:
        return client.attempts.change(person, attempt, action)

    async with changing(interaction, change) as (reader, changed):
        await show_board(interaction, reader, await changed)


async def open_board(interaction: Interaction, attempt: int) -> None:
    """Show the board as it is."""
    async with pressing(interaction) as reader:
        held = await interaction.client.attempts.find(interaction.user.id, attempt)
        await show_board(interaction, reader, held)


async def open_form(interaction: Interaction, attempt: int) -> None:
    """Open the form for moves; that has to be the first answer to a press."""
    try:
        interaction.client.quotas.admit(interaction.user.id, interaction.guild_id)
        await interaction.client.attempts.find(interaction.user.id, attempt)
        reader = await find_reader(interaction, private=True)
        await show_form(interaction, MovesForm(attempt, reader.voice))
    except (ServiceError, StoreError, discord.HTTPException) as error:
        await answer_failure(interaction, error)


async def type_moves(interaction: Interaction, attempt: int, text: str) -> None:
    """Do what a line of text asks for, or say on the board what is wrong with it."""
    person, attempts = interaction.user.id, interaction.client.attempts
    async with pressing(interaction) as reader:
        held = await attempts.find(person, attempt)
        said = ""
        try:
            action = parse_command(text, held.puzzle.grid)
        except PuzzleError as error:
            said = quote(explain_problem(error, reader.voice))
        else:
            held = await attempts.change(person, attempt, action)
        await show_board(interaction, reader, held, said=said)


async def submit(interaction: Interaction, attempt: int) -> None:
    """Judge the board as it is."""
    async with pressing(interaction) as reader:
        judged = await interaction.client.attempts.submit(interaction.user.id, attempt)
        await show_verdict(interaction, reader, *judged)


async def give_hint(interaction: Interaction, attempt: int) -> None:
    """Tell where to look next, in place of the board."""
    await help_on_board(interaction, attempt, partial(hint, level=Level.NUDGE))


async def give_check(interaction: Interaction, attempt: int) -> None:
    """Tell how many marks are wrong, in place of the board."""
    await help_on_board(interaction, attempt, partial(check, detail=Detail.COUNT))


async def give_up(interaction: Interaction, attempt: int) -> None:
    """Ask whether they want to see the solution."""
    async with pressing(interaction) as reader:
        held = await interaction.client.attempts.find(interaction.user.id, attempt)
        await show_on_board(interaction, held, ask(interaction.client, reader.voice, held))


async def _unknown(interaction: Interaction, _: int) -> None:
    """A button of another version."""
    async with pressing(interaction):
        raise NotYours


_DEEDS: MappingProxyType[str, Deed] = MappingProxyType(
    {
        "open": open_board,
        "type": open_form,
        "submit": submit,
        "hint": give_hint,
        "check": give_check,
        "give-up": give_up,
    }
)
