"""What the buttons, the menu and the form below a board do, and /submit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.answering.attachments import read_text
from bot.answering.commands import MAX_PASTE_LENGTH, AnyCommand
from bot.answering.interactions import Interaction, keep_settings, reader_of
from bot.answering.router import chosen_values, written_fields
from bot.boards.components import PEN_ACTIONS, MovesForm, OpenPuzzle, PadButton, PadMenu
from bot.boards.launching import Launcher
from bot.chat import Chat
from narrator.problems import explain_problem
from play.moves import parse_command
from play.pen import Action
from play.verdict import Verdict
from puzzle.errors import PuzzleError
from service.errors import AlreadyClaimed, InputError, NotYours, Problem
from service.playing.boards import violation_highlights
from service.playing.loaded_attempt import LoadedAttempt
from service.running.readers import Reader
from texts import boards as texts
from texts import verdicts
from texts.helping import priced
from texts.markdown import quote

Press: TypeAlias = Callable[[Interaction, int], Awaitable[None]]
"""A handler of a press, given the ID of the attempt."""
FindBoard: TypeAlias = Callable[..., Awaitable[LoadedAttempt]]
"""Finds or opens the board of a press for its reader; it is `shown` now, or by the Activity."""


class PlayHandlers:
    """Handles the buttons and forms of boards; those of `presses` are handled elsewhere."""

    def __init__(self, chat: Chat, presses: Mapping[str, Press]) -> None:
        self._interactions = chat.interactions
        self._attempts = chat.use.attempts
        self._boards = chat.use.boards
        self._launcher = Launcher(chat.interactions, chat.use.activities)
        self._display = chat.display
        self.presses: Mapping[str, Press] = MappingProxyType(
            {
                "open": self.open_board,
                "draw": partial(self.open_board, pad=True),
                "page": self.open_privately,
                "play": self.play_own,
                "launch": partial(self.play_own, anywhere=True),
                "type": self.open_form,
                "submit": self.submit,
                **presses,
            }
        )

    async def press(self, interaction: Interaction, button: PadButton) -> None:
        """Do the action of a button below a board."""
        await self._act(interaction, button.attempt, button.action, pad=True)

    async def choose(self, interaction: Interaction, menu: PadMenu) -> None:
        """Do the action that was chosen in the menu below a board."""
        [action] = chosen_values(interaction)
        await self._act(interaction, menu.attempt, action)

    async def _act(
        self, interaction: Interaction, attempt: int, action: str, *, pad: bool = False
    ) -> None:
        if action in PEN_ACTIONS:
            await self.move_pen(interaction, attempt, PEN_ACTIONS[action], pad=pad)
        else:
            await self.presses.get(action, self._unknown)(interaction, attempt)

    async def move_pen(
        self, interaction: Interaction, attempt: int, action: Action, *, pad: bool = False
    ) -> None:
        """Apply an action to the board and show it, with its pad if that was pressed."""

        async def change() -> LoadedAttempt:
            loaded = await self._attempts.change(reader_of(interaction), attempt, action)
            keep_settings(interaction, loaded)
            return loaded

        async with self._interactions.changing(interaction, change) as (reader, changed):
            try:
                loaded = await changed
            except AlreadyClaimed:
                if not self._display.is_shared(interaction):
                    raise
                loaded = await self._attempts.find(interaction.user.id, attempt)
            await self._display.show(interaction, reader, loaded, pad=pad)

    async def open_board(
        self, interaction: Interaction, attempt: int, *, pad: bool = False
    ) -> None:
        """Show the current board, with its pad or as it was shown."""
        async with self._interactions.pressing(interaction) as reader:
            loaded = await self._attempts.find(interaction.user.id, attempt)
            await self._display.show(interaction, reader, loaded, pad=pad)

    async def open_privately(self, interaction: Interaction, attempt: int) -> None:
        """Answer with the board in a message that only the user sees."""
        await self._answer(interaction, partial(self._own, attempt=attempt))

    async def play_own(
        self, interaction: Interaction, attempt: int, *, anywhere: bool = False
    ) -> None:
        """Open a board that the user has, as `play` does."""
        await self.play(interaction, partial(self._own, attempt=attempt), anywhere=anywhere)

    async def open_puzzle(self, interaction: Interaction, button: OpenPuzzle) -> None:
        """Open a board of a stored puzzle, as `play` does."""
        await self.play(interaction, partial(self._boards.open_stored, number=button.puzzle))

    async def play(
        self, interaction: Interaction, find: FindBoard, *, anywhere: bool = False
    ) -> None:
        """Open a board inside Discord at once, or where that cannot be, in a private message.

        Its clock starts once it is shown.
        """

        async def found(reader: Reader) -> int:
            return (await find(reader, shown=False)).attempt.id

        if not await self._launcher.launch(interaction, found, anywhere=anywhere):
            await self._answer(interaction, find)

    async def _answer(self, interaction: Interaction, find: FindBoard) -> None:
        """Show a board in a message that only the user sees."""
        async with self._interactions.answering(interaction, private=True) as reader:
            await self._display.show(interaction, reader, await find(reader))

    async def _own(self, reader: Reader, attempt: int, **_: bool) -> LoadedAttempt:
        """A board that the user has, whose clock runs already."""
        return await self._attempts.find(reader.person, attempt)

    async def open_form(self, interaction: Interaction, attempt: int) -> None:
        """Open the form for moves, which Discord only accepts as the first answer to a press."""
        await self._interactions.admit(interaction)
        loaded = await self._attempts.find(interaction.user.id, attempt)
        reader = await self._interactions.readers.find(interaction, private=True)
        form = MovesForm(attempt, loaded.puzzle.grid, reader.localizer)
        await self._interactions.show_form(interaction, form)

    async def type_moves(self, interaction: Interaction, form: MovesForm) -> None:
        """Apply typed moves or a typed command, or show the board with the problem of the text."""
        person, text = interaction.user.id, written_fields(interaction).get("moves", "")
        async with self._interactions.pressing(interaction) as reader:
            loaded = await self._attempts.find(person, form.attempt)
            caption = ""
            try:
                action = parse_command(text, loaded.puzzle.grid)
            except PuzzleError as error:
                caption = quote(explain_problem(error, reader.localizer))
            else:
                loaded = await self._attempts.change(reader, form.attempt, action)
            await self._display.show(interaction, reader, loaded, caption=caption)

    async def submit(self, interaction: Interaction, attempt: int) -> None:
        """Judge the current board and show the verdict."""
        async with self._interactions.pressing(interaction) as reader:
            judged = await self._attempts.submit(reader, attempt)
            await self.show_verdict(interaction, reader, *judged)

    async def show_verdict(
        self, interaction: Interaction, reader: Reader, loaded: LoadedAttempt, verdict: Verdict
    ) -> None:
        """Show the board, and unless it is solved, the verdict with highlighted violations."""
        if loaded.solved:
            await self._display.show(interaction, reader, loaded)
            return
        localizer = priced(reader.localizer, loaded)
        lines = loaded.pad.board.lines
        caption = verdicts.verdict_text(localizer, loaded.puzzle, lines, verdict)
        highlights = violation_highlights(verdict, loaded.pad.pen)
        await self._display.show(
            interaction, reader, loaded, caption=caption, highlights=highlights
        )

    async def _unknown(self, interaction: Interaction, _: int) -> None:
        """Report a button of another version, whose action is unknown."""
        async with self._interactions.pressing(interaction):
            raise NotYours


def submit_commands(chat: Chat, playing: PlayHandlers) -> tuple[AnyCommand, ...]:
    """The command /submit; a file of more than `input_bytes` bytes is rejected."""

    @app_commands.command(name="submit", description=texts.SUBMIT_COMMAND.text)
    @app_commands.describe(moves=texts.SUBMIT_MOVES.text, file=texts.SUBMIT_FILE.text)
    async def submit(
        interaction: Interaction,
        moves: Range[str, 1, MAX_PASTE_LENGTH] | None = None,
        file: discord.Attachment | None = None,
    ) -> None:
        """Judge the given moves on the user's current puzzle; without moves, the board itself."""
        async with chat.interactions.answering(interaction, private=True) as reader:
            if moves is not None and file is not None:
                raise InputError(Problem.MOVES_OR_FILE)
            loaded = await chat.use.boards.current(reader.person)
            text = moves if file is None else await read_text(file, chat.input_bytes)
            try:
                board = None
                if text is not None:
                    board = await chat.use.boards.read_moves(reader.person, loaded.puzzle, text)
            except PuzzleError as error:
                problem = quote(explain_problem(error, reader.localizer))
                await chat.display.show(interaction, reader, loaded, caption=problem)
            else:
                judged = await chat.use.attempts.submit(reader, loaded.attempt.id, board)
                await playing.show_verdict(interaction, reader, *judged)

    return (submit,)
