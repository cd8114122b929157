"""The message of a shared result: text, a card and a button to play the puzzle."""

from typing import Any

import discord
from discord import ui

from bot.components.daily import PlayDaily
from bot.components.pad import OpenPuzzle
from bot.presenters.layouts import OutgoingMessage, message, picture, row
from i18n.localizer import Localizer
from play.calendar import Track
from service.loaded_attempt import LoadedAttempt
from service.sharing import SharedResult
from texts import sharing

CARD_FILE = "card.png"
COLOUR = discord.Colour.from_str("#3ba55c")


def share_message(localizer: Localizer, result: SharedResult) -> OutgoingMessage:
    """The message of a result: the player, a text, the card, and a button to play the puzzle."""
    loaded, text = result.loaded, sharing.shared(localizer, result.card)
    alt = sharing.card_alt(localizer, result.card, loop=result.open)
    file, gallery = picture(result.png, CARD_FILE, alt)
    player = localizer.say(sharing.SOLVED_BY, person=f"<@{loaded.attempt.player_id}>")
    button = row(_play_button(localizer, loaded))
    return message(f"{player}\n{text}", gallery, button, colour=COLOUR, files=[file])


def _play_button(localizer: Localizer, loaded: LoadedAttempt) -> ui.Item[Any]:
    attempt = loaded.attempt
    if attempt.day is None or attempt.track is None:
        return OpenPuzzle(attempt.puzzle_id, localizer)
    return PlayDaily(attempt.day, Track(attempt.track), localizer)
