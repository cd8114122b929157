"""/solve, Solve in the Apps menu, and the next solution."""

from __future__ import annotations

import time
from collections.abc import Mapping
from io import BytesIO
from typing import Any

import discord
import structlog
from discord import app_commands, ui
from discord.app_commands import Range
from msgspec.structs import replace

from bot.answering.attachments import (
    FILES_SEARCHED,
    FoundSource,
    has_only_pictures,
    is_picture,
    read_message,
    read_pasted,
)
from bot.answering.commands import MAX_PASTE_LENGTH, AnyCommand, choices_of
from bot.answering.interactions import Interaction, reply
from bot.answering.layouts import COLOURS, MAX_LINK, OutgoingMessage, message, picture, row
from bot.chat import Chat
from bot.dailies.messages import SecrecyHandlers
from bot.drafts.pictures import PictureHandlers
from bot.pasting.components import (
    MAX_SHOWN_ID,
    PUZZLE_FILE,
    PUZZLE_ID,
    Purpose,
    puzzle_in_answer,
    read_buttons,
    read_lines,
)
from bot.solving.components import NextSolution
from i18n.localizer import Localizer
from jobs.appearance import Appearance
from jobs.reading import MessageTexts, PastedText
from jobs.solving import SolveAnswer, SolveRequest
from puzzle.notation import format_loopy
from service.errors import InputError, Problem, SecretPuzzle
from service.running.readers import Reader
from service.settings import THEME
from solver.report import SOLUTION_ORDER, Outcome
from texts import commands, puzzles
from texts import solving as texts

PICTURE_FILE = "slitherlink.png"


def answer_message(reader: Reader, answer: SolveAnswer) -> OutgoingMessage:
    """The message of an answer: outcome, picture, puzzle ID, and buttons.

    Unless it is private, a solution is a spoiler.
    """
    localizer, private = reader.localizer, reader.private
    solved = answer.outcome in {Outcome.UNIQUE, Outcome.MULTIPLE}
    file, gallery = picture(answer.png, PICTURE_FILE, answer.alt, spoiler=solved and not private)
    files = [file]
    title = texts.answer_title(localizer, answer)
    text = f"### {title}\n{texts.answer_text(localizer, answer)}"
    items: list[ui.Item[Any] | str] = [text, gallery, _notes(localizer, answer)]
    if not _fits_id(answer):
        files.append(discord.File(BytesIO(answer.puzzle.encode()), PUZZLE_FILE))
        items.append(ui.File(files[-1]))
    rows = [_buttons(reader, answer)]
    if answer.notation:
        rows += read_buttons(localizer, Purpose.SOLVE, answer.others)
    items += [row(*buttons) for buttons in rows if buttons]
    return message(*items, colour=COLOURS[answer.outcome], files=files)


def _fits_id(answer: SolveAnswer) -> bool:
    return len(answer.puzzle) <= MAX_SHOWN_ID


def _fits_link(answer: SolveAnswer) -> bool:
    return len(answer.link) <= MAX_LINK


def _notes(localizer: Localizer, answer: SolveAnswer) -> str:
    notes = []
    if answer.notation:
        notes.append(read_lines(localizer, answer, answer.size))
    if _fits_id(answer):
        notes.append(PUZZLE_ID.format(puzzle=answer.puzzle))
    else:
        notes.append(localizer.say(texts.LONG_ID))
    if not _fits_link(answer):
        notes.append(localizer.say(texts.LONG_LINK))
    return "\n".join(notes)


def _buttons(reader: Reader, answer: SolveAnswer) -> list[ui.Item[Any]]:
    localizer = reader.localizer
    buttons: list[ui.Item[Any]] = []
    if answer.outcome is Outcome.MULTIPLE and answer.index is not None:
        buttons.append(NextSolution(answer.index + 1, reader.appearance, localizer))
    if _fits_link(answer):
        buttons.append(ui.Button(label=puzzles.page_label(localizer, answer.link), url=answer.link))
    return buttons


log = structlog.stdlib.get_logger(__name__)


