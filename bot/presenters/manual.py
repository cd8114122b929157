"""The messages of the pages of /help."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import zip_longest
from typing import Any

import discord
from discord import ui

from bot.components.manual import HelpPage
from bot.presenters.layouts import Gallery, OutgoingMessage, Row, message, row
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
    """The message of a page: texts and galleries by turns, as long as there are, and buttons.

    The buttons lead to all pages.
    """
    items: list[ui.Item[Any] | str] = []
    files: list[discord.File] = []
    texts = manual.page_texts(localizer, topic, facts)
    for text, group in zip_longest(texts, drawings):
        if text is not None:
            items.append(text)
        if group is not None:
            items.append(_gallery(group, files))
    return message(*items, *_rows(localizer, topic), files=files)


def _gallery(drawings: Sequence[Drawing], files: list[discord.File]) -> Gallery:
    """A gallery of drawings, whose files are added to `files`."""
    gallery: Gallery = ui.MediaGallery()
    for drawing in drawings:
        name = f"board{len(files)}.png"
        files.append(discord.File(BytesIO(drawing.png), name, description=drawing.alt))
        gallery.add_item(media=files[-1], description=drawing.alt)
    return gallery


def _rows(localizer: Localizer, shown: Topic) -> Iterator[Row]:
    buttons = [HelpPage(topic, localizer, shown=topic is shown) for topic in Topic]
    for start in range(0, len(buttons), BUTTONS_IN_ROW):
        yield row(*buttons[start : start + BUTTONS_IN_ROW])
