"""/help."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.answering import answering, reply
from bot.layouts import sections
from bot.texts import commands
from bot.texts.manual import help_sections

if TYPE_CHECKING:
    from bot.client import OuroClient


@app_commands.command(name="help", description=commands.HELP.text)
async def show_help(interaction: discord.Interaction[OuroClient]) -> None:
    """Explain the commands, to the one who asks."""
    async with answering(interaction, private=True) as reader:
        await reply(interaction, sections(help_sections(reader.voice)))