class SolveHandlers:
    """Solves puzzles from users; a live daily only after a private confirmation."""

    def __init__(self, chat: Chat, secrecy: SecrecyHandlers, pictures: PictureHandlers) -> None:
        self._interactions = chat.interactions
        self._solving = chat.use.solving
        self._secrecy = secrecy
        self._pictures = pictures
        self._metrics = chat.metrics
        self._input_bytes = chat.input_bytes

    async def answer_found(
        self, interaction: Interaction, reader: Reader, source: FoundSource
    ) -> None:
        """Solve the puzzle in texts; that of a picture after its reader has confirmed it."""

        async def use(seen_by: Reader, texts: PastedText | MessageTexts) -> None:
            await self.answer(interaction, replace(seen_by, appearance=reader.appearance), texts)

        await self._pictures.use(interaction, reader, source, Purpose.SOLVE.value, use)

    async def answer(
        self,
        interaction: Interaction,
        reader: Reader,
        source: PastedText | MessageTexts,
        index: int = 0,
    ) -> None:
        """Solve a puzzle, and replace "thinking…" or the pressed message with the answer.

        `index` selects the solution to show, counted from 0. Of a message only the puzzle is
        stored until the answer is sent.
        """
        found = None
        if isinstance(source, MessageTexts):
            found = await self._solving.puzzle_in(source, interaction.user.id)
            source = PastedText(format_loopy(found.puzzle))
        request = self._solving.request(reader, source, index)
        await self._interactions.store_payload(
            interaction, to_payload(request, private=reader.private)
        )
        start = time.perf_counter()
        try:
            answer = await self._solving.solve(request, interaction.user.id)
        except SecretPuzzle as kept:
            await self._secrecy.keep_secret(interaction, reader, kept)
            return
        if found is not None:
            answer = replace(
                answer, notation=found.notation, others=found.others, remarks=found.remarks
            )
        work_seconds = time.perf_counter() - start
        self._metrics.solves.labels(answer.outcome.value).inc()
        alone = replace(reader, private=reader.private or interaction.context.dm_channel)
        await reply(interaction, answer_message(alone, answer))
        log.info(
            "answered",
            size=answer.size,
            outcome=answer.outcome.value,
            solutions=answer.solutions,
            solve_ms=round(answer.stats.seconds * 1000),
            work_ms=round(work_seconds * 1000),
            total_ms=round((time.perf_counter() - start) * 1000),
        )

    async def next_solution(self, interaction: Interaction, button: NextSolution) -> None:
        """Solve the puzzle of the message again up to the button's solution, and show that.

        Raises `InputError` when the order of solutions has changed since the message was sent: the
        index would be that of another solution.
        """
        async with self._interactions.pressing(interaction) as reader:
            if button.order != SOLUTION_ORDER:
                raise InputError(Problem.ORDER_CHANGED)
            puzzle = await puzzle_in_answer(interaction.message, self._input_bytes)
            puzzle = replace(puzzle, told="")
            as_before = replace(reader, appearance=button.appearance)
            await self.answer(interaction, as_before, puzzle, button.index)


def to_payload(request: SolveRequest, *, private: bool) -> dict[str, Any]:
    """The JSON values of a request for a pending reply, from which a restart can answer.

    >>> request = SolveRequest(PastedText("1x1:4"), index=2)
    >>> from_payload(to_payload(request, private=True), "en") == (request, True)
    True
    """
    return {
        "pasted": request.source.text,
        "index": request.index,
        "theme": request.appearance.theme,
        "labels": request.appearance.labels,
        "dots": request.appearance.dots,
        "private": private,
    }


def from_payload(payload: Mapping[str, Any], language: str) -> tuple[SolveRequest, bool]:
    """The request of a payload, with default limits, and whether its answer is private."""
    source = PastedText(payload["pasted"])
    # A payload of an earlier version has no "dots".
    appearance = Appearance(payload["theme"], payload["labels"], payload.get("dots", False))
    return SolveRequest(source, payload["index"], appearance, locale=language), payload["private"]


def solve_commands(chat: Chat, solving: SolveHandlers) -> tuple[AnyCommand, ...]:
    """The commands; /solve rejects a file of more than `input_bytes` bytes, the other skips it."""

    @app_commands.command(name="solve", description=texts.SOLVE.text)
    @app_commands.describe(
        puzzle=texts.SOLVE_PUZZLE.text,
        file=texts.SOLVE_FILE.text,
        theme=texts.THEME.text,
        labels=texts.LABELS.text,
        private=commands.PRIVATE.text,
    )
    @app_commands.choices(theme=choices_of(THEME))
    async def solve(  # noqa: PLR0913, PLR0917 - the options of the command
        interaction: Interaction,
        puzzle: Range[str, 1, MAX_PASTE_LENGTH] | None = None,
        file: discord.Attachment | None = None,
        theme: str | None = None,
        labels: bool | None = None,
        private: bool = False,
    ) -> None:
        """Solve a pasted or attached puzzle."""
        held = 0 if file is None or is_picture(file) else min(file.size, chat.input_bytes)
        with chat.use.pool.room(interaction.user.id, held):
            private = private or is_picture(file)
            private = private or not await chat.interactions.readers.may_answer_publicly(
                interaction
            )
            typed = None
            if (puzzle is None) != (file is None) and not is_picture(file):
                # A person's own settings and the file are not read yet.
                chosen = Appearance(theme or THEME.default, bool(labels))
                request = SolveRequest(PastedText(puzzle or ""), appearance=chosen)
                typed = to_payload(request, private=private)
                if file is not None:
                    typed["file"] = {"size": file.size, "url": file.url}
            async with chat.interactions.answering(
                interaction, private=private, payload=typed
            ) as reader:
                source = await read_pasted(puzzle, file, chat.input_bytes)
                await solving.answer_found(interaction, reader.with_look(theme, labels), source)

    @app_commands.context_menu(name=commands.SOLVE_MESSAGE.text)
    async def solve_message(interaction: Interaction, message: discord.Message) -> None:
        """Find a puzzle in a message, its text files or its pictures, and solve it."""
        held = len(message.attachments[:FILES_SEARCHED]) * chat.input_bytes
        with chat.use.pool.room(interaction.user.id, held):
            private = has_only_pictures(message)
            private = private or not await chat.interactions.readers.may_answer_publicly(
                interaction
            )
            async with chat.interactions.answering(interaction, private=private) as reader:
                source = await read_message(message, chat.input_bytes)
                await solving.answer_found(interaction, reader, source)

    return solve, solve_message
