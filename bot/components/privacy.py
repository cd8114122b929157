"""The buttons with which people take along what is stored of them, or have it deleted."""

from __future__ import annotations

import re
from typing import Self

from discord import ButtonStyle

from bot.components.base import Button
from i18n.localizer import ENGLISH, Localizer
from texts import privacy as texts

BUTTONS = {
    "export": texts.EXPORT_BUTTON,
    "delete": texts.DELETE_BUTTON,
    "confirm": texts.CONFIRM,
    "keep": texts.KEEP,
}
"""What the buttons are called."""
DANGEROUS = ("delete", "confirm")


class PrivacyButton(Button, template=rf"ouro:privacy:(?P<key>{'|'.join(BUTTONS)})"):
    """Exports what is stored of who presses it, or deletes it after a question.

    >>> PrivacyButton("export").custom_id
    'ouro:privacy:export'
    """

    def __init__(self, key: str, localizer: Localizer = ENGLISH) -> None:
        style = ButtonStyle.danger if key in DANGEROUS else ButtonStyle.secondary
        label = localizer.say(BUTTONS[key])
        super().__init__(label=label, custom_id=f"ouro:privacy:{key}", style=style)
        self.key = key

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        return cls(match["key"])
