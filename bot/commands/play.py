"""/play, and the message command that opens a board of a posted puzzle."""

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.attachments import message_texts
from bot.commands.base import MAX_PASTE_LENGTH, AnyCommand
from bot.handlers.pasting import PasteHandlers
from bot.interaction_state import Interaction
from bot.interactions import Interactions, reply
from bot.presenters.overview import overview_message
from jobs import MessageTexts, PastedText
from service.boards import Boards
from texts import commands


def play_commands(
    interactions: Interactions, boards: Boards, pasting: PasteHandlers, input_bytes: int
) -> tuple[AnyCommand, ...]:
    """The commands; attached files of more than `input_bytes` bytes are skipped."""

    @app_commands.command(name="play", description=commands.PLAY.text)
    @app_commands.describe(puzzle=commands.PLAY_PUZZLE.text)
    async def play(
        interaction: Interaction, puzzle: Range[str, 1, MAX_PASTE_LENGTH] | None = None
    ) -> None:
        """Open a board of a pasted puzzle, or list the boards and dailies to play."""
        async with interactions.answering(interaction, private=True) as viewer:
            if puzzle is None:
                overview = await boards.overview(interaction.user.id)
                await reply(interaction, overview_message(viewer.localizer, overview))
            else:
                await pasting.play(interaction, viewer, PastedText(puzzle))

    @app_commands.context_menu(name=commands.PLAY_MESSAGE.text)
    async def play_message(interaction: Interaction, message: discord.Message) -> None:
        """Open a board of the puzzle in a message or its text files."""
        async with interactions.answering(interaction, private=True) as viewer:
            source = MessageTexts(await message_texts(message, input_bytes))
            await pasting.play(interaction, viewer, source)

    return play, play_message
