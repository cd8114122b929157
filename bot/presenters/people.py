"""The messages of statistics and streaks of a player."""

from typing import Any

import discord
from discord import ui

from bot.components.daily import play_buttons
from bot.presenters.layouts import OutgoingMessage, message, picture, row
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
    shown, files = _calendar(localizer, calendar)
    details = texts.stats_details(localizer, numbers)
    heading = texts.stats_text(localizer, numbers)
    return message(heading, *shown, ui.Separator(), details, files=files)


def streak_message(
    localizer: Localizer, history: StreakHistory, calendar: Drawing | None = None
) -> OutgoingMessage:
    """The message of the user's streak, with buttons to play until today's daily is solved."""
    heading = texts.streak_heading(localizer, history.streak)
    play = [row(*play_buttons(localizer, history.on))] if history.streak.open_today else []
    shown, files = _calendar(localizer, calendar)
    return message(
        f"{heading}\n{texts.streak_today(localizer, history)}",
        *play,
        *shown,
        ui.Separator(),
        texts.streak_text(localizer, history),
        files=files,
    )


def _calendar(
    localizer: Localizer, calendar: Drawing | None
) -> tuple[list[ui.Item[Any] | str], list[discord.File]]:
    """The picture of a calendar with its legend, and its file; nothing without a calendar."""
    if calendar is None:
        return [], []
    file, gallery = picture(calendar.png, CALENDAR_FILE, calendar.alt)
    return [gallery, localizer.say(texts.LEGEND)], [file]
