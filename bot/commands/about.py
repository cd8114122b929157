"""/about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import VERSION, texts
from bot.layouts import notice

if TYPE_CHECKING:
    from bot.client import OuroClient


@app_commands.command(name=texts.ABOUT_NAME, description=texts.ABOUT_DESCRIPTION)
async def about(interaction: discord.Interaction[OuroClient]) -> None:
    """Say what this is, to the one who asks."""
    message = notice(texts.about(VERSION))
    await interaction.response.send_message(view=message.view, ephemeral=True)
