"""/solution."""

import structlog
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.base import AnyCommand
from bot.handlers.helping import HelpHandlers
from bot.interaction_state import Interaction
from bot.interactions import Interactions, reply
from bot.viewers import likely_localizer
from service.attempts import Attempts, LoadedAttempt
from service.boards import Boards
from service.errors import InputError, Problem
from store.errors import StoreError
from texts import commands, helping, playing

MAX_BOARDS = 10
"""So many unfinished boards can be chosen from, those touched last."""

log = structlog.stdlib.get_logger(__name__)


def solution_commands(
    interactions: Interactions, attempts: Attempts, boards: Boards, handlers: HelpHandlers
) -> tuple[AnyCommand, ...]:
    """The command."""

    @app_commands.command(name="solution", description=commands.SOLUTION.text)
    @app_commands.describe(
        board=commands.SOLUTION_BOARD.text, animate=commands.SOLUTION_ANIMATE.text
    )
    async def solution(
        interaction: Interaction, board: str | None = None, animate: bool = False
    ) -> None:
        """Show the solution of one of somebody's boards, once they are sure."""
        person = interaction.user.id
        async with interactions.answering(interaction, private=True) as viewer:
            loaded = await chosen_board(person, board)
            limit = interaction.filesize_limit
            post = await handlers.solution_or_question(
                person, viewer, loaded, animate=animate, limit=limit
            )
            await reply(interaction, post)

    async def chosen_board(person: int, board: str | None) -> LoadedAttempt:
        if board is None:
            return await boards.current(person)
        if board.isascii() and board.isdigit() and len(board) <= 18:
            return await attempts.find(person, int(board))
        raise InputError(Problem.NO_SUCH_BOARD)

    @solution.autocomplete("board")
    async def suggest(interaction: Interaction, typed: str) -> list[Choice[str]]:
        """The unfinished boards of whoever types, those touched last first."""
        localizer = likely_localizer(interaction, private=True)
        try:
            unfinished = await boards.unfinished(interaction.user.id, MAX_BOARDS)
        except StoreError as error:  # suggestions may be missing
            log.warning("no suggestions", reason=type(error).__name__)
            return []
        titles = ((one, playing.summary_title(localizer, one)) for one in unfinished)
        return [
            Choice(name=helping.board_choice(localizer, title, one), value=str(one.id))
            for one, title in titles
            if typed.casefold() in title.casefold()
        ]

    return (solution,)
