"""Keeping live dailies secret: whoever hands one in to be solved is asked first, in private.

Whether they meant to or not, their solution is never shown where others could see it.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import discord
from discord import ui

from bot.answering import reply, whisper
from bot.dailies.finding import daily_for
from bot.helping.solutions import reveal
from bot.presenters.layouts import PROBLEM, Box, Post, layout, notice, row
from bot.readers import Reader, find_reader
from bot.views.daily import RevealDaily
from i18n.voice import Voice
from play.calendar import Track, today
from play.identity import Daily
from store import attempts
from store.records import Kind
from texts import secrecy as texts

if TYPE_CHECKING:
    from bot.client import OuroClient


async def keep_secret(
    interaction: discord.Interaction[OuroClient], reader: Reader, daily: Daily
) -> None:
    """Tell the one who asked for the solution of a live daily what it is, in private."""
    client, person = interaction.client, interaction.user.id
    if _is_private(interaction, reader):
        await reply(interaction, await _post(client, reader, person, daily))
        return
    if state_of(interaction).thinking:  # everybody sees it; a pressed message stays
        await interaction.delete_original_response()
    alone = await find_reader(interaction, private=True)
    await whisper(interaction, await _post(client, alone, person, daily))


async def _post(client: OuroClient, reader: Reader, person: int, daily: Daily) -> Post:
    """The question, or the solution for somebody who has nothing to lose any more."""
    if daily.day != today(client.now()):
        return notice(reader.voice.say(texts.YET_TO_COME), PROBLEM)
    record, _ = await daily_for(client, daily.day, daily.track)
    async with client.database.reading() as connection:
        attempt = await attempts.find(connection, person, record.puzzle_id)
    if attempt is None or not (attempt.solved_at or attempt.revealed):
        return question(reader.voice, daily)
    held = await client.attempts.find(person, attempt.id)
    _, post = await reveal(client, reader, person, held)
    return post


def question(voice: Voice, daily: Daily) -> Post:
    """Ask whether somebody wants the solution of a live daily: what it costs."""
    box: Box = ui.Container(accent_colour=PROBLEM)
    box.add_item(ui.TextDisplay(texts.this_is_live(voice, daily)))
    box.add_item(row(RevealDaily(daily.day, daily.track, voice)))
    return Post(layout(box))


async def solution_of(
    client: OuroClient, reader: Reader, person: int, day: date, track: Track
) -> Post:
    """The solution of a daily for somebody who has said yes; their attempt ends unranked."""
    record, _ = await daily_for(client, day, track)
    held = await client.attempts.open(person, record, Kind.DAILY)
    _, post = await reveal(client, reader, person, held)
    return post


def _is_private(interaction: discord.Interaction[OuroClient], reader: Reader) -> bool:
    """Whether nobody else sees where the answer would come."""
    if interaction.context.dm_channel:
        return True
    if state_of(interaction).thinking:
        return reader.private
    return interaction.message is not None and interaction.message.flags.ephemeral
