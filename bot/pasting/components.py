"""The buttons and the form for a puzzle of the user's own, and what was read of a text.

A message that shows what was read contains the IDs of its puzzles: that of the one that is used in
a line as `PUZZLE_ID`, those of others in lines as `OTHER_ID`. The buttons name a line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Annotated, Any

import discord
from discord import RadioGroupOption, TextStyle, ui

from bot.answering.attachments import fetch_text
from bot.answering.components import Button, Form, IdPart, later_digits
from bot.answering.layouts import walk
from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message
from jobs.reading import RECOGNISED, PastedText, ReadPuzzle
from jobs.solving import SolveAnswer
from narrator.problems import localize
from puzzle.notation import NOTATIONS
from service.errors import InputError, Problem
from texts import pasting as texts
from texts.puzzles import stored_size

MAX_FIELD_LENGTH = 4000
"""Maximum number of characters in a field of a form; Discord's limit."""
PUZZLE_ID = "-# ID: `{puzzle}`"
"""The line with the canonical ID, the same in every language, so that buttons can find it."""
OTHER_ID = "-# {number}: `{puzzle}`"
"""The line with the canonical ID of another puzzle, the same in every language."""
MAX_SHOWN_ID = 1000
"""Maximum number of characters of an ID in the text of the message; longer ones become a file."""
PUZZLE_FILE = "puzzle.txt"
"""The name of the file with an ID that is too long for the text of the message."""
_ID = re.compile(r"`(\d+x\d+(?:t\d+)?:[0-9A-Za-z_-]+)`", re.ASCII)


class Purpose(Enum):
    """What is done with a puzzle of the form."""

    PLAY = "play"
    SOLVE = "solve"
    RATE = "rate"


PURPOSES: Mapping[Purpose, Message] = MappingProxyType(
    {
        Purpose.PLAY: texts.TO_PLAY,
        Purpose.SOLVE: texts.TO_SOLVE,
        Purpose.RATE: texts.TO_RATE,
    }
)
"""The labels of the choices."""


class EnterPuzzle(Button, template="ouro:paste:ask"):
    """Opens the form."""

    def __init__(self, localizer: Localizer = ENGLISH) -> None:
        super().__init__(label=localizer.say(texts.ENTER))


MAX_IDS_LENGTH = 1000
"""Maximum number of characters of all IDs of other puzzles in the text of a message."""


class MendPuzzle(Button, template="ouro:paste:mend{stored}"):
    """Opens the form with the puzzle that was read: a stored one, or that of the message.

    >>> MendPuzzle(7).custom_id, MendPuzzle().custom_id
    ('ouro:paste:mend:7', 'ouro:paste:mend')
    """

    stored: Annotated[int | None, later_digits(18, None)]

    def __init__(self, stored: int | None = None, localizer: Localizer = ENGLISH) -> None:
        super().__init__(stored, label=localizer.say(texts.MEND))


class UseOther(Button, template="ouro:paste:other:{purpose}:{number}"):
    """Plays, solves or rates another puzzle of the same text, by the number of its line.

    >>> UseOther(Purpose.SOLVE, 2, "5x5").custom_id
    'ouro:paste:other:solve:2'
    """

    purpose: Purpose
    number: Annotated[int, IdPart("[2-9]", 1, str, int)]

    def __init__(self, purpose: Purpose, number: int, size: str = "") -> None:
        super().__init__(purpose, number, label=f"{number}: {size}" if size else str(number))


def read_lines(localizer: Localizer, read: ReadPuzzle | SolveAnswer, size: str) -> str:
    """Lines that say as what a puzzle was read, what its text left open, and which others are in
    the same text."""
    size = stored_size(localizer, size)
    if read.notation == RECOGNISED:
        lines = [localizer.say(texts.RECOGNISED, size=size)]
    else:
        name = localize(NOTATIONS[read.notation].title, localizer)
        lines = [localizer.say(texts.READ_AS, notation=name, size=size)]
    lines += [
        localizer.say(texts.LEFT_OPEN, remark=localize(remark, localizer))
        for remark in read.remarks
    ]
    if read.others:
        lines.append(localizer.say(texts.SEVERAL, len(read.others), count=len(read.others)))
    lines += [
        OTHER_ID.format(number=number, puzzle=other)
        for number, other in enumerate(_offered(read.others), 2)
    ]
    return "\n".join(lines)


def read_buttons(
    localizer: Localizer, purpose: Purpose, others: Sequence[str], stored: int | None = None
) -> list[list[ui.Item[Any]]]:
    """Rows of buttons below what was read: to mend it, and to use the others."""
    offered = [
        UseOther(purpose, number, stored_size(localizer, other))
        for number, other in enumerate(_offered(others), 2)
    ]
    return [[MendPuzzle(stored, localizer)], [*offered]]


def _offered(others: Sequence[str]) -> list[str]:
    """The IDs of other puzzles that fit into the text of a message."""
    offered, length = list[str](), 0
    for other in others:
        length += len(other)
        if length <= MAX_IDS_LENGTH:
            offered.append(other)
    return offered


async def puzzle_in_answer(
    message: discord.Message | None, max_bytes: int, number: int | None = None
) -> PastedText:
    """The puzzle in the message of an answer, from its text or a file of at most `max_bytes` bytes.

    With `number`, the other puzzle with that number.

    Raises `InputError` when the message contains none, or the file cannot be read.
    """
    line = PUZZLE_ID if number is None else OTHER_ID.format(number=number, puzzle="{puzzle}")
    begin = line.partition("`")[0]
    if message is not None:
        for part in walk(message.components):  # a file in a component is not an attachment
            if isinstance(part, discord.TextDisplay):
                for text in part.content.split("\n"):
                    if text.startswith(begin) and (found := _ID.search(text)):
                        return PastedText(found[1])
            if number is not None:
                continue
            if isinstance(part, discord.FileComponent) and part.name == PUZZLE_FILE:
                return PastedText(await fetch_text(part.media.url, max_bytes))
    raise InputError(Problem.PUZZLE_GONE)


class PuzzleForm(Form, template="ouro:paste:form"):
    """A form for a puzzle, as a text of several lines or a file, and for what to do with it.

    The text is `puzzle` at first; None stands for one that is too long for the form.
    """

    def __init__(self, localizer: Localizer = ENGLISH, puzzle: str | None = "") -> None:
        super().__init__(title=localizer.say(texts.TITLE))
        purposes = [
            RadioGroupOption(
                label=localizer.say(label),
                value=purpose.value,
                default=purpose is Purpose.PLAY,
            )
            for purpose, label in PURPOSES.items()
        ]
        for name, note, field in (
            (
                texts.PUZZLE,
                texts.PUZZLE_NOTE,
                ui.TextInput[Any](
                    custom_id="puzzle",
                    style=TextStyle.paragraph,
                    required=False,
                    max_length=MAX_FIELD_LENGTH,
                    default=puzzle or None,
                    placeholder=localizer.say(texts.TOO_LONG) if puzzle is None else None,
                ),
            ),
            (texts.FILE, texts.FILE_NOTE, ui.FileUpload[Any](custom_id="file", required=False)),
            (texts.PURPOSE, None, ui.RadioGroup[Any](custom_id="purpose", options=purposes)),
        ):
            description = localizer.say(note) if note else None
            self.add_field(field, localizer.say(name), description)
