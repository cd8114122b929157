"""The button that leads from one solution of a puzzle to the next.

An answer carries its puzzle within itself: as its ID, or as a file when that is long. So the
button needs no memory of ours, works after a restart, and anyone who sees it may press it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self

import discord
from discord import ui

from bot.answering import pressing
from bot.attachments import fetch_text, walk
from bot.views.found import FoundButton
from i18n.voice import ENGLISH, Voice
from jobs import Look, Pasted
from renderer.theme import THEMES
from service.errors import InputError
from texts import failures, solving

if TYPE_CHECKING:
    from bot.client import OuroClient

PUZZLE_FILE = "puzzle.txt"
"""The name of the file that holds an ID too long for the message itself."""

PLAIN = Look().theme
"""The theme that an ID does not name."""

_THEMES = "|".join(theme for theme in THEMES if theme != PLAIN)
_TEMPLATE = re.compile(
    rf"ouro:next:(?P<index>\d{{1,6}})(?::(?P<theme>{_THEMES}))?(?P<labels>:labels)?"
)
_ID = r"(\d+x\d+:[0-9a-z]+)"
_ID_LINE = re.compile(re.escape(solving.PUZZLE_ID).replace(re.escape("{puzzle}"), _ID))


class NextSolution(FoundButton, template=_TEMPLATE):
    """Shows the solution with that index (from 0) in place of the one shown.

    The `custom_id` carries the index and the look of the picture.

    >>> NextSolution(3, Look("dark", labels=True)).custom_id
    'ouro:next:3:dark:labels'
    """

    def __init__(self, index: int, look: Look, voice: Voice = ENGLISH) -> None:
        theme = f":{look.theme}" if look.theme != PLAIN else ""
        labels = ":labels" if look.labels else ""
        label = voice.say(solving.NEXT_BUTTON)
        super().__init__(ui.Button(label=label, custom_id=f"ouro:next:{index}{theme}{labels}"))
        self.index = index
        self.look = look

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        look = Look(match["theme"] or PLAIN, labels=bool(match["labels"]))
        return cls(int(match["index"]), look)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Acknowledge, solve up to that solution, and change the message in place."""
        client: OuroClient = interaction.client
        async with pressing(interaction) as reader:
            puzzle = await read_puzzle(interaction.message, client.settings.input_bytes)
            request = client.request(reader, puzzle, self.look, self.index)
            await client.answer(interaction, reader, request)


async def read_puzzle(message: discord.Message | None, most: int) -> Pasted:
    """The puzzle that an answer shows, in its text or in a file of at most `most` bytes; raises
    `InputError` when it is gone."""
    if message is not None:
        for part in walk(message.components):  # files they show are no attachments
            if isinstance(part, discord.TextDisplay) and (found := _ID_LINE.search(part.content)):
                return Pasted(found[1])
            if isinstance(part, discord.FileComponent) and part.name == PUZZLE_FILE:
                return Pasted(await fetch_text(part.media.url, most))
    raise InputError(failures.PUZZLE_GONE)
