"""The message command that rates the difficulty of a posted puzzle."""

import discord
from discord import app_commands

from bot.attachments import message_texts
from bot.commands.base import AnyCommand
from bot.handlers.pasting import PasteHandlers
from bot.interaction_state import Interaction
from bot.interactions import Interactions
from jobs import MessageTexts
from texts import commands


def rate_commands(
    interactions: Interactions, pasting: PasteHandlers, input_bytes: int
) -> tuple[AnyCommand, ...]:
    """The command; attached files of more than `input_bytes` bytes are skipped."""

    @app_commands.context_menu(name=commands.RATE_MESSAGE.text)
    async def rate_message(interaction: Interaction, message: discord.Message) -> None:
        """Find a puzzle in a message or its text files, and rate it."""
        async with interactions.answering(interaction) as viewer:
            source = MessageTexts(await message_texts(message, input_bytes))
            await pasting.rate(interaction, viewer, source)

    return (rate_message,)
