"""/play, and the message command that opens a board of a posted puzzle."""

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.attachments import message_texts
from bot.commands.base import MAX_PASTE_LENGTH, AnyCommand
from bot.handlers.boards import BoardDisplay
from bot.interaction_state import Interaction, claim_of
from bot.interactions import Interactions, reply
from bot.presenters.overview import overview_message
from bot.viewers import Viewer
from jobs import MessageTexts, PastedText
from service.boards import Boards
from texts import commands, playing


def play_commands(
    interactions: Interactions, boards: Boards, display: BoardDisplay, input_bytes: int
) -> tuple[AnyCommand, ...]:
    """The commands; attached files of more than `input_bytes` bytes are skipped."""

    async def open_pasted(
        interaction: Interaction, viewer: Viewer, source: PastedText | MessageTexts
    ) -> None:
        opened = await boards.open_pasted(
            interaction.user.id, source, interaction.guild_id, claim=claim_of(interaction)
        )
        caption = ""
        if opened.remark is not None:
            caption = viewer.localizer.say(playing.REMARKS[opened.remark])
        await display.show(interaction, viewer, opened.loaded, caption=caption)

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
                await open_pasted(interaction, viewer, PastedText(puzzle))

    @app_commands.context_menu(name=commands.PLAY_MESSAGE.text)
    async def play_message(interaction: Interaction, message: discord.Message) -> None:
        """Open a board of the puzzle in a message or its text files."""
        async with interactions.answering(interaction, private=True) as viewer:
            await open_pasted(
                interaction, viewer, MessageTexts(await message_texts(message, input_bytes))
            )

    return play, play_message
