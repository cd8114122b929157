"""The buttons of races."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Self

from discord import ButtonStyle

from bot.core.components import Button
from bot.races import texts
from i18n.localizer import ENGLISH, Localizer

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
MAIN = frozenset({"join", "board"})
"""The actions of the buttons that stand out."""


class RaceButton(
    Button, template=r"ouro:race:(?P<action>join|start|leave|board|again):(?P<race>\d{1,18})"
):
    """Joins, begins or leaves a race, opens the board of who presses, or begins another race.

    >>> RaceButton("join", 7).custom_id
    'ouro:race:join:7'
    """

    def __init__(self, action: str, race: int, localizer: Localizer = ENGLISH) -> None:
        super().__init__(
            label=localizer.say(LABELS[action]),
            style=ButtonStyle.primary if action in MAIN else ButtonStyle.secondary,
            custom_id=f"ouro:race:{action}:{race}",
        )
        self.action = action
        self.race = race

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(match["action"], int(match["race"]))
