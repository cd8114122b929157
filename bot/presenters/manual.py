"""The messages of the pages of /help."""

from collections.abc import Iterator, Sequence
from io import BytesIO

import discord
from discord import ui

from bot.components.manual import HelpPage
from bot.presenters.layouts import PLAIN, Box, OutgoingMessage, layout
from i18n.localizer import Localizer
from jobs import Drawing
from service.manual import Topic
from texts import manual
from texts.manual import Facts

BUTTONS_IN_ROW = 3
"""Maximum number of buttons that fit in one row on a phone."""


def manual_page(
    localizer: Localizer, topic: Topic, facts: Facts, drawings: Sequence[Sequence[Drawing]]
) -> OutgoingMessage:
    """The message of a page: texts, each of the first ones followed by its pictures, and buttons.

    The buttons lead to all pages.
    """
    box: Box = ui.Container(accent_colour=PLAIN)
    files: list[discord.File] = []
    for place, text in enumerate(manual.page_texts(localizer, topic, facts)):
        box.add_item(ui.TextDisplay(text))
        if place < len(drawings):
            box.add_item(_gallery(drawings[place], files))
    for row in _rows(localizer, topic):
        box.add_item(row)
    return OutgoingMessage(layout(box), files)


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


def _rows(localizer: Localizer, shown: Topic) -> Iterator[ui.ActionRow[ui.LayoutView]]:
    topics = list(Topic)
    for start in range(0, len(topics), BUTTONS_IN_ROW):
        row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
        for topic in topics[start : start + BUTTONS_IN_ROW]:
            row.add_item(HelpPage(topic, localizer, shown=topic is shown))
        yield row
