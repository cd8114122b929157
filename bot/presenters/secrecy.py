"""The question that somebody is asked who hands in a live daily to be solved."""

from discord import ui

from bot.components.daily import RevealDaily
from bot.presenters.layouts import PROBLEM, Box, Post, layout, row
from i18n.voice import Voice
from play.identity import Daily
from texts import secrecy as texts


def secret_question(voice: Voice, daily: Daily) -> Post:
    """Ask whether somebody wants the solution of a live daily: what it costs."""
    box: Box = ui.Container(accent_colour=PROBLEM)
    box.add_item(ui.TextDisplay(texts.this_is_live(voice, daily)))
    box.add_item(row(RevealDaily(daily.day, daily.track, voice)))
    return Post(layout(box))
