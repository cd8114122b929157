"""The forms (modals).

discord.py dispatches only forms that it opened since it started. These are routed by their
`custom_id` like buttons, so a form that was open during a restart still works.
"""

from __future__ import annotations

import re
from typing import Any, Self

from discord import ui

from bot.components.base import Form
from i18n.localizer import ENGLISH, Localizer
from play.times import LONGEST as MAX_TIME
from play.zones import MAX_NAME
from puzzle.grid import Grid, square_grid
from texts import playing, preferences

MAX_MOVES_LENGTH = 1000
"""Maximum number of characters of typed moves."""


class MovesForm(Form, template=r"ouro:moves:(\d{1,18})"):
    """A form with one field, for moves on the board of an attempt, with examples for its grid."""

    def __init__(self, attempt: int, grid: Grid, localizer: Localizer = ENGLISH) -> None:
        super().__init__(localizer.say(playing.TYPE_TITLE), f"ouro:moves:{attempt}")
        field: ui.TextInput[Any] = ui.TextInput(
            custom_id="moves",
            placeholder=playing.type_placeholder(grid),
            min_length=1,
            max_length=MAX_MOVES_LENGTH,
        )
        label: ui.Label[Any] = ui.Label(
            text=localizer.say(playing.TYPE_LABEL),
            description=playing.type_description(localizer, grid),
            component=field,
        )
        self.add_item(label)
        self.attempt = attempt

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """Rebuild the component from its matched `custom_id`."""
        return cls(int(match[1]), square_grid(1, 1))


class ReminderForm(Form, template=r"ouro:reminders:form"):
    """A form with fields for the time and time zone of reminders."""

    def __init__(
        self, localizer: Localizer = ENGLISH, at: str = "", zone: str | None = None
    ) -> None:
        super().__init__(localizer.say(preferences.FORM), "ouro:reminders:form")
        for name, label, default, max_length in (
            ("at", preferences.FORM_TIME, at, MAX_TIME),
            ("zone", preferences.FORM_ZONE, zone, MAX_NAME),
        ):
            field: ui.TextInput[Any] = ui.TextInput(
                custom_id=name, default=default, min_length=1, max_length=max_length
            )
            self.add_item(ui.Label(text=localizer.say(label), component=field))
