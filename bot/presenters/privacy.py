"""The messages about the stored data of users."""

from io import BytesIO

import discord
from discord import ui

from bot.components.privacy import PrivacyButton
from bot.presenters.layouts import PLAIN, PROBLEM, OutgoingMessage, message, row
from i18n.localizer import Localizer
from service.personal_data import Export
from texts import privacy as texts


def privacy_message(localizer: Localizer) -> OutgoingMessage:
    """The message about which data is stored, which is not, and who sees it."""
    parts = [localizer.say(part) for part in (texts.STORED, texts.NOT_STORED, texts.SEEN)]
    return _with_buttons(localizer, parts, ("export", "delete"))


def deletion_question(localizer: Localizer) -> OutgoingMessage:
    """The question whether to delete the user's data."""
    parts = [localizer.say(part) for part in (texts.ASK, texts.REMAINS, texts.TODAY)]
    return _with_buttons(localizer, parts, ("confirm", "keep"), PROBLEM)


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
