"""Layouts of messages in Discord's components v2: one container with an accent colour."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, TypeAlias

import discord
from discord import ui

from bot.command_mentions import LinkedView

Row: TypeAlias = "ui.ActionRow[ui.LayoutView]"
Gallery: TypeAlias = "ui.MediaGallery[ui.LayoutView]"

PLAIN = discord.Colour.from_str("#b06f0c")
"""The accent colour of ordinary messages."""
PROBLEM = discord.Colour.from_str("#d8504d")
"""The accent colour of errors and warnings."""


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """A layout view and the files that it shows; it can be sent only once."""

    view: LinkedView
    files: Sequence[discord.File] = ()


def message(
    *items: ui.Item[Any] | str,
    colour: discord.Colour = PLAIN,
    files: Sequence[discord.File] = (),
) -> OutgoingMessage:
    """A message of one container with components; a string becomes a text display.

    discord.py does not keep the view in memory: `bot.router` dispatches presses by `custom_id`.
    """
    parts = (ui.TextDisplay[Any](item) if isinstance(item, str) else item for item in items)
    view = LinkedView(timeout=None)
    view.add_item(ui.Container[Any](*parts, accent_colour=colour))
    view.stop()
    return OutgoingMessage(view, files)


def row(*items: ui.Item[Any]) -> Row:
    """A row of at most five buttons, or of one menu."""
    return ui.ActionRow(*items)


def picture(
    png: bytes, name: str, alt: str, *, spoiler: bool = False
) -> tuple[discord.File, Gallery]:
    """A picture as a file and the gallery that shows it; `alt` is its alternative text.

    Discord covers a `spoiler` until somebody presses it.
    """
    file = discord.File(BytesIO(png), name, description=alt)
    return file, ui.MediaGallery(discord.MediaGalleryItem(file, description=alt, spoiler=spoiler))


def notice(text: str, colour: discord.Colour = PLAIN) -> OutgoingMessage:
    """A message of one text."""
    return message(text, colour=colour)
