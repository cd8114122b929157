"""/learn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.answering import answering, reply
from bot.helping.lessons import begin_post, lesson_post, open_course
from texts import commands

if TYPE_CHECKING:
    from bot.client import OuroClient


@app_commands.command(name="learn", description=commands.LEARN.text)
async def learn(interaction: discord.Interaction[OuroClient]) -> None:
    """Begin the guided first puzzle, or go on with it."""
    client, person = interaction.client, interaction.user.id
    async with answering(interaction, private=True) as reader:
        held = await open_course(client, person)
        post = lesson_post if any(held.pad.board.marks) else begin_post
        await reply(interaction, await post(client, reader, person, held))
