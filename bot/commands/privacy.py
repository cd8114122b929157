"""/privacy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.answering import answering, reply
from bot.views.privacy import privacy_post
from texts import commands

if TYPE_CHECKING:
    from bot.client import OuroClient


@app_commands.command(name="privacy", description=commands.PRIVACY.text)
async def privacy(interaction: discord.Interaction[OuroClient]) -> None:
    """Say what is stored, to the one who asks, with buttons to export and delete it."""
    async with answering(interaction, private=True) as reader:
        await reply(interaction, privacy_post(reader.voice))
