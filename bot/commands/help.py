"""/help."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.answering import answering, reply
from bot.helping.manual import help_post
from texts import commands
from texts.manual import TITLES, Topic

if TYPE_CHECKING:
    from bot.client import OuroClient


@app_commands.command(name="help", description=commands.HELP.text)
@app_commands.describe(topic=commands.HELP_TOPIC.text)
@app_commands.choices(topic=[Choice(name=TITLES[topic].text, value=topic.value) for topic in Topic])
async def show_help(
    interaction: discord.Interaction[OuroClient], topic: str = Topic.START.value
) -> None:
    """Show a page of the manual, to the one who asks."""
    client, person = interaction.client, interaction.user.id
    async with answering(interaction, private=True) as reader:
        await reply(interaction, await help_post(client, reader, person, Topic(topic)))
