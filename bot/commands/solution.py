"""/solution."""

import structlog
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.base import AnyCommand
from bot.handlers.helping import HelpHandlers
from bot.interaction_state import Interaction
from bot.interactions import Interactions, reply
from bot.viewers import likely_localizer
from service.attempts import Attempts
from service.boards import Boards
from service.errors import InputError, NotYours, Problem
from service.loaded_attempt import LoadedAttempt
from store.errors import StoreError
from texts import commands, helping, playing

MAX_BOARDS = 10
"""Maximum number of suggested boards."""

MAX_DIGITS = 18
"""Maximum number of digits of a board's number that is looked up."""

log = structlog.stdlib.get_logger(__name__)


def solution_commands(
    interactions: Interactions, attempts: Attempts, boards: Boards, handlers: HelpHandlers
) -> tuple[AnyCommand, ...]:
    """The command /solution."""

    @app_commands.command(name="solution", description=commands.SOLUTION.text)
    @app_commands.describe(
        board=commands.SOLUTION_BOARD.text, animate=commands.SOLUTION_ANIMATE.text
    )
    async def solution(
        interaction: Interaction, board: str | None = None, animate: bool = False
    ) -> None:
        """Show the solution of one of the user's boards, after a confirmation if needed."""
        person = interaction.user.id
        async with interactions.answering(interaction, private=True) as viewer:
            loaded = await chosen_board(person, board)
            limit = interaction.filesize_limit
            post = await handlers.solution_or_question(
                interaction, viewer, loaded, animate=animate, limit=limit
            )
            await reply(interaction, post)

    async def chosen_board(person: int, board: str | None) -> LoadedAttempt:
        if board is None:
            return await boards.current(person)
        if not (board.isascii() and board.isdigit() and len(board) <= MAX_DIGITS):
            raise InputError(Problem.NO_SUCH_BOARD)
        try:
            return await attempts.find(person, int(board))
        except NotYours:
            raise InputError(Problem.NO_SUCH_BOARD) from None

    @solution.autocomplete("board")
    async def suggest(interaction: Interaction, typed: str) -> list[Choice[str]]:
        """The user's unfinished boards, most recently changed first."""
        localizer = likely_localizer(interaction, private=True)
        try:
            unfinished = await boards.unfinished(interaction.user.id, MAX_BOARDS)
        except StoreError as error:  # the command works without suggestions
            log.warning("no suggestions", reason=type(error).__name__)
            return []
        titled = ((board, playing.summary_title(localizer, board)) for board in unfinished)
        return [
            Choice(name=helping.board_choice(localizer, title, board), value=str(board.id))
            for board, title in titled
            if typed.casefold() in title.casefold()
        ]

    return (solution,)
