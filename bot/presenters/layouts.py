"""Layouts of messages in Discord's components v2: one container with an accent colour."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, TypeAlias

import discord
from discord import ui

Box: TypeAlias = "ui.Container[ui.LayoutView]"
Row: TypeAlias = "ui.ActionRow[ui.LayoutView]"
Gallery: TypeAlias = "ui.MediaGallery[ui.LayoutView]"

PLAIN = discord.Colour.from_str("#b06f0c")
"""The accent colour of ordinary messages."""
PROBLEM = discord.Colour.from_str("#d8504d")
"""The accent colour of errors and warnings."""


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """A layout view and the files that it shows; it can be sent only once."""

    view: ui.LayoutView
    files: Sequence[discord.File] = ()


def layout(box: Box) -> ui.LayoutView:
    """A view with a box as its only item; discord.py does not keep it in memory.

    `bot.router` dispatches presses by `custom_id` instead.
    """
    view = ui.LayoutView(timeout=None)
    view.add_item(box)
    view.stop()
    return view


def row(*items: ui.Item[Any]) -> Row:
    """A row of at most five buttons, or of one menu."""
    return ui.ActionRow(*items)


def picture(png: bytes, name: str, alt: str) -> tuple[discord.File, Gallery]:
    """A picture as a file and the gallery that shows it; `alt` is its alternative text."""
    file = discord.File(BytesIO(png), name, description=alt)
    gallery: Gallery = ui.MediaGallery()
    gallery.add_item(media=file, description=alt)
    return file, gallery


def notice(text: str, colour: discord.Colour = PLAIN) -> OutgoingMessage:
    """A message of one text."""
    return sections([text], colour)


def sections(parts: Sequence[str], colour: discord.Colour = PLAIN) -> OutgoingMessage:
    """A message of several texts with separators between them."""
    box: Box = ui.Container(accent_colour=colour)
    for number, part in enumerate(parts):
        if number:
            box.add_item(ui.Separator())
        box.add_item(ui.TextDisplay(part))
    return OutgoingMessage(layout(box))
