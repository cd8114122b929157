"""The buttons of the guided first puzzle."""

from __future__ import annotations

import re
from typing import Self

from discord import ButtonStyle

from bot.components.base import Button
from i18n.voice import Voice
from service.attempts import Held
from texts import learning


class Learn(
    Button,
    template=r"ouro:learn:(?P<attempt>\d{1,18}):(?P<deed>show|do|undo):(?P<marks>\d{1,4})",
):
    """Shows what is to be learned next; `do` makes the marks first, `undo` takes the last back.

    The `custom_id` carries how many marks there were on the board, so that a second press does
    nothing twice.

    >>> Learn(7, "do", 12, "Do it for me").custom_id
    'ouro:learn:7:do:12'
    """

    def __init__(self, attempt: int, deed: str, marks: int, label: str) -> None:
        style = ButtonStyle.primary if deed == "do" else ButtonStyle.secondary
        custom_id = f"ouro:learn:{attempt}:{deed}:{marks}"
        super().__init__(label=label, style=style, custom_id=custom_id)
        self.attempt = attempt
        self.deed = deed
        self.marks = marks

    @classmethod
    def back(cls, held: Held, voice: Voice) -> Self:
        """The button that leads from the board back to the lesson."""
        return cls(held.attempt.id, "show", 0, voice.say(learning.LESSON_BUTTON))

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        return cls(int(match["attempt"]), match["deed"], int(match["marks"]), match["deed"])
