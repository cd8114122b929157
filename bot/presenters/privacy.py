"""What is stored of people, as messages."""

from io import BytesIO

import discord
from discord import ui

from bot.components.privacy import PrivacyButton
from bot.presenters.layouts import PLAIN, PROBLEM, Box, Post, layout, row
from i18n.voice import Voice
from service.personal_data import Export
from texts import privacy as texts


def privacy_message(voice: Voice) -> Post:
    """What is stored of people, what is not, and who sees it."""
    parts = [voice.say(part) for part in (texts.STORED, texts.NOT_STORED, texts.SEEN)]
    return _with_buttons(voice, parts, ("export", "delete"))


def deletion_question(voice: Voice) -> Post:
    """Whether somebody is sure."""
    parts = [voice.say(texts.ASK), voice.say(texts.REMAINS)]
    return _with_buttons(voice, parts, ("confirm", "keep"), PROBLEM)


def export_message(voice: Voice, export: Export) -> Post:
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
