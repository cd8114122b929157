"""A reminder as a direct message, with buttons to play and to have no more of them."""

from discord import ui

from bot.components.daily import play_buttons
from bot.components.reminders import StopReminders
from bot.presenters.layouts import PLAIN, Box, Post, layout, row
from i18n.voice import Voice
from service.streaks import History
from texts import reminders as texts


def reminder_message(voice: Voice, history: History) -> Post:
    """A reminder of today's dailies."""
    box: Box = ui.Container(accent_colour=PLAIN)
    box.add_item(ui.TextDisplay(texts.reminder_text(voice, history)))
    box.add_item(row(*play_buttons(voice, history.on)))
    box.add_item(row(StopReminders(voice)))
    return Post(layout(box))
