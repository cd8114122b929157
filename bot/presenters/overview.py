"""The list of dailies and boards that a user can play now."""

from typing import Any

from discord import ui

from bot.components.daily import PlayDaily
from bot.components.pad import open_button
from bot.components.pasting import EnterPuzzle
from bot.presenters.layouts import OutgoingMessage, message, row
from i18n.localizer import Localizer
from play.calendar import number_of
from service.boards import Overview
from texts import playing


def overview_message(localizer: Localizer, overview: Overview) -> OutgoingMessage:
    """The message with today's dailies and the unfinished boards, each with a button to open it,
    and a button to enter a puzzle."""
    day = overview.day
    items: list[ui.Item[Any] | str] = [localizer.say(playing.TODAY, number=number_of(day))]
    for daily in overview.dailies:
        text = playing.daily_line(localizer, day, daily.track, daily.attempt)
        items.append(ui.Section(text, accessory=PlayDaily(day, daily.track, localizer)))
    if overview.boards:
        items += [ui.Separator(), localizer.say(playing.UNFINISHED)]
    for board in overview.boards:
        text = playing.board_line(localizer, board)
        items.append(ui.Section(text, accessory=open_button(localizer, board.id)))
    items.append(row(EnterPuzzle(localizer)))
    return message(*items)
