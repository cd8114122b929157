"""What somebody can play now: today's dailies, and the boards they have not finished."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.answering import reply
from bot.readers import Reader
from bot.views.desk import Place, desk_view
from play.calendar import Track, today
from store import attempts

if TYPE_CHECKING:
    from bot.client import OuroClient

MOST_BOARDS = 5
"""So many unfinished boards are listed, those touched last."""


async def show_desk(interaction: discord.Interaction[OuroClient], reader: Reader) -> None:
    """Show somebody today's dailies and their unfinished boards."""
    client, person = interaction.client, interaction.user.id
    day = today(client.now())
    async with client.database.reading() as connection:
        dailies = [
            Place(track, await attempts.of_daily(connection, person, day, track.value))
            for track in Track
        ]
        begun = await attempts.unfinished(connection, person, MOST_BOARDS + len(Track))
    others = [attempt for attempt in begun if attempt.day != day][:MOST_BOARDS]
    boards = [await client.attempts.find(person, attempt.id) for attempt in others]
    await reply(interaction, desk_view(reader.voice, day, dailies, boards))
