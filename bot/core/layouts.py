"""Layouts of messages in Discord's components v2, and the buttons that turn pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, TypeAlias

import discord
from discord import ui

from bot.core.command_mentions import LinkedView
from jobs import Drawing
from solver.report import Outcome

MAX_LINK = 512
"""Maximum number of characters of the URL of a button; Discord's limit."""

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


Items: TypeAlias = "Sequence[ui.Item[Any]]"

PICTURE_FILE = "board.png"


def page(
    text: str, drawing: Drawing, *rows: Items, note: str = "", colour: discord.Colour = PLAIN
) -> OutgoingMessage:
    """Text, a picture, a note below it, and rows of at most five buttons; empty rows are omitted.

    >>> post = page("Look here.", Drawing(b"...", "A board"), note="-# That is all.")
    >>> [file.filename for file in post.files]
    ['board.png']
    """
    return picture_page(text, drawing.png, drawing.alt, *rows, note=note, colour=colour)


def picture_page(  # noqa: PLR0913 - a page has these parts
    text: str,
    data: bytes,
    alt: str,
    *rows: Items,
    note: str = "",
    colour: discord.Colour = PLAIN,
    name: str = PICTURE_FILE,
) -> OutgoingMessage:
    """Like `page`, with the data, alternative text and file name of any image."""
    file, gallery = picture(data, name, alt)
    button_rows = (row(*items) for items in rows if items)
    below = [note] if note else []
    return message(text, gallery, *below, *button_rows, colour=colour, files=[file])


COLOURS = {
    Outcome.UNIQUE: discord.Colour.from_str("#3ba55c"),
    Outcome.MULTIPLE: discord.Colour.from_str("#e0a526"),
    Outcome.NONE: PROBLEM,
    Outcome.LIMIT: discord.Colour.from_str("#7d828c"),
}
"""The accent colour of each outcome, which the text also names."""
