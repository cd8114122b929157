"""The button that shares a result, and what it posts."""

from __future__ import annotations

import re
from typing import Any, Self

import discord
from discord import ButtonStyle, ui

from bot.layouts import Box, Post, layout, picture, row
from bot.views.daily import PlayDaily
from bot.views.found import FoundButton
from bot.views.pad import Play
from i18n.voice import ENGLISH, Voice
from play.calendar import Track
from play.share import ShareCard
from service.attempts import Held
from texts import sharing

CARD_FILE = "card.png"
COLOUR = discord.Colour.from_str("#3ba55c")


class Share(FoundButton, template=r"ouro:share:(\d{1,18})"):
    """Posts the result of a solved attempt, for all to see.

    >>> Share(7).custom_id
    'ouro:share:7'
    """

    def __init__(self, attempt: int, voice: Voice = ENGLISH) -> None:
        label = voice.say(sharing.SHARE)
        custom_id = f"ouro:share:{attempt}"
        super().__init__(ui.Button(label=label, style=ButtonStyle.primary, custom_id=custom_id))
        self.attempt = attempt

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        return cls(int(match[1]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Post the result."""
        from bot.playing.sharing import share  # noqa: PLC0415 - it shows boards with this button

        await share(interaction, self.attempt)


def share_view(voice: Voice, held: Held, card: ShareCard, png: bytes) -> Post:
    """The message of a result: who it is of, the words, the card, and a button to play it, too."""
    words = sharing.shared(voice, card)
    alt = sharing.card_alt(voice, card)
    file, gallery = picture(png, CARD_FILE, alt)
    box: Box = ui.Container(accent_colour=COLOUR)
    who = voice.say(sharing.SOLVED_BY, person=f"<@{held.attempt.player_id}>")
    box.add_item(ui.TextDisplay(f"{who}\n{words}"))
    box.add_item(gallery)
    box.add_item(row(_play(voice, held)))
    return Post(layout(box), [file])


def _play(voice: Voice, held: Held) -> ui.Item[Any]:
    attempt = held.attempt
    if attempt.day is None or attempt.track is None:
        return Play(attempt.puzzle_id, voice)
    return PlayDaily(attempt.day, Track(attempt.track), voice)
