"""/privacy: the export and the deletion of what is stored about a user."""

from io import BytesIO

import discord
from discord import app_commands, ui

from bot.answering.commands import AnyCommand
from bot.answering.interactions import Interaction, reply
from bot.answering.layouts import PLAIN, PROBLEM, OutgoingMessage, message, notice, row
from bot.chat import Chat
from bot.privacy.components import PrivacyButton
from i18n.localizer import Localizer
from service.people.personal_data import Export
from service.running.readers import Reader
from texts import privacy as texts


def privacy_message(localizer: Localizer) -> OutgoingMessage:
    """The message about which data is stored, which is not, and who sees it."""
    parts = [localizer.say(part) for part in (texts.STORED, texts.NOT_STORED, texts.SEEN)]
    return _with_buttons(localizer, parts, ("export", "delete"))


def deletion_question(localizer: Localizer) -> OutgoingMessage:
    """The question whether to delete the user's data."""
    parts = [localizer.say(part) for part in (texts.ASK, texts.REMAINS, texts.TODAY)]
    return _with_buttons(localizer, parts, ("confirm", "all", "keep"), PROBLEM)


def export_message(localizer: Localizer, export: Export) -> OutgoingMessage:
    """The message with the file of all data that is stored about the user."""
    file = discord.File(BytesIO(export.data), export.name)
    text = localizer.say(texts.EXPORTED)
    if export.packed:
        text += localizer.gap + localizer.say(texts.PACKED)
    return message(text, ui.File(file), files=[file])


def _with_buttons(
    localizer: Localizer,
    parts: list[str],
    keys: tuple[str, ...],
    colour: discord.Colour = PLAIN,
) -> OutgoingMessage:
    buttons = row(*(PrivacyButton(key, localizer) for key in keys))
    return message(*parts, buttons, colour=colour)


class PrivacyHandlers:
    """Exports or deletes the stored data of a user."""

    def __init__(self, chat: Chat) -> None:
        self._interactions = chat.interactions
        self._personal_data = chat.use.personal_data

    async def press(self, interaction: Interaction, button: PrivacyButton) -> None:
        """Send an export as a new message; for any other action replace this one."""
        if button.key == "export":
            async with self._interactions.answering(interaction, private=True) as reader:
                await reply(interaction, await self._export(reader))
        else:
            async with self._interactions.pressing(interaction) as reader:
                await reply(interaction, await self._answer(reader, button.key))

    async def _answer(self, reader: Reader, key: str) -> OutgoingMessage:
        if key == "delete":
            return deletion_question(reader.localizer)
        if key == "keep":
            return notice(reader.localizer.say(texts.KEPT))
        kept = await self._personal_data.delete(reader, published=key == "all")
        return notice(texts.deleted(reader.localizer, kept))

    async def _export(self, reader: Reader) -> OutgoingMessage:
        export = await self._personal_data.export(reader.person)
        if export is None:
            return notice(reader.localizer.say(texts.EXPORT_NOTHING))
        return export_message(reader.localizer, export)


def privacy_commands(chat: Chat) -> tuple[AnyCommand, ...]:
    """The command /privacy."""

    @app_commands.command(name="privacy", description=texts.PRIVACY.text)
    async def privacy(interaction: Interaction) -> None:
        """Describe the stored data, visible only to the user, with buttons to export or delete."""
        async with chat.interactions.answering(interaction, private=True) as reader:
            await reply(interaction, privacy_message(reader.localizer))

    return (privacy,)
