"""Messages in Discord's second generation of components: one box with a coloured stripe."""

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
PROBLEM = discord.Colour.from_str("#d8504d")


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """A layout and the files it shows; can be sent once."""

    view: ui.LayoutView
    files: Sequence[discord.File] = ()


def layout(box: Box) -> ui.LayoutView:
    """A box as all there is of a message; the library keeps nothing of it in memory.

    Presses come to the router, which knows components by their `custom_id`.
    """
    view = ui.LayoutView(timeout=None)
    view.add_item(box)
    view.stop()
    return view


def row(*items: ui.Item[Any]) -> Row:
    """At most five buttons beside each other, or one menu."""
    return ui.ActionRow(*items)


def picture(png: bytes, name: str, alt: str) -> tuple[discord.File, Gallery]:
    """A picture as a file of that name, and what shows it; `alt` tells it in words."""
    file = discord.File(BytesIO(png), name, description=alt)
    gallery: Gallery = ui.MediaGallery()
    gallery.add_item(media=file, description=alt)
    return file, gallery


def notice(text: str, colour: discord.Colour = PLAIN) -> OutgoingMessage:
    """A message of words alone."""
    return sections([text], colour)


def sections(parts: Sequence[str], colour: discord.Colour = PLAIN) -> OutgoingMessage:
    """Several texts with lines between them."""
    box: Box = ui.Container(accent_colour=colour)
    for number, part in enumerate(parts):
        if number:
            box.add_item(ui.Separator())
        box.add_item(ui.TextDisplay(part))
    return OutgoingMessage(layout(box))
