"""The buttons of the guided first puzzle."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self

import discord
from discord import ButtonStyle, ui

from bot.answering import pressing, reply
from bot.views.found import FoundButton
from texts import learning

if TYPE_CHECKING:
    from bot.client import OuroClient
    from i18n.voice import Voice
    from service.attempts import Held


class Learn(
    FoundButton,
    template=r"ouro:learn:(?P<attempt>\d{1,18}):(?P<deed>show|do|undo):(?P<marks>\d{1,4})",
):
    """Shows what is to be learned next; `do` makes the marks first, `undo` takes the last back.

    The `custom_id` carries how many marks there were on the board, so that a second press does
    nothing twice.

    >>> Learn(7, "do", 12, "Do it for me").custom_id
    'ouro:learn:7:do:12'
    """

    def __init__(self, attempt: int, deed: str, marks: int, label: str) -> None:
        style = ButtonStyle.primary if deed == "do" else ButtonStyle.secondary
        custom_id = f"ouro:learn:{attempt}:{deed}:{marks}"
        super().__init__(ui.Button(label=label, style=style, custom_id=custom_id))
        self.attempt = attempt
        self.deed = deed
        self.marks = marks

    @classmethod
    def back(cls, held: Held, voice: Voice) -> Self:
        """The button that leads from the board back to the lesson."""
        return cls(held.attempt.id, "show", 0, voice.say(learning.LESSON_BUTTON))

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        return cls(int(match["attempt"]), match["deed"], int(match["marks"]), match["deed"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Change the board if it is still as it was shown, and go on from there."""
        from bot.helping.lessons import do_deed, lesson_post  # noqa: PLC0415 - with this button

        client: OuroClient = interaction.client
        async with pressing(interaction) as reader:
            person = interaction.user.id
            held = await client.attempts.settled(person, self.attempt)
            held = await do_deed(client, reader, person, held, self.deed, self.marks)
            await reply(interaction, await lesson_post(client, reader, person, held))
