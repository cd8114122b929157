"""The button that generates another puzzle with the same options."""

from __future__ import annotations

import re
from typing import Self

from bot.core.components import Button
from bot.new_puzzles import texts
from i18n.localizer import ENGLISH, Localizer


class NewPuzzle(Button, template=r"ouro:new:(?P<puzzle>\d{1,18})"):
    """Generates a puzzle with the size, level and symmetry of a stored one, and opens it.

    The board is a new message, so that the result on the old one can still be shared.

    >>> NewPuzzle(7).custom_id
    'ouro:new:7'
    """

    def __init__(self, puzzle: int, localizer: Localizer = ENGLISH) -> None:
        label = localizer.say(texts.NEW_BUTTON)
        super().__init__(label=label, custom_id=f"ouro:new:{puzzle}")
        self.puzzle = puzzle

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(int(match["puzzle"]))
