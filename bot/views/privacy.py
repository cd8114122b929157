"""What is stored of somebody, with buttons to take it along and to have it deleted."""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING, Any, Self

import discord
from discord import ui

from bot.answering import answering, pressing, reply
from bot.presenters.layouts import PLAIN, PROBLEM, Box, Post, layout, notice, row
from bot.people.export import Export, export_of
from bot.readers import Reader
from bot.views.found import FoundButton
from i18n.voice import ENGLISH, Voice
from service.errors import InputError
from store import privacy
from texts import privacy as texts

if TYPE_CHECKING:
    from bot.client import OuroClient


BUTTONS = {
    "export": texts.EXPORT_BUTTON,
    "delete": texts.DELETE_BUTTON,
    "confirm": texts.CONFIRM,
    "keep": texts.KEEP,
}
"""What the buttons are called."""
DANGEROUS = ("delete", "confirm")


def privacy_post(voice: Voice) -> Post:
    """What is stored of people, what is not, and who sees it."""
    parts = [voice.say(part) for part in (texts.STORED, texts.NOT_STORED, texts.SEEN)]
    return _with_buttons(voice, parts, ("export", "delete"))


def question_post(voice: Voice) -> Post:
    """Whether somebody is sure."""
    parts = [voice.say(texts.ASK), voice.say(texts.REMAINS)]
    return _with_buttons(voice, parts, ("confirm", "keep"), PROBLEM)


def export_post(voice: Voice, export: Export) -> Post:
    """The file with all that is stored of somebody."""
    file = discord.File(BytesIO(export.data), export.name)
    box: Box = ui.Container(accent_colour=PLAIN)
    told = voice.say(texts.EXPORTED)
    if export.packed:
        told += voice.gap + voice.say(texts.PACKED)
    box.add_item(ui.TextDisplay(told))
    box.add_item(ui.File(file))
    return Post(layout(box), [file])


def _with_buttons(
    voice: Voice,
    parts: list[str],
    keys: tuple[str, ...],
    colour: discord.Colour = PLAIN,
) -> Post:
    box: Box = ui.Container(accent_colour=colour)
    for part in parts:
        box.add_item(ui.TextDisplay(part))
    box.add_item(row(*(PrivacyButton(key, voice) for key in keys)))
    return Post(layout(box))


class PrivacyButton(FoundButton, template=rf"ouro:privacy:(?P<key>{'|'.join(BUTTONS)})"):
    """Exports what is stored of who presses it, or deletes it after a question.

    >>> PrivacyButton("export").custom_id
    'ouro:privacy:export'
    """

    def __init__(self, key: str, voice: Voice = ENGLISH) -> None:
        style = discord.ButtonStyle.danger if key in DANGEROUS else discord.ButtonStyle.secondary
        label = voice.say(BUTTONS[key])
        super().__init__(ui.Button(label=label, custom_id=f"ouro:privacy:{key}", style=style))
        self.key = key

    @classmethod
    def read(cls, match: re.Match[str], /) -> Self:
        """The button as its `custom_id` describes it."""
        return cls(match["key"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Export in a new message, all else in place of this one."""
        if self.key == "export":
            async with answering(interaction, private=True) as reader:
                await reply(interaction, await _export(interaction, reader))
        else:
            async with pressing(interaction) as reader:
                await reply(interaction, await self._answer(interaction, reader))

    async def _answer(self, interaction: discord.Interaction[OuroClient], reader: Reader) -> Post:
        if self.key == "delete":
            return question_post(reader.voice)
        if self.key == "keep":
            return notice(reader.voice.say(texts.KEPT))
        async with interaction.client.database.writing() as connection:
            interaction.client.quotas.forget(interaction.user.id)
            kept = await privacy.forget(connection, interaction.user.id)
        return notice(texts.deleted(reader.voice, kept))


async def _export(interaction: discord.Interaction[OuroClient], reader: Reader) -> Post:
    client, person = interaction.client, interaction.user.id
    if not client.quotas.exports.allows(person):
        raise InputError(texts.EXPORT_AGAIN)
    export = await export_of(client, person)
    if export is None:
        return notice(reader.voice.say(texts.EXPORT_NOTHING))
    return export_post(reader.voice, export)
