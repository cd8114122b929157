"""The buttons of races."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated

from discord import ButtonStyle

from bot.answering.components import Button, word_of
from i18n.localizer import ENGLISH, Localizer
from texts import races as texts

LABELS = MappingProxyType(
    {
        "join": texts.JOIN,
        "start": texts.START,
        "leave": texts.LEAVE,
        "board": texts.BOARD,
        "again": texts.AGAIN,
    }
)
"""Labels of the buttons, by action."""
MAIN = frozenset({"join", "board", "again"})
"""The actions of the buttons that stand out."""


class RaceButton(Button, template="ouro:race:{action}:{race}"):
    """Joins, begins or leaves a race, opens the board of who presses, or begins another race.

    >>> RaceButton("join", 7).custom_id
    'ouro:race:join:7'
    """

    action: Annotated[str, word_of(LABELS)]
    race: int

    def __init__(self, action: str, race: int, localizer: Localizer = ENGLISH) -> None:
        super().__init__(
            action,
            race,
            label=localizer.say(LABELS[action]),
            style=ButtonStyle.primary if action in MAIN else ButtonStyle.secondary,
        )
