"""The message command that tells how hard a puzzle is that somebody posted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.answering import answering, reply
from bot.attachments import texts_of
from bot.helping.page import page
from bot.jobs import RateRequest, Said, rate_puzzle
from bot.texts import commands
from bot.texts.rating import rating_text

if TYPE_CHECKING:
    from bot.client import OuroClient


@app_commands.context_menu(name=commands.RATE_MESSAGE.text)
async def rate_message(
    interaction: discord.Interaction[OuroClient], message: discord.Message
) -> None:
    """Find a puzzle in a message or its text files, and rate it."""
    client = interaction.client
    async with answering(interaction) as reader:
        chosen = client.settings
        request = RateRequest(
            Said(await texts_of(message, chosen.input_bytes)),
            reader.look,
            reader.voice.language,
            chosen.bounds,
        )
        rated = await client.pool.run(rate_puzzle, request, person=interaction.user.id)
        await reply(interaction, page(rating_text(reader.voice, rated), rated.drawing))
