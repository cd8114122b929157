"""/help."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.layouts import sections
from bot.texts import commands
from bot.texts.manual import help_sections
from bot.voices import private_voice

if TYPE_CHECKING:
    from bot.client import OuroClient


@app_commands.command(name="help", description=commands.HELP.text)
async def show_help(interaction: discord.Interaction[OuroClient]) -> None:
    """Explain the commands, to the one who asks."""
    post = sections(help_sections(private_voice(interaction)))
    await interaction.response.send_message(view=post.view, ephemeral=True)
