"""The question to a user who asks for the solution of a live daily."""

from discord import ui

from bot.components.daily import RevealDaily
from bot.presenters.layouts import PROBLEM, Box, OutgoingMessage, layout, row
from i18n.localizer import Localizer
from play.calendar import Track
from service.dailies import LiveDaily
from texts import secrecy as texts


def secret_question(localizer: Localizer, live: LiveDaily) -> OutgoingMessage:
    """The question whether to show the solution of a live daily, with the consequences."""
    box: Box = ui.Container(accent_colour=PROBLEM)
    box.add_item(ui.TextDisplay(texts.this_is_live(localizer, live)))
    box.add_item(row(RevealDaily(live.daily.day, Track(live.daily.track), localizer)))
    return OutgoingMessage(layout(box))
