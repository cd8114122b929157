"""/solve, and the message command that solves a posted puzzle."""

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.attachments import message_texts, read_pasted
from bot.commands.base import MAX_PASTE_LENGTH, AnyCommand
from bot.handlers.solving import SolveHandlers
from bot.interaction_state import Interaction
from bot.interactions import Interactions
from jobs import MessageTexts
from texts import commands
from texts.preferences import THEMES
from workers.pool import WorkPool


def solve_commands(
    interactions: Interactions, solving: SolveHandlers, pool: WorkPool, input_bytes: int
) -> tuple[AnyCommand, ...]:
    """The commands; /solve rejects a file of more than `input_bytes` bytes, the other skips it."""

    @app_commands.command(name="solve", description=commands.SOLVE.text)
    @app_commands.describe(
        puzzle=commands.SOLVE_PUZZLE.text,
        file=commands.SOLVE_FILE.text,
        theme=commands.THEME.text,
        labels=commands.LABELS.text,
        private=commands.PRIVATE.text,
    )
    @app_commands.choices(
        theme=[Choice(name=message.text, value=theme) for theme, message in THEMES.items()]
    )
    async def solve(  # noqa: PLR0913, PLR0917 - the options of the command
        interaction: Interaction,
        puzzle: Range[str, 1, MAX_PASTE_LENGTH] | None = None,
        file: discord.Attachment | None = None,
        theme: str | None = None,
        labels: bool | None = None,
        private: bool = False,
    ) -> None:
        """Solve a pasted or attached puzzle."""
        with pool.reserved_place(interaction.user.id):
            private = private or not await interactions.viewers.may_answer_publicly(interaction)
            async with interactions.answering(interaction, private=private) as viewer:
                source = await read_pasted(puzzle, file, input_bytes)
                appearance = viewer.appearance_with(theme, labels)
                await solving.answer(interaction, viewer, source, appearance)

    @app_commands.context_menu(name=commands.SOLVE_MESSAGE.text)
    async def solve_message(interaction: Interaction, message: discord.Message) -> None:
        """Find a puzzle in a message or its text files, and solve it."""
        with pool.reserved_place(interaction.user.id):
            private = not await interactions.viewers.may_answer_publicly(interaction)
            async with interactions.answering(interaction, private=private) as viewer:
                source = MessageTexts(await message_texts(message, input_bytes))
                await solving.answer(interaction, viewer, source, viewer.appearance)

    return solve, solve_message
