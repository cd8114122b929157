"""The direct message of a reminder, with buttons to play and to stop reminders."""

from bot.components.daily import play_buttons
from bot.components.settings import StopReminders
from bot.presenters.layouts import OutgoingMessage, message, row
from i18n.localizer import Localizer
from service.streaks import StreakHistory
from texts import reminders as texts


def reminder_message(localizer: Localizer, history: StreakHistory) -> OutgoingMessage:
    """The message that reminds a player of today's dailies."""
    play = row(*play_buttons(localizer, history.on))
    return message(texts.reminder_text(localizer, history), play, row(StopReminders(localizer)))
