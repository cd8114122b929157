"""A reminder as a direct message, with buttons to play and to have no more of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self

import discord
from discord import ui

from bot.answering import pressing, reply
from bot.presenters.layouts import PLAIN, Box, Post, layout, notice, row
from bot.people.choices import choose, do_not_remind
from bot.people.streaks import History
from bot.views.found import FoundButton
from bot.views.people import play_buttons
from i18n.voice import ENGLISH, Voice
from texts import reminders as texts

if TYPE_CHECKING:
    from bot.client import OuroClient


def reminder_post(voice: Voice, history: History) -> Post:
    """A reminder of today's dailies."""
    box: Box = ui.Container(accent_colour=PLAIN)
    box.add_item(ui.TextDisplay(texts.reminder_text(voice, history)))
    box.add_item(play_buttons(voice, history.on))
    box.add_item(row(StopReminders(voice)))
    return Post(layout(box))


class StopReminders(FoundButton, template=r"ouro:reminders:stop"):
    """Switches reminders off."""

    def __init__(self, voice: Voice = ENGLISH) -> None:
        super().__init__(ui.Button(label=voice.say(texts.STOP), custom_id="ouro:reminders:stop"))

    @classmethod
    def read(cls, _match: re.Match[str], /) -> Self:
        """The button."""
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Store it, and say so in place of the reminder."""
        client: OuroClient = interaction.client
        async with pressing(interaction) as reader:
            await choose(client, interaction.user.id, do_not_remind)
            await reply(interaction, notice(reader.voice.say(texts.STOPPED)))
