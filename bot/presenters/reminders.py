"""The direct message of a reminder, with buttons to play and to stop reminders."""

from bot.components.daily import play_buttons
from bot.components.settings import StopReminders
from bot.presenters.layouts import OutgoingMessage, message, row
from bot.presenters.people import open_tracks
from i18n.localizer import Localizer
from service.reminders import ReminderNeeds
from texts import reminders as texts


def reminder_message(localizer: Localizer, needs: ReminderNeeds) -> OutgoingMessage:
    """The message that reminds a player of today's dailies."""
    tracks = open_tracks(needs.history, needs.mini)
    play = row(*play_buttons(localizer, needs.history.on, tracks))
    return message(texts.reminder_text(localizer, needs), play, row(StopReminders(localizer)))
