"""The direct message of a reminder, with buttons to play and to stop reminders."""

from discord import ui

from bot.components.daily import play_buttons
from bot.components.reminders import StopReminders
from bot.presenters.layouts import PLAIN, Box, OutgoingMessage, layout, row
from i18n.localizer import Localizer
from service.streaks import StreakHistory
from texts import reminders as texts


def reminder_message(localizer: Localizer, history: StreakHistory) -> OutgoingMessage:
    """The message that reminds a player of today's dailies."""
    box: Box = ui.Container(accent_colour=PLAIN)
    box.add_item(ui.TextDisplay(texts.reminder_text(localizer, history)))
    box.add_item(row(*play_buttons(localizer, history.on)))
    box.add_item(row(StopReminders(localizer)))
    return OutgoingMessage(layout(box))
