"""Somebody's numbers and streak as messages."""

import discord
from discord import ui

from bot.components.daily import play_buttons
from bot.presenters.layouts import PLAIN, Box, Post, layout, picture, row
from i18n.voice import Voice
from jobs import Drawing
from service.stats import Numbers
from service.streaks import History
from texts import people as texts

CALENDAR_FILE = "calendar.png"


def stats_message(voice: Voice, numbers: Numbers, calendar: Drawing | None = None) -> Post:
    """What somebody has solved, and how fast."""
    box: Box = ui.Container(accent_colour=PLAIN)
    box.add_item(ui.TextDisplay(texts.stats_text(voice, numbers)))
    files = _show(box, voice, calendar)
    box.add_item(ui.Separator())
    box.add_item(ui.TextDisplay(texts.stats_details(voice, numbers)))
    return Post(layout(box), files)


def streak_message(voice: Voice, history: History, calendar: Drawing | None = None) -> Post:
    """How somebody's streak stands, with buttons to play while today is open."""
    box: Box = ui.Container(accent_colour=PLAIN)
    heading = texts.streak_heading(voice, history.streak)
    box.add_item(ui.TextDisplay(f"{heading}\n{texts.streak_today(voice, history)}"))
    if history.streak.open_today:
        box.add_item(row(*play_buttons(voice, history.on)))
    files = _show(box, voice, calendar)
    box.add_item(ui.Separator())
    box.add_item(ui.TextDisplay(texts.streak_text(voice, history)))
    return Post(layout(box), files)


def _show(box: Box, voice: Voice, calendar: Drawing | None) -> list[discord.File]:
    """Put a calendar into a message, if there is one; its files."""
    if calendar is None:
        return []
    file, gallery = picture(calendar.png, CALENDAR_FILE, calendar.alt)
    box.add_item(gallery)
    box.add_item(ui.TextDisplay(voice.say(texts.LEGEND)))
    return [file]
