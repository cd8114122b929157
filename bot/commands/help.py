"""/help."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import texts
from bot.layouts import sections

if TYPE_CHECKING:
    from bot.client import OuroClient


@app_commands.command(name=texts.HELP_NAME, description=texts.HELP_DESCRIPTION)
async def show_help(interaction: discord.Interaction[OuroClient]) -> None:
    """Explain the commands, to the one who asks."""
    message = sections([texts.HELP, texts.HELP_FORMATS, texts.HELP_OPTIONS, texts.HELP_RULES])
    await interaction.response.send_message(view=message.view, ephemeral=True)
