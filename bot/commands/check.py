"""/check."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.answering import answering, reply
from bot.helping.checks import check
from bot.playing.current import current_attempt
from narrator.checks import Detail
from texts import commands

if TYPE_CHECKING:
    from bot.client import OuroClient

DETAILS = {
    Detail.COUNT: commands.CHECK_COUNT,
    Detail.WHERE: commands.CHECK_WHERE,
    Detail.WHY: commands.CHECK_WHY,
}


@app_commands.command(name="check", description=commands.CHECK.text)
@app_commands.describe(detail=commands.CHECK_DETAIL.text)
@app_commands.choices(
    detail=[Choice(name=message.text, value=detail.value) for detail, message in DETAILS.items()]
)
async def check_board(
    interaction: discord.Interaction[OuroClient], detail: str = Detail.COUNT.value
) -> None:
    """Check the board that was touched last."""
    client, person = interaction.client, interaction.user.id
    async with answering(interaction, private=True) as reader:
        held = await current_attempt(client, person)
        _, post = await check(client, reader, person, held, Detail(detail))
        await reply(interaction, post)
