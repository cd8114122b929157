"""The button for another puzzle of the same kind."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self

import discord
from discord import ui

from bot.answering import answering
from bot.views.found import FoundButton
from i18n.voice import ENGLISH, Voice
from store.records import Kind
from texts import making

if TYPE_CHECKING:
    from bot.client import OuroClient


class NewPuzzle(FoundButton, template=r"ouro:new:(?P<puzzle>\d{1,18})"):
    """Makes another puzzle of the size, level and symmetry of a stored one, and opens it.

    The board comes in a message of its own, so the old one can still be shared.

    >>> NewPuzzle(7).custom_id
    'ouro:new:7'
    """

    def __init__(self, puzzle: int, voice: Voice = ENGLISH) -> None:
        label = voice.say(making.NEW_BUTTON)
        super().__init__(ui.Button(label=label, custom_id=f"ouro:new:{puzzle}"))
        self.puzzle = puzzle

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        return cls(int(match["puzzle"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Make a puzzle and open it, seen by the one who pressed."""
        from bot.helping.making import Wish, made_for  # noqa: PLC0415 - knows the client
        from bot.playing.board import open_puzzle, stored_puzzle  # noqa: PLC0415

        client: OuroClient = interaction.client
        async with answering(interaction, private=True) as reader:
            model = await stored_puzzle(client, self.puzzle)
            stored = await made_for(client, interaction.user.id, Wish.like(model))
            said = making.made(reader.voice, stored)
            await open_puzzle(interaction, reader, stored, Kind.ENDLESS, said=said)
