"""The pages of /help as messages."""

from collections.abc import Iterator, Sequence
from io import BytesIO

import discord
from discord import ui

from bot.components.manual import HelpPage
from bot.presenters.layouts import PLAIN, Box, Post, layout
from i18n.voice import Voice
from jobs import Drawing
from service.manual import Topic
from texts import manual
from texts.manual import Facts

BUTTONS_IN_ROW = 3
"""More would not stay in one row on a phone."""


def manual_page(
    voice: Voice, topic: Topic, facts: Facts, drawings: Sequence[Sequence[Drawing]]
) -> Post:
    """A page of the manual: texts, pictures behind the first ones, and buttons to all pages."""
    box: Box = ui.Container(accent_colour=PLAIN)
    files: list[discord.File] = []
    for place, text in enumerate(manual.page_texts(voice, topic, facts)):
        box.add_item(ui.TextDisplay(text))
        if place < len(drawings):
            box.add_item(_gallery(drawings[place], files))
    for row in _rows(voice, topic):
        box.add_item(row)
    return Post(layout(box), files)


def _gallery(
    drawings: Sequence[Drawing], files: list[discord.File]
) -> ui.MediaGallery[ui.LayoutView]:
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
    for drawing in drawings:
        name = f"board{len(files)}.png"
        file = discord.File(BytesIO(drawing.png), name, description=drawing.alt)
        files.append(file)
        gallery.add_item(media=file, description=drawing.alt)
    return gallery


def _rows(voice: Voice, shown: Topic) -> Iterator[ui.ActionRow[ui.LayoutView]]:
    topics = list(Topic)
    for start in range(0, len(topics), BUTTONS_IN_ROW):
        row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
        for topic in topics[start : start + BUTTONS_IN_ROW]:
            row.add_item(HelpPage(topic, voice, shown=topic is shown))
        yield row
