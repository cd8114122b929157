"""The button that shares a result."""

from __future__ import annotations

from discord import ButtonStyle

from bot.answering.components import Button
from i18n.localizer import ENGLISH, Localizer
from texts import sharing


class Share(Button, template="ouro:share:{attempt}"):
    """Posts the result of a solved attempt publicly.

    >>> Share(7).custom_id
    'ouro:share:7'
    """

    attempt: int

    def __init__(self, attempt: int, localizer: Localizer = ENGLISH) -> None:
        label = localizer.say(sharing.SHARE)
        super().__init__(attempt, label=label, style=ButtonStyle.primary)
