"""The buttons that export or delete the stored data of a user."""

from __future__ import annotations

import re
from typing import Self

from discord import ButtonStyle

from bot.core.components import Button
from bot.privacy import texts
from i18n.localizer import ENGLISH, Localizer

BUTTONS = {
    "export": texts.EXPORT_BUTTON,
    "delete": texts.DELETE_BUTTON,
    "confirm": texts.CONFIRM,
    "keep": texts.KEEP,
}
"""Labels of the buttons, by the keys in their `custom_id`s."""
DANGEROUS = ("delete", "confirm")
"""Keys of the buttons in the style of destructive actions."""


class PrivacyButton(Button, template=rf"ouro:privacy:(?P<key>{'|'.join(BUTTONS)})"):
    """Exports the stored data of the user who presses it, or deletes it after a confirmation.

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
        """Rebuild the component from its matched `custom_id`."""
        return cls(match["key"])
