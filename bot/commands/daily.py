"""/daily."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.answering import answering, reply
from bot.dailies.finding import daily_for
from bot.dailies.post import show_daily
from play.calendar import Track, today
from texts import commands

if TYPE_CHECKING:
    from bot.client import OuroClient

TRACK_CHOICES = [
    Choice(name=commands.TRACK_EASY.text, value=Track.EASY.value),
    Choice(name=commands.TRACK_NORMAL.text, value=Track.NORMAL.value),
    Choice(name=commands.TRACK_HARD.text, value=Track.HARD.value),
]


@app_commands.command(name="daily", description=commands.DAILY.text)
@app_commands.describe(track=commands.DAILY_TRACK.text)
@app_commands.choices(track=TRACK_CHOICES)
async def daily(interaction: discord.Interaction[OuroClient], track: str = "normal") -> None:
    """Show today's puzzle to everybody; each plays on a board of their own."""
    client = interaction.client
    async with answering(interaction) as reader:
        found, puzzle = await daily_for(client, today(client.now()), Track(track))
        await reply(interaction, await show_daily(client, reader.voice, found, puzzle))
