"""The messages of statistics and streaks of a player."""

import discord
from discord import ui

from bot.components.daily import play_buttons
from bot.presenters.layouts import PLAIN, Box, OutgoingMessage, layout, picture, row
from i18n.localizer import Localizer
from jobs import Drawing
from service.stats import PlayerStats
from service.streaks import StreakHistory
from texts import people as texts

CALENDAR_FILE = "calendar.png"


def stats_message(
    localizer: Localizer, numbers: PlayerStats, calendar: Drawing | None = None
) -> OutgoingMessage:
    """The message of the statistics of a player."""
    box: Box = ui.Container(accent_colour=PLAIN)
    box.add_item(ui.TextDisplay(texts.stats_text(localizer, numbers)))
    files = _add_calendar(box, localizer, calendar)
    box.add_item(ui.Separator())
    box.add_item(ui.TextDisplay(texts.stats_details(localizer, numbers)))
    return OutgoingMessage(layout(box), files)


def streak_message(
    localizer: Localizer, history: StreakHistory, calendar: Drawing | None = None
) -> OutgoingMessage:
    """The message of the user's streak, with buttons to play until today's daily is solved."""
    box: Box = ui.Container(accent_colour=PLAIN)
    heading = texts.streak_heading(localizer, history.streak)
    box.add_item(ui.TextDisplay(f"{heading}\n{texts.streak_today(localizer, history)}"))
    if history.streak.open_today:
        box.add_item(row(*play_buttons(localizer, history.on)))
    files = _add_calendar(box, localizer, calendar)
    box.add_item(ui.Separator())
    box.add_item(ui.TextDisplay(texts.streak_text(localizer, history)))
    return OutgoingMessage(layout(box), files)


def _add_calendar(box: Box, localizer: Localizer, calendar: Drawing | None) -> list[discord.File]:
    """Add a calendar and its legend to a box, if there is one; return the files."""
    if calendar is None:
        return []
    file, gallery = picture(calendar.png, CALENDAR_FILE, calendar.alt)
    box.add_item(gallery)
    box.add_item(ui.TextDisplay(localizer.say(texts.LEGEND)))
    return [file]
