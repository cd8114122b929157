"""/hint, /check and /solution."""

from collections.abc import Awaitable, Callable

import discord
import structlog
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.answering.attachments import read_message, read_pasted
from bot.answering.commands import MAX_PASTE_LENGTH, AnyCommand, named_choices
from bot.answering.interactions import Interaction, reply
from bot.answering.readers import likely_localizer
from bot.chat import Chat
from bot.helping.handlers import HelpHandlers
from jobs.playing import Wanted
from narrator.checks import Detail
from narrator.narration import Level
from service.errors import InputError, NotYours, Problem
from service.helping.help_offers import FIRST_DETAIL, FIRST_LEVEL
from service.playing.loaded_attempt import LoadedAttempt
from store.errors import StoreError
from texts import helping as texts
from texts.boards import summary_title
from texts.commands import HINT_MESSAGE


def help_commands(
    chat: Chat, helping: HelpHandlers, elsewhere: Callable[..., Awaitable[None]]
) -> tuple[AnyCommand, ...]:
    """The commands /hint and /check, and Hint in the Apps menu.

    `elsewhere` gives a hint for a puzzle from elsewhere, with the moves made there.
    """

    @app_commands.command(name="hint", description=texts.HINT.text)
    @app_commands.describe(
        level=texts.HINT_LEVEL.text,
        puzzle=texts.HINT_PUZZLE.text,
        file=texts.HINT_FILE.text,
        moves=texts.HINT_MOVES.text,
    )
    @app_commands.choices(level=named_choices(texts.HINT_LEVELS))
    async def hint(
        interaction: Interaction,
        level: str | None = None,
        puzzle: Range[str, 1, MAX_PASTE_LENGTH] | None = None,
        file: discord.Attachment | None = None,
        moves: Range[str, 1, MAX_PASTE_LENGTH] | None = None,
    ) -> None:
        """Give a hint on the user's current board, or on a puzzle from elsewhere and moves."""
        async with chat.interactions.answering(interaction, private=True) as reader:
            if puzzle is None and moves is not None:
                raise InputError(Problem.MOVES_WITHOUT_PUZZLE)
            if puzzle is not None or file is not None:
                source = await read_pasted(puzzle, file, chat.input_bytes)
                await elsewhere(interaction, reader, source, Wanted(level or "step"), moves)
                return
            loaded = await chat.use.boards.current(reader.person)
            post = await helping.hint_post(reader, loaded, Level(level or FIRST_LEVEL))
            await reply(interaction, post)

    @app_commands.command(name="check", description=texts.CHECK.text)
    @app_commands.describe(detail=texts.CHECK_DETAIL.text)
    @app_commands.choices(detail=named_choices(texts.CHECK_DETAILS))
    async def check(interaction: Interaction, detail: str = FIRST_DETAIL.value) -> None:
        """Check the marks on the user's current board."""
        async with chat.interactions.answering(interaction, private=True) as reader:
            loaded = await chat.use.boards.current(interaction.user.id)
            post = await helping.check_post(reader, loaded, Detail(detail))
            await reply(interaction, post)

    @app_commands.context_menu(name=HINT_MESSAGE.text)
    async def hint_message(interaction: Interaction, message: discord.Message) -> None:
        """Give a hint for the puzzle in a message, its text files or its pictures."""
        async with chat.interactions.answering(interaction, private=True) as reader:
            source = await read_message(message, chat.input_bytes)
            await elsewhere(interaction, reader, source)

    return hint, hint_message, check


MAX_BOARDS = 10
"""Maximum number of suggested boards."""

MAX_DIGITS = 18
"""Maximum number of digits of a board's number that is looked up."""

log = structlog.stdlib.get_logger(__name__)


def solution_commands(chat: Chat, handlers: HelpHandlers) -> tuple[AnyCommand, ...]:
    """The command /solution."""

    @app_commands.command(name="solution", description=texts.SOLUTION.text)
    @app_commands.describe(board=texts.SOLUTION_BOARD.text, animate=texts.SOLUTION_ANIMATE.text)
    async def solution(
        interaction: Interaction, board: str | None = None, animate: bool = False
    ) -> None:
        """Show the solution of one of the user's boards, after a confirmation if needed."""
        async with chat.interactions.answering(interaction, private=True) as reader:
            loaded = await chosen_board(reader.person, board)
            limit = interaction.filesize_limit
            post = await handlers.solution_or_question(reader, loaded, animate=animate, limit=limit)
            await reply(interaction, post)

    async def chosen_board(person: int, board: str | None) -> LoadedAttempt:
        if board is None:
            return await chat.use.boards.current(person)
        if not (board.isascii() and board.isdigit() and len(board) <= MAX_DIGITS):
            raise InputError(Problem.NO_SUCH_BOARD)
        try:
            return await chat.use.attempts.find(person, int(board))
        except NotYours:
            raise InputError(Problem.NO_SUCH_BOARD) from None

    @solution.autocomplete("board")
    async def suggest(interaction: Interaction, typed: str) -> list[Choice[str]]:
        """The user's unfinished boards, most recently changed first."""
        localizer = likely_localizer(interaction, private=True)
        try:
            unfinished = await chat.use.boards.unfinished(interaction.user.id, MAX_BOARDS)
        except StoreError as error:  # the command works without suggestions
            log.warning("no suggestions", reason=type(error).__name__)
            return []
        titled = ((board, summary_title(localizer, board)) for board in unfinished)
        return [
            Choice(name=texts.board_choice(localizer, title, board), value=str(board.id))
            for board, title in titled
            if typed.casefold() in title.casefold()
        ]

    return (solution,)
