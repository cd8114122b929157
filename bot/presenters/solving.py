"""The messages of answers to /solve."""

from io import BytesIO
from typing import Any

import discord
from discord import ui

from bot.components.next_solution import PUZZLE_FILE, NextSolution
from bot.presenters.layouts import PROBLEM, OutgoingMessage, message, picture, row
from i18n.localizer import Localizer
from jobs import Appearance, SolveAnswer
from solver.report import Outcome
from texts import solving

PICTURE_FILE = "slitherlink.png"

MAX_ID_LENGTH = 1000
"""Maximum number of characters of an ID in the text of the message; longer ones become a file."""
MAX_LINK = 512
"""Maximum number of characters of the URL of a button; Discord's limit."""

COLOURS = {
    Outcome.UNIQUE: discord.Colour.from_str("#3ba55c"),
    Outcome.MULTIPLE: discord.Colour.from_str("#e0a526"),
    Outcome.NONE: PROBLEM,
    Outcome.LIMIT: discord.Colour.from_str("#7d828c"),
}
"""The accent colour of each outcome, which the text also names."""


def answer_message(
    localizer: Localizer, answer: SolveAnswer, appearance: Appearance, *, private: bool
) -> OutgoingMessage:
    """The message of an answer: outcome, picture, puzzle ID, and buttons.

    Unless it is private, a solution is a spoiler.
    """
    solved = answer.outcome in {Outcome.UNIQUE, Outcome.MULTIPLE}
    file, gallery = picture(answer.png, PICTURE_FILE, answer.alt, spoiler=solved and not private)
    files = [file]
    title = solving.answer_title(localizer, answer)
    text = f"### {title}\n{solving.answer_text(localizer, answer)}"
    items: list[ui.Item[Any] | str] = [text, gallery, _notes(localizer, answer)]
    if not _fits_id(answer):
        files.append(discord.File(BytesIO(answer.puzzle.encode()), PUZZLE_FILE))
        items.append(ui.File(files[-1]))
    if buttons := _buttons(localizer, answer, appearance):
        items.append(row(*buttons))
    return message(*items, colour=COLOURS[answer.outcome], files=files)


def _fits_id(answer: SolveAnswer) -> bool:
    return len(answer.puzzle) <= MAX_ID_LENGTH


def _fits_link(answer: SolveAnswer) -> bool:
    return len(answer.link) <= MAX_LINK


def _notes(localizer: Localizer, answer: SolveAnswer) -> str:
    if _fits_id(answer):
        notes = [solving.PUZZLE_ID.format(puzzle=answer.puzzle)]
    else:
        notes = [localizer.say(solving.LONG_ID)]
    if not _fits_link(answer):
        notes.append(localizer.say(solving.LONG_LINK))
    return "\n".join(notes)


def _buttons(
    localizer: Localizer, answer: SolveAnswer, appearance: Appearance
) -> list[ui.Item[Any]]:
    buttons: list[ui.Item[Any]] = []
    if answer.outcome is Outcome.MULTIPLE and answer.index is not None:
        buttons.append(NextSolution(answer.index + 1, appearance, localizer))
    if _fits_link(answer):
        buttons.append(ui.Button(label=solving.page_label(localizer, answer.link), url=answer.link))
    return buttons
