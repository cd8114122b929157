"""The buttons that review a solved board, and replay how it was drawn."""

from __future__ import annotations

import re
from typing import Self

from bot.core.components import Button
from i18n.localizer import ENGLISH, Localizer
from texts import reviewing


class ReviewBoard(Button, template=r"ouro:review:(\d{1,18})"):
    """Shows the review of a solved attempt to the player.

    >>> ReviewBoard(7).custom_id
    'ouro:review:7'
    """

    def __init__(self, attempt: int, localizer: Localizer = ENGLISH) -> None:
        label, custom_id = localizer.say(reviewing.REVIEW), f"ouro:review:{attempt}"
        super().__init__(label=label, emoji="🔎", custom_id=custom_id)
        self.attempt = attempt

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(int(match[1]))


class ReplayBoard(Button, template=r"ouro:replay:(\d{1,18})"):
    """Shows the player how a solved attempt was drawn, as an animation.

    >>> ReplayBoard(7).custom_id
    'ouro:replay:7'
    """

    def __init__(self, attempt: int, localizer: Localizer = ENGLISH) -> None:
        label, custom_id = localizer.say(reviewing.REPLAY), f"ouro:replay:{attempt}"
        super().__init__(label=label, emoji="🎞️", custom_id=custom_id)
        self.attempt = attempt

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(int(match[1]))
