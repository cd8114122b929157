"""The button behind which the solution of somebody's board is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self

import discord
from discord import ButtonStyle, ui

from bot.answering import pressing, reply
from bot.views.found import FoundButton
from i18n.voice import ENGLISH, Voice
from texts import helping

if TYPE_CHECKING:
    from bot.client import OuroClient


class RevealSolution(
    FoundButton, template=r"ouro:reveal:(?P<attempt>\d{1,18}):(?P<way>still|moving)"
):
    """Shows the solution in place of the message; an unsolved attempt ends there.

    With `again` it is labelled as the button of those who have seen it and want it moving.

    >>> RevealSolution(7, animate=True).custom_id
    'ouro:reveal:7:moving'
    """

    def __init__(
        self, attempt: int, animate: bool = False, voice: Voice = ENGLISH, *, again: bool = False
    ) -> None:
        label = voice.say(helping.ANIMATE_BUTTON if again else helping.REVEAL_BUTTON)
        way = "moving" if animate else "still"
        super().__init__(
            ui.Button(
                label=label,
                emoji="🎞️" if again else "👁️",
                style=ButtonStyle.secondary if again else ButtonStyle.danger,
                custom_id=f"ouro:reveal:{attempt}:{way}",
            )
        )
        self.attempt = attempt
        self.animate = animate

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        return cls(int(match["attempt"]), match["way"] == "moving")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Note that the solution was shown, and show it."""
        from bot.helping.solutions import reveal  # noqa: PLC0415 - it shows this button

        client: OuroClient = interaction.client
        async with pressing(interaction) as reader:
            person = interaction.user.id
            held = await client.attempts.find(person, self.attempt)
            limit = interaction.filesize_limit
            _, post = await reveal(client, reader, person, held, animate=self.animate, limit=limit)
            await reply(interaction, post)
