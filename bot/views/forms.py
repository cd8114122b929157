"""Forms that people fill in, and what is done with them.

The library answers only the forms that it opened since it started. These are known by their
`custom_id` instead, like buttons, so a form that was open during a restart is not lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from i18n.voice import Voice
from play.times import LONGEST as LONGEST_TIME
from play.zones import MAX_NAME
from texts import playing, preferences

if TYPE_CHECKING:
    from bot.client import OuroClient

LONGEST_MOVES = 1000
"""Characters of a line of moves."""

REMINDERS = "ouro:reminders:form"
_MOVES = re.compile(r"ouro:moves:(\d{1,18})")


class MovesForm(ui.Modal):
    """One field for moves of the pen on the board of an attempt."""

    def __init__(self, attempt: int, voice: Voice) -> None:
        super().__init__(title=voice.say(playing.TYPE_TITLE), custom_id=f"ouro:moves:{attempt}")
        field: ui.TextInput[Any] = ui.TextInput(
            custom_id="moves",
            placeholder="A1-A4-C4 x A1-B1",
            min_length=1,
            max_length=LONGEST_MOVES,
        )
        label: ui.Label[Any] = ui.Label(
            text=voice.say(playing.TYPE_LABEL),
            description=playing.type_description(voice),
            component=field,
        )
        self.add_item(label)
        self.stop()  # the library need not remember it


class ReminderForm(ui.Modal):
    """The time and zone of somebody's reminders."""

    def __init__(self, voice: Voice, at: str, zone: str | None) -> None:
        super().__init__(title=voice.say(preferences.FORM), custom_id=REMINDERS)
        for name, label, given, longest in (
            ("at", preferences.FORM_TIME, at, LONGEST_TIME),
            ("zone", preferences.FORM_ZONE, zone, MAX_NAME),
        ):
            field: ui.TextInput[Any] = ui.TextInput(
                custom_id=name, default=given, min_length=1, max_length=longest
            )
            self.add_item(ui.Label(text=voice.say(label), component=field))
        self.stop()  # the library need not remember it


async def answer_form(interaction: discord.Interaction[OuroClient]) -> None:
    """Do what somebody wrote in one of these forms; nothing for any other interaction."""
    from bot.playing.pressing import type_moves  # noqa: PLC0415 - they open these forms
    from bot.views.settings import store_reminders  # noqa: PLC0415

    if interaction.type is not discord.InteractionType.modal_submit:
        return
    data: Mapping[str, Any] = interaction.data or {}
    custom_id, fields = str(data.get("custom_id", "")), dict(_fields(data.get("components", ())))
    if found := _MOVES.fullmatch(custom_id):
        await type_moves(interaction, int(found[1]), fields.get("moves", ""))
    elif custom_id == REMINDERS:
        await store_reminders(interaction, fields.get("at", ""), fields.get("zone", ""))


def _fields(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """The names of text fields and what was written in them."""
    for component in components:
        inner = component.get("component")
        yield from _fields([inner] if inner else component.get("components", ()))
        if "value" in component:
            yield str(component["custom_id"]), str(component["value"])
