"""/submit."""

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.attachments import read_text
from bot.commands.base import MAX_PASTE_LENGTH, AnyCommand
from bot.handlers.boards import BoardDisplay
from bot.handlers.playing import PlayHandlers
from bot.interaction_state import Interaction, claim_of
from bot.interactions import Interactions
from narrator.problems import explain_problem
from puzzle.errors import PuzzleError
from service.attempts import Attempts
from service.boards import Boards
from service.errors import InputError, Problem
from texts import commands
from texts.markdown import quote


def submit_commands(  # noqa: PLR0913 - all by name
    *,
    interactions: Interactions,
    attempts: Attempts,
    boards: Boards,
    display: BoardDisplay,
    playing: PlayHandlers,
    input_bytes: int,
) -> tuple[AnyCommand, ...]:
    """The command /submit; a file of more than `input_bytes` bytes is rejected."""

    @app_commands.command(name="submit", description=commands.SUBMIT.text)
    @app_commands.describe(moves=commands.SUBMIT_MOVES.text, file=commands.SUBMIT_FILE.text)
    async def submit(
        interaction: Interaction,
        moves: Range[str, 1, MAX_PASTE_LENGTH] | None = None,
        file: discord.Attachment | None = None,
    ) -> None:
        """Judge the given moves on the user's current puzzle; without moves, the board itself."""
        person = interaction.user.id
        async with interactions.answering(interaction, private=True) as viewer:
            if moves is not None and file is not None:
                raise InputError(Problem.MOVES_OR_FILE)
            loaded = await boards.current(person)
            text = moves if file is None else await read_text(file, input_bytes)
            try:
                board = None
                if text is not None:
                    board = await boards.read_moves(person, loaded.puzzle, text)
            except PuzzleError as error:
                problem = quote(explain_problem(error, viewer.localizer))
                await display.show(interaction, viewer, loaded, caption=problem)
            else:
                judged = await attempts.submit(
                    person, loaded.attempt.id, board, claim=claim_of(interaction)
                )
                await playing.show_verdict(interaction, viewer, *judged)

    return (submit,)
