"""/play, the form for a puzzle of the user's own, and Play and Rate in the Apps menu."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias

import discord
from discord import app_commands, ui
from discord.app_commands import Range

from bot.answering.attachments import (
    FoundSource,
    has_only_pictures,
    read_message,
    read_pasted,
    uploaded_file,
)
from bot.answering.commands import MAX_PASTE_LENGTH, AnyCommand
from bot.answering.interactions import Interaction, reply
from bot.answering.layouts import OutgoingMessage, message, page, row
from bot.answering.router import written_fields
from bot.boards.components import open_button
from bot.boards.display import remark_text
from bot.chat import Chat
from bot.dailies.components import PlayDaily
from bot.drafts.pictures import PictureHandlers
from bot.pasting.components import (
    MAX_FIELD_LENGTH,
    MAX_SHOWN_ID,
    PUZZLE_ID,
    EnterPuzzle,
    MendPuzzle,
    Purpose,
    PuzzleForm,
    UseOther,
    puzzle_in_answer,
    read_buttons,
    read_lines,
)
from bot.reviews.components import ReviewBoard
from bot.shortcuts.components import Shortcut
from bot.together.components import TogetherButton
from i18n.localizer import Localizer
from jobs.reading import MessageTexts, PastedText, ReadPuzzle
from jobs.solving import RateAnswer
from play.calendar import number_of
from puzzle.model import Puzzle
from puzzle.notation import format_loopy, format_rows, parse_loopy
from puzzle.notation.loopy import size_and_rules
from service.playing.boards import Overview
from service.running.readers import Reader
from texts import commands, together
from texts import pasting as texts
from texts.pasting import rating_text


def overview_message(
    localizer: Localizer, overview: Overview, shared: Sequence[tuple[int, Puzzle]] = ()
) -> OutgoingMessage:
    """The message with today's dailies, the unfinished boards and those that a person draws with
    others, each with a button to open it, and buttons for other puzzles."""
    day = overview.day
    items: list[ui.Item[Any] | str] = [localizer.say(texts.DAILIES, number=number_of(day))]
    for daily in overview.dailies:
        text, begun = texts.daily_line(localizer, day, daily), daily.attempt
        button: ui.Button[Any] = PlayDaily(day, daily.track, localizer)
        if begun is not None and begun.solved_at is not None:
            button = ReviewBoard(begun.id, localizer)
        items.append(ui.Section(text, accessory=button))
    if overview.boards:
        items += [ui.Separator(), localizer.say(texts.UNFINISHED)]
    for board in overview.boards:
        text = texts.board_line(localizer, board)
        items.append(ui.Section(text, accessory=open_button(localizer, board.id)))
    for number, puzzle in shared:
        text = together.title(localizer, puzzle)
        button = TogetherButton("draw", number, localizer)
        items.append(ui.Section(text, accessory=button))
    more = (Shortcut(use, localizer) for use in ("create", "race", "calendar"))
    items.append(row(EnterPuzzle(localizer), *more))
    return message(*items)


Source: TypeAlias = PastedText | MessageTexts
"""A puzzle, or texts that contain one."""
Use: TypeAlias = Callable[[Interaction, Reader, Source], Awaitable[None]]
"""Does something with a puzzle, and replaces "thinking…" with the answer."""


class PasteHandlers:
    """Plays, solves and rates puzzles that users send; `solve` does the second.

    A file is read up to `input_bytes` bytes.
    """

    def __init__(self, chat: Chat, solve: Use, pictures: PictureHandlers) -> None:
        self._interactions = chat.interactions
        self._boards = chat.use.boards
        self._display = chat.display
        self._ratings = chat.use.rating
        self._pictures = pictures
        self._input_bytes = chat.input_bytes
        self._uses: Mapping[Purpose, Use] = MappingProxyType(
            {Purpose.PLAY: self.play, Purpose.SOLVE: solve, Purpose.RATE: self.rate}
        )

    async def open_form(self, interaction: Interaction, _: EnterPuzzle) -> None:
        """Open the form."""
        await self._show_form(interaction)

    async def mend(self, interaction: Interaction, button: MendPuzzle) -> None:
        """Open the form with the puzzle that was read."""
        await self._show_form(interaction, button)

    async def _show_form(self, interaction: Interaction, button: MendPuzzle | None = None) -> None:
        """Open the form, which Discord only accepts as the first answer to a press."""
        await self._interactions.admit(interaction)
        reader = await self._interactions.readers.find(interaction, private=True)
        text = "" if button is None else await self._text_read(interaction, button)
        await self._interactions.show_form(interaction, PuzzleForm(reader.localizer, text))

    async def _text_read(self, interaction: Interaction, button: MendPuzzle) -> str | None:
        """The text of the puzzle that was read: its rows, or its ID if they do not fit into the
        form or it has none; None if neither fits."""
        if button.stored is not None:
            notation = (await self._boards.stored_puzzle(button.stored)).notation
        else:
            notation = (await puzzle_in_answer(interaction.message, self._input_bytes)).text
        puzzle = parse_loopy(notation)
        has_rows = puzzle.grid.is_square and puzzle.rules.is_plain
        forms = [format_rows(puzzle), notation] if has_rows else [notation]
        return next((text for text in forms if len(text) <= MAX_FIELD_LENGTH), None)

    async def use_other(self, interaction: Interaction, button: UseOther) -> None:
        """Play, solve or rate another puzzle of a text; only the user sees the answer."""
        async with self._interactions.answering(interaction, private=True) as reader:
            source = await puzzle_in_answer(interaction.message, self._input_bytes, button.number)
            await self._uses[button.purpose](interaction, reader, source)

    async def use_puzzle(self, interaction: Interaction, _: PuzzleForm) -> None:
        """Play, solve or rate the puzzle of the form; only the user sees the answer."""
        fields = written_fields(interaction)
        async with self._interactions.answering(interaction, private=True) as reader:
            text, file = fields.get("puzzle", "").strip("\n"), uploaded_file(interaction)
            source = await read_pasted(text or None, file, self._input_bytes)
            await self.use_found(interaction, reader, source, Purpose(fields["purpose"]))

    async def use_found(
        self, interaction: Interaction, reader: Reader, source: FoundSource, purpose: Purpose
    ) -> None:
        """Play, solve or rate the puzzle in texts; that of a picture after its reader has confirmed
        it."""
        use = partial(self._uses[purpose], interaction)
        await self._pictures.use(interaction, reader, source, purpose.value, use)

    async def play(self, interaction: Interaction, reader: Reader, source: Source) -> None:
        """Open a board of a puzzle, and show it with a remark about the puzzle if there is one."""
        opened = await self._boards.open_pasted(reader, source)
        localizer, puzzle = reader.localizer, opened.loaded.attempt.puzzle_id
        captions, rows = list[str](), list[list[ui.Item[Any]]]()
        if opened.remark is not None:
            captions.append(remark_text(localizer, opened.remark))
        if (found := opened.found) is not None:
            size = size_and_rules(found.puzzle)
            captions.append(read_lines(localizer, found, size))
            rows = read_buttons(localizer, Purpose.PLAY, found.others, puzzle)
        await self._display.show(
            interaction, reader, opened.loaded, caption="\n".join(captions), rows=rows
        )

    async def rate(self, interaction: Interaction, reader: Reader, source: Source) -> None:
        """Show how difficult a puzzle is."""
        found, rated = await self._ratings.rate(reader, source)
        await reply(interaction, rating_message(reader.localizer, found, rated))


def rating_message(localizer: Localizer, found: ReadPuzzle, rated: RateAnswer) -> OutgoingMessage:
    """The message with the rating of a puzzle that was read."""
    notes, rows = list[str](), list[list[ui.Item[Any]]]()
    if found.notation:
        notes.append(read_lines(localizer, found, rated.size))
        rows = read_buttons(localizer, Purpose.RATE, found.others)
    puzzle = format_loopy(found.puzzle)
    if len(puzzle) <= MAX_SHOWN_ID:
        notes.append(PUZZLE_ID.format(puzzle=puzzle))
    else:  # the form could not show what was read
        rows = rows[1:]
    return page(rating_text(localizer, rated), rated.drawing, *rows, note="\n".join(notes))


def play_commands(chat: Chat, pasting: PasteHandlers) -> tuple[AnyCommand, ...]:
    """The commands; attached files of more than `input_bytes` bytes are skipped."""

    @app_commands.command(name="play", description=texts.PLAY.text)
    @app_commands.describe(puzzle=texts.PLAY_PUZZLE.text)
    async def play(
        interaction: Interaction, puzzle: Range[str, 1, MAX_PASTE_LENGTH] | None = None
    ) -> None:
        """Open a board of a pasted puzzle, or list the boards and dailies to play."""
        async with chat.interactions.answering(interaction, private=True) as reader:
            if puzzle is None:
                overview = await chat.use.boards.overview(interaction.user.id)
                shared = await chat.use.together.of_player(interaction.user.id)
                await reply(interaction, overview_message(reader.localizer, overview, shared))
            else:
                source = FoundSource(PastedText(puzzle))
                await pasting.use_found(interaction, reader, source, Purpose.PLAY)

    @app_commands.context_menu(name=commands.PLAY_MESSAGE.text)
    async def play_message(interaction: Interaction, message: discord.Message) -> None:
        """Open a board of the puzzle in a message, its text files or its pictures."""
        async with chat.interactions.answering(interaction, private=True) as reader:
            source = await read_message(message, chat.input_bytes)
            await pasting.use_found(interaction, reader, source, Purpose.PLAY)

    return play, play_message


def rate_commands(chat: Chat, pasting: PasteHandlers) -> tuple[AnyCommand, ...]:
    """The command; attached files of more than `input_bytes` bytes are skipped."""

    @app_commands.context_menu(name=commands.RATE_MESSAGE.text)
    async def rate_message(interaction: Interaction, message: discord.Message) -> None:
        """Find a puzzle in a message, its text files or its pictures, and rate it."""
        async with chat.interactions.answering(
            interaction, private=has_only_pictures(message)
        ) as reader:
            source = await read_message(message, chat.input_bytes)
            await pasting.use_found(interaction, reader, source, Purpose.RATE)

    return (rate_message,)
