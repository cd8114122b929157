"""/solve, and the message command that solves a puzzle somebody posted."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.answering import answering
from bot.attachments import read_text, texts_of
from bot.publicity import may_show_all
from jobs import Pasted, Said
from service.errors import InputError
from texts import commands, failures

if TYPE_CHECKING:
    from bot.client import OuroClient

LONGEST_PASTE = 6000
"""Characters Discord lets a person type into an option."""
THEME_NAMES = MappingProxyType(
    {
        "light": commands.THEME_LIGHT,
        "dark": commands.THEME_DARK,
        "paper": commands.THEME_PAPER,
        "contrast": commands.THEME_CONTRAST,
        "colour-blind": commands.THEME_COLOUR_BLIND,
    }
)
"""What the themes of the renderer are called."""


@app_commands.command(name="solve", description=commands.SOLVE.text)
@app_commands.describe(
    puzzle=commands.SOLVE_PUZZLE.text,
    file=commands.SOLVE_FILE.text,
    theme=commands.THEME.text,
    labels=commands.LABELS.text,
    private=commands.PRIVATE.text,
)
@app_commands.choices(
    theme=[Choice(name=message.text, value=theme) for theme, message in THEME_NAMES.items()]
)
async def solve(  # noqa: PLR0913, PLR0917 - these are the options people fill in
    interaction: discord.Interaction[OuroClient],
    puzzle: Range[str, 1, LONGEST_PASTE] | None = None,
    file: discord.Attachment | None = None,
    theme: str | None = None,
    labels: bool | None = None,
    private: bool = False,
) -> None:
    """Solve what was pasted or attached."""
    client = interaction.client
    with client.pool.expecting(interaction.user.id):
        private = private or not await may_show_all(interaction)
        async with answering(interaction, private=private) as reader:
            source = await _pasted(puzzle, file, client.settings.input_bytes)
            look = reader.looking(theme, labels)
            await client.answer(interaction, reader, client.request(reader, source, look))


async def _pasted(puzzle: str | None, file: discord.Attachment | None, most: int) -> Pasted:
    if puzzle is not None and file is None:
        return Pasted(puzzle)
    if file is not None and puzzle is None:
        return Pasted(await read_text(file, most))
    raise InputError(failures.NEITHER_OR_BOTH, example=True)


@app_commands.context_menu(name=commands.SOLVE_MESSAGE.text)
async def solve_message(
    interaction: discord.Interaction[OuroClient], message: discord.Message
) -> None:
    """Find a puzzle in a message or its text files, and solve it."""
    client = interaction.client
    with client.pool.expecting(interaction.user.id):
        private = not await may_show_all(interaction)
        async with answering(interaction, private=private) as reader:
            source = Said(await texts_of(message, client.settings.input_bytes))
            await client.answer(interaction, reader, client.request(reader, source, reader.look))
