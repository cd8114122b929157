"""The list of dailies and boards that a user can play now."""

from typing import Any, TypeAlias

from discord import ui

from bot.components.daily import PlayDaily
from bot.components.pad import open_button
from bot.presenters.layouts import PLAIN, Box, OutgoingMessage, layout
from i18n.localizer import Localizer
from play.calendar import number_of
from service.boards import Overview
from texts import playing

Line: TypeAlias = "ui.Section[ui.LayoutView]"


def overview_message(localizer: Localizer, overview: Overview) -> OutgoingMessage:
    """The message with today's dailies and the unfinished boards, each with a button to open it."""
    day = overview.day
    box: Box = ui.Container(accent_colour=PLAIN)
    box.add_item(ui.TextDisplay(localizer.say(playing.TODAY, number=number_of(day))))
    for place in overview.dailies:
        text = playing.daily_line(localizer, day, place.track, place.attempt)
        box.add_item(_line(text, PlayDaily(day, place.track, localizer)))
    if overview.boards:
        box.add_item(ui.Separator())
        box.add_item(ui.TextDisplay(localizer.say(playing.UNFINISHED)))
    for board in overview.boards:
        text = playing.board_line(localizer, board)
        box.add_item(_line(text, open_button(localizer, board.id)))
    return OutgoingMessage(layout(box))


def _line(text: str, button: ui.Item[Any]) -> Line:
    return ui.Section(ui.TextDisplay(text), accessory=button)
