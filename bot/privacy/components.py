"""The buttons that export or delete the stored data of a user."""

from __future__ import annotations

from typing import Annotated

from discord import ButtonStyle

from bot.answering.components import Button, word_of
from i18n.localizer import ENGLISH, Localizer
from texts import privacy as texts

BUTTONS = {
    "export": texts.EXPORT_BUTTON,
    "delete": texts.DELETE_BUTTON,
    "confirm": texts.CONFIRM,
    "all": texts.CONFIRM_ALL,
    "keep": texts.KEEP,
}
"""Labels of the buttons, by the keys in their `custom_id`s."""
DANGEROUS = ("delete", "confirm", "all")
"""Keys of the buttons in the style of destructive actions."""


class PrivacyButton(Button, template="ouro:privacy:{key}"):
    """Exports the stored data of the user who presses it, or deletes it after a confirmation.

    >>> PrivacyButton("export").custom_id
    'ouro:privacy:export'
    """

    key: Annotated[str, word_of(BUTTONS)]

    def __init__(self, key: str, localizer: Localizer = ENGLISH) -> None:
        style = ButtonStyle.danger if key in DANGEROUS else ButtonStyle.secondary
        label = localizer.say(BUTTONS[key])
        super().__init__(key, label=label, style=style)
