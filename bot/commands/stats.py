"""/stats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.answering import answering, reply
from bot.presenters.layouts import Post, notice
from bot.people.calendars import calendar_of
from bot.people.numbers import read_numbers
from bot.readers import Reader
from bot.views.people import stats_post
from texts import commands
from texts import people as texts

if TYPE_CHECKING:
    from bot.client import OuroClient


@app_commands.command(name="stats", description=commands.STATS.text)
@app_commands.describe(person=commands.STATS_PERSON.text, private=commands.PRIVATE.text)
async def stats(
    interaction: discord.Interaction[OuroClient],
    person: discord.User | None = None,
    private: bool = False,
) -> None:
    """Show what somebody has solved."""
    async with answering(interaction, private=private) as reader:
        await reply(interaction, await _stats(interaction, reader, person or interaction.user))


async def _stats(
    interaction: discord.Interaction[OuroClient],
    reader: Reader,
    person: discord.User | discord.Member,
) -> Post:
    client, viewer = interaction.client, interaction.user.id
    numbers = await read_numbers(client, person.id, viewer)
    if numbers is not None:
        calendar = await calendar_of(client, reader, numbers.history, viewer)
        return stats_post(reader.voice, numbers, calendar)
    if person.id == viewer:
        return notice(reader.voice.say(texts.NOTHING_OF_YOU))
    return notice(reader.voice.say(texts.NOTHING_TO_SHOW, person=person.mention))
