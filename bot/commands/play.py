"""/play, and the message command that opens a board of a puzzle somebody posted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.answering import answering
from bot.attachments import texts_of
from bot.commands.solve import LONGEST_PASTE
from bot.playing.desk import show_desk
from bot.playing.pasted import open_pasted
from jobs import Pasted, Said
from texts import commands

if TYPE_CHECKING:
    from bot.client import OuroClient


@app_commands.command(name="play", description=commands.PLAY.text)
@app_commands.describe(puzzle=commands.PLAY_PUZZLE.text)
async def play(
    interaction: discord.Interaction[OuroClient],
    puzzle: Range[str, 1, LONGEST_PASTE] | None = None,
) -> None:
    """Open a board of what was pasted, or show what there is to play."""
    async with answering(interaction, private=True) as reader:
        if puzzle is None:
            await show_desk(interaction, reader)
        else:
            await open_pasted(interaction, reader, Pasted(puzzle))


@app_commands.context_menu(name=commands.PLAY_MESSAGE.text)
async def play_message(
    interaction: discord.Interaction[OuroClient], message: discord.Message
) -> None:
    """Open a board of the puzzle in a message or its text files."""
    async with answering(interaction, private=True) as reader:
        most = interaction.client.settings.input_bytes
        await open_pasted(interaction, reader, Said(await texts_of(message, most)))
