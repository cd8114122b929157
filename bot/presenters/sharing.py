"""A result that somebody shares: words, a card and a button to play the puzzle."""

from typing import Any

import discord
from discord import ui

from bot.components.daily import PlayDaily
from bot.components.pad import OpenPuzzle
from bot.presenters.layouts import Box, Post, layout, picture, row
from i18n.voice import Voice
from play.calendar import Track
from service.attempts import Held
from service.sharing import SharedResult
from texts import sharing

CARD_FILE = "card.png"
COLOUR = discord.Colour.from_str("#3ba55c")


def share_message(voice: Voice, result: SharedResult) -> Post:
    """The message of a result: who it is of, the words, the card, and a button to play it, too."""
    held, words = result.held, sharing.shared(voice, result.card)
    file, gallery = picture(result.png, CARD_FILE, sharing.card_alt(voice, result.card))
    box: Box = ui.Container(accent_colour=COLOUR)
    who = voice.say(sharing.SOLVED_BY, person=f"<@{held.attempt.player_id}>")
    box.add_item(ui.TextDisplay(f"{who}\n{words}"))
    box.add_item(gallery)
    box.add_item(row(_play(voice, held)))
    return Post(layout(box), [file])


def _play(voice: Voice, held: Held) -> ui.Item[Any]:
    attempt = held.attempt
    if attempt.day is None or attempt.track is None:
        return OpenPuzzle(attempt.puzzle_id, voice)
    return PlayDaily(attempt.day, Track(attempt.track), voice)
