"""/streak."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.answering import answering, reply
from bot.people.calendars import calendar_of
from bot.people.streaks import history_of
from bot.views.people import streak_post
from texts import commands

if TYPE_CHECKING:
    from bot.client import OuroClient


@app_commands.command(name="streak", description=commands.STREAK.text)
async def streak(interaction: discord.Interaction[OuroClient]) -> None:
    """Show somebody's own streak, to them alone."""
    async with answering(interaction, private=True) as reader:
        client, person = interaction.client, interaction.user.id
        history = await history_of(client, person)
        calendar = await calendar_of(client, reader, history, person)
        await reply(interaction, streak_post(reader.voice, history, calendar))
