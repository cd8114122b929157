"""The list of what somebody can play now."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias

from discord import ui

from bot.layouts import PLAIN, Box, Post, layout
from bot.views.daily import PlayDaily
from bot.views.pad import PadButton
from i18n.voice import Voice
from play.calendar import Track, number_of
from service.attempts import Held
from store.records import Attempt
from texts import playing

Line: TypeAlias = "ui.Section[ui.LayoutView]"


@dataclass(frozen=True, slots=True)
class Place:
    """A daily of today, and somebody's attempt at it if there is one."""

    track: Track
    attempt: Attempt | None


def desk_view(voice: Voice, day: date, dailies: Sequence[Place], boards: Sequence[Held]) -> Post:
    """Today's dailies, and below them the unfinished boards, each with a button to play it."""
    box: Box = ui.Container(accent_colour=PLAIN)
    box.add_item(ui.TextDisplay(voice.say(playing.TODAY, number=number_of(day))))
    for place in dailies:
        button = PlayDaily(day, place.track, voice)
        box.add_item(_line(playing.daily_line(voice, day, place.track, place.attempt), button))
    if boards:
        box.add_item(ui.Separator())
        box.add_item(ui.TextDisplay(voice.say(playing.UNFINISHED)))
    for held in boards:
        opening = PadButton(held.attempt.id, "open", voice.say(playing.OPEN))
        box.add_item(_line(playing.board_line(voice, held), opening))
    return Post(layout(box))


def _line(text: str, button: ui.Item[Any]) -> Line:
    return ui.Section(ui.TextDisplay(text), accessory=button)
