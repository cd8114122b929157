"""The button for another puzzle of the same kind."""

from __future__ import annotations

import re
from typing import Self

from bot.components.base import Button
from i18n.localizer import ENGLISH, Localizer
from texts import generating


class NewPuzzle(Button, template=r"ouro:new:(?P<puzzle>\d{1,18})"):
    """Makes another puzzle of the size, level and symmetry of a stored one, and opens it.

    The board comes in a message of its own, so the old one can still be shared.

    >>> NewPuzzle(7).custom_id
    'ouro:new:7'
    """

    def __init__(self, puzzle: int, localizer: Localizer = ENGLISH) -> None:
        label = localizer.say(generating.NEW_BUTTON)
        super().__init__(label=label, custom_id=f"ouro:new:{puzzle}")
        self.puzzle = puzzle

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        return cls(int(match["puzzle"]))
