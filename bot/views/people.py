"""Somebody's numbers and streak as messages."""

from datetime import date
from typing import TypeAlias

from discord import ui

from bot.layouts import PLAIN, Box, Post, layout, sections
from bot.people.numbers import Numbers
from bot.people.streaks import History
from bot.texts import people as texts
from bot.texts.tracks import track_name
from bot.views.daily import PlayDaily
from locales.voice import Voice
from play.calendar import Track

Row: TypeAlias = "ui.ActionRow[ui.LayoutView]"


def stats_post(voice: Voice, numbers: Numbers) -> Post:
    """What somebody has solved, and how fast."""
    return sections([texts.stats_text(voice, numbers), texts.stats_details(voice, numbers)])


def streak_post(voice: Voice, history: History) -> Post:
    """How somebody's streak stands, with buttons to play while today is open."""
    box: Box = ui.Container(accent_colour=PLAIN)
    heading = texts.streak_heading(voice, history.streak)
    box.add_item(ui.TextDisplay(f"{heading}\n{texts.streak_today(voice, history)}"))
    if history.streak.open_today:
        box.add_item(play_buttons(voice, history.on))
    box.add_item(ui.Separator())
    box.add_item(ui.TextDisplay(texts.streak_text(voice, history)))
    return Post(layout(box))


def play_buttons(voice: Voice, day: date) -> Row:
    """A button for each daily of a day."""
    row: Row = ui.ActionRow()
    for track in Track:
        button = PlayDaily(day, track, voice)
        button.item.label = voice.say(texts.PLAY_TRACK, track=track_name(voice, track))
        row.add_item(button)
    return row
