"""The buttons that lead from page to page of the manual."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self

import discord
from discord import ButtonStyle, ui

from bot.answering import answering, pressing, reply
from bot.views.found import FoundButton
from i18n.voice import ENGLISH, Voice
from texts.manual import TITLES, Topic

if TYPE_CHECKING:
    from bot.client import OuroClient


class HelpPage(FoundButton, template=r"ouro:help:(?P<topic>[a-z]{1,20})"):
    """Shows a page of the manual: in place of a message that only its reader sees, else beside it.

    >>> HelpPage(Topic.STREAKS).custom_id
    'ouro:help:streaks'
    """

    def __init__(self, topic: Topic, voice: Voice = ENGLISH, *, shown: bool = False) -> None:
        super().__init__(
            ui.Button(
                label=voice.say(TITLES[topic]),
                style=ButtonStyle.primary if shown else ButtonStyle.secondary,
                disabled=shown,
                custom_id=f"ouro:help:{topic.value}",
            )
        )
        self.topic = topic

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it; the first page for one that is gone."""
        known = match["topic"] in {topic.value for topic in Topic}
        return cls(Topic(match["topic"]) if known else Topic.START)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Show the page."""
        from bot.helping.manual import help_post  # noqa: PLC0415 - pages have these buttons

        client: OuroClient = interaction.client
        message = interaction.message
        own = message is not None and message.flags.ephemeral
        showing = pressing(interaction) if own else answering(interaction, private=True)
        async with showing as reader:
            await reply(
                interaction, await help_post(client, reader, interaction.user.id, self.topic)
            )
