"""/status."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.answering import answering, reply
from bot.dailies.managing import managed_guild
from bot.presenters.layouts import PLAIN, PROBLEM, notice
from bot.status import status_of
from texts import commands
from texts.status import status_text, troubles

if TYPE_CHECKING:
    from bot.client import OuroClient


@app_commands.command(name="status", description=commands.STATUS.text)
@app_commands.default_permissions(manage_guild=True)
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
async def show_status(interaction: discord.Interaction[OuroClient]) -> None:
    """Tell a manager how the bot is doing, and how its posts in their server are."""
    async with answering(interaction, private=True) as reader:
        guild = managed_guild(interaction)
        status = await status_of(interaction.client, guild, interaction.user.id)
        colour = PROBLEM if troubles(reader.voice, status) else PLAIN
        await reply(interaction, notice(status_text(reader.voice, status), colour))
