"""The question that somebody is asked who hands in a live daily to be solved."""

from discord import ui

from bot.components.daily import RevealDaily
from bot.presenters.layouts import PROBLEM, Box, OutgoingMessage, layout, row
from i18n.localizer import Localizer
from play.identity import KnownDaily
from texts import secrecy as texts


def secret_question(localizer: Localizer, daily: KnownDaily) -> OutgoingMessage:
    """Ask whether somebody wants the solution of a live daily: what it costs."""
    box: Box = ui.Container(accent_colour=PROBLEM)
    box.add_item(ui.TextDisplay(texts.this_is_live(localizer, daily)))
    box.add_item(row(RevealDaily(daily.day, daily.track, localizer)))
    return OutgoingMessage(layout(box))
