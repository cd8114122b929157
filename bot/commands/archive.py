"""/archive."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.answering import answering
from bot.commands.daily import TRACK_CHOICES
from bot.readers import likely_voice
from bot.views.daily import open_daily
from play.calendar import Track, number_of, parse_day, today
from store import dailies
from texts import commands
from texts import dailies as texts

if TYPE_CHECKING:
    from bot.client import OuroClient

SUGGESTED = 25
"""Choices that Discord takes."""
SEARCHED_DAYS = 3660


@app_commands.command(name="archive", description=commands.ARCHIVE.text)
@app_commands.describe(daily=commands.ARCHIVE_DAY.text, track=commands.DAILY_TRACK.text)
@app_commands.choices(track=TRACK_CHOICES)
async def archive(
    interaction: discord.Interaction[OuroClient],
    daily: Range[str, 1, 20],
    track: str = Track.NORMAL.value,
) -> None:
    """Open one's own board of a daily that is over, or of today's."""
    async with answering(interaction, private=True) as reader:
        day = parse_day(daily)
        await open_daily(interaction, reader, day, Track(track))


@archive.autocomplete("daily")
async def complete_day(
    interaction: discord.Interaction[OuroClient], current: str
) -> list[Choice[str]]:
    """Days that had dailies and whose number or date holds what was typed, the last first."""
    client = interaction.client
    now = today(client.now())
    async with client.database.reading() as connection:
        past = await dailies.days(connection, now - timedelta(days=SEARCHED_DAYS), now)
    voice = likely_voice(interaction, private=True)
    typed = current.strip().removeprefix("#")
    over = [day for day in reversed(past) if day < now]
    found = [day for day in over if typed in str(number_of(day)) or typed in str(day)]
    return [
        Choice(
            name=voice.say(texts.NUMBERED, number=number_of(day), day=day),
            value=str(number_of(day)),
        )
        for day in found[:SUGGESTED]
    ]
