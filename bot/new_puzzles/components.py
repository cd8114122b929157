"""The button that generates another puzzle with the same options."""

from __future__ import annotations

from bot.answering.components import Button
from i18n.localizer import ENGLISH, Localizer
from texts import new_puzzles as texts


class NewPuzzle(Button, template="ouro:new:{puzzle}"):
    """Generates a puzzle with the size, level and symmetry of a stored one, and opens it.

    The board is a new message, so that the result on the old one can still be shared.

    >>> NewPuzzle(7).custom_id
    'ouro:new:7'
    """

    puzzle: int

    def __init__(self, puzzle: int, localizer: Localizer = ENGLISH) -> None:
        label = localizer.say(texts.NEW_BUTTON)
        super().__init__(puzzle, label=label)
