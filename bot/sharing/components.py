"""The button that shares a result."""

from __future__ import annotations

import re
from typing import Self

from discord import ButtonStyle

from bot.core.components import Button
from i18n.localizer import ENGLISH, Localizer
from texts import sharing


class Share(Button, template=r"ouro:share:(\d{1,18})"):
    """Posts the result of a solved attempt publicly.

    >>> Share(7).custom_id
    'ouro:share:7'
    """

    def __init__(self, attempt: int, localizer: Localizer = ENGLISH) -> None:
        label = localizer.say(sharing.SHARE)
        custom_id = f"ouro:share:{attempt}"
        super().__init__(label=label, style=ButtonStyle.primary, custom_id=custom_id)
        self.attempt = attempt

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(int(match[1]))
