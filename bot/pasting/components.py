"""The button and the form for a puzzle of the user's own."""

from __future__ import annotations

from typing import Any

from discord import RadioGroupOption, TextStyle, ui

from bot.core.components import Button, Form
from bot.pasting import texts
from i18n.localizer import ENGLISH, Localizer

MAX_FIELD_LENGTH = 4000
"""Maximum number of characters in a field of a form; Discord's limit."""


class EnterPuzzle(Button, template=r"ouro:paste:ask"):
    """Opens the form."""

    def __init__(self, localizer: Localizer = ENGLISH) -> None:
        super().__init__(label=localizer.say(texts.ENTER), custom_id="ouro:paste:ask")


class PuzzleForm(Form, template=r"ouro:paste:form"):
    """A form for a puzzle, as a text of several lines or a file, and for what to do with it."""

    def __init__(self, localizer: Localizer = ENGLISH) -> None:
        super().__init__(localizer.say(texts.TITLE), "ouro:paste:form")
        purposes = [
            RadioGroupOption(
                label=localizer.say(label),
                value=purpose.value,
                default=purpose is texts.Purpose.PLAY,
            )
            for purpose, label in texts.PURPOSES.items()
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
                ),
            ),
            (texts.FILE, texts.FILE_NOTE, ui.FileUpload[Any](custom_id="file", required=False)),
            (texts.PURPOSE, None, ui.RadioGroup[Any](custom_id="purpose", options=purposes)),
        ):
            description = localizer.say(note) if note else None
            self.add_item(
                ui.Label(text=localizer.say(name), description=description, component=field)
            )
