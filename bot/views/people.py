"""Somebody's numbers and streak as messages."""

from datetime import date

import discord
from discord import ui

from bot.presenters.layouts import PLAIN, Box, Post, Row, layout, picture
from bot.people.numbers import Numbers
from bot.people.streaks import History
from bot.views.daily import PlayDaily
from i18n.voice import Voice
from jobs import Drawing
from play.calendar import Track
from texts import people as texts
from texts.tracks import track_name

CALENDAR_FILE = "calendar.png"


def stats_post(voice: Voice, numbers: Numbers, calendar: Drawing | None = None) -> Post:
    """What somebody has solved, and how fast."""
    box: Box = ui.Container(accent_colour=PLAIN)
    box.add_item(ui.TextDisplay(texts.stats_text(voice, numbers)))
    files = _show(box, voice, calendar)
    box.add_item(ui.Separator())
    box.add_item(ui.TextDisplay(texts.stats_details(voice, numbers)))
    return Post(layout(box), files)


def streak_post(voice: Voice, history: History, calendar: Drawing | None = None) -> Post:
    """How somebody's streak stands, with buttons to play while today is open."""
    box: Box = ui.Container(accent_colour=PLAIN)
    heading = texts.streak_heading(voice, history.streak)
    box.add_item(ui.TextDisplay(f"{heading}\n{texts.streak_today(voice, history)}"))
    if history.streak.open_today:
        box.add_item(play_buttons(voice, history.on))
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


def play_buttons(voice: Voice, day: date) -> Row:
    """A button for each daily of a day."""
    row: Row = ui.ActionRow()
    for track in Track:
        button = PlayDaily(day, track, voice)
        button.item.label = voice.say(texts.PLAY_TRACK, track=track_name(voice, track))
        row.add_item(button)
    return row
