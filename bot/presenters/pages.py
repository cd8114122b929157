"""Messages with one picture: text above it, rows of buttons below."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import discord
from discord import ui

from bot.presenters.layouts import PLAIN, OutgoingMessage, message, picture, row
from jobs import Drawing

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
