"""The message with a link to the board page."""

from typing import Any

from discord import ui

from bot.presenters.layouts import OutgoingMessage, message, row
from i18n.localizer import Localizer
from service.board_links import LINK_LIFETIME
from texts import board_page


def link_message(localizer: Localizer, url: str) -> OutgoingMessage:
    """The message with a button that opens the page."""
    minutes = int(LINK_LIFETIME.total_seconds() // 60)
    button = ui.Button[Any](label=localizer.say(board_page.LINK_BUTTON), url=url)
    return message(localizer.say(board_page.LINK, minutes=minutes), row(button))
