"""/about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import VERSION
from bot.answering import answering, reply
from bot.presenters.layouts import notice
from texts import commands
from texts.manual import ABOUT

if TYPE_CHECKING:
    from bot.client import OuroClient


@app_commands.command(name="about", description=commands.ABOUT.text)
async def about(interaction: discord.Interaction[OuroClient]) -> None:
    """Say what this is, to the one who asks."""
    async with answering(interaction, private=True) as reader:
        await reply(interaction, notice(reader.voice.say(ABOUT, version=VERSION)))
