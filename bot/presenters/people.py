"""The messages of statistics and streaks of a player."""

from typing import Any

import discord
from discord import ui

from bot.components.daily import play_buttons
from bot.presenters.layouts import OutgoingMessage, message, picture, row
from i18n.localizer import Localizer
from jobs import Drawing
from play.streaks import LARGE_TRACKS, MINI_TRACKS, StreakTracks
from service.stats import PlayerStats
from service.streaks import StreakHistory
from service.training import Mastery
from texts import people as texts
from texts import practice

CALENDAR_FILE = "calendar.png"


def stats_message(
    localizer: Localizer,
    numbers: PlayerStats,
    calendar: Drawing | None = None,
    mastery: tuple[Mastery, Drawing] | None = None,
) -> OutgoingMessage:
    """The message of the statistics of a player, with the picture of their mastery if any."""
    shown, files = _calendar(localizer, calendar)
    details = texts.stats_details(localizer, numbers)
    heading = texts.stats_text(localizer, numbers)
    items: list[ui.Item[Any] | str] = [heading, *shown, ui.Separator(), details]
    if mastery is not None:
        known, drawing = mastery
        file, gallery = picture(drawing.png, "techniques.png", drawing.alt)
        files.append(file)
        items += [
            practice.mastered_title(localizer, known),
            gallery,
            practice.legend(localizer),
        ]
    return message(*items, files=files)


def streak_message(
    localizer: Localizer,
    history: StreakHistory,
    mini: StreakHistory,
    calendar: Drawing | None = None,
) -> OutgoingMessage:
    """The message of the user's streaks, with buttons to play until today's dailies are solved."""
    heading = texts.streak_heading(localizer, history.streak)
    tracks = open_tracks(history, mini)
    play = [row(*play_buttons(localizer, history.on, tracks))] if tracks else []
    shown, files = _calendar(localizer, calendar)
    return message(
        f"{heading}\n{texts.streak_today(localizer, history)}",
        *play,
        *shown,
        ui.Separator(),
        texts.streak_text(localizer, history, mini),
        files=files,
    )


def open_tracks(history: StreakHistory, mini: StreakHistory) -> StreakTracks:
    """The tracks of today's dailies that would continue or begin a streak."""
    tracks = LARGE_TRACKS if history.streak.open_today else ()
    return (*tracks, *MINI_TRACKS) if mini.streak.open_today else tracks


def _calendar(
    localizer: Localizer, calendar: Drawing | None
) -> tuple[list[ui.Item[Any] | str], list[discord.File]]:
    """The picture of a calendar with its legend, and its file; nothing without a calendar."""
    if calendar is None:
        return [], []
    file, gallery = picture(calendar.png, CALENDAR_FILE, calendar.alt)
    return [gallery, localizer.say(texts.LEGEND)], [file]
