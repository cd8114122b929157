"""The message of a board: its words, its picture and its buttons."""

from io import BytesIO
from typing import TypeAlias

import discord
from discord import ui

from bot.attempts import Held
from bot.jobs import Drawing
from bot.layouts import PLAIN, Box, Post, layout
from bot.texts import playing
from bot.views.pad import Row, pad_rows, solved_rows
from locales.voice import Voice

PICTURE_FILE = "slitherlink.png"
MOST_SAID = 3000
"""So many characters of a verdict or a hint are shown; a message may have 4,000 in all."""
SOLVED = discord.Colour.from_str("#3ba55c")

Gallery: TypeAlias = "ui.MediaGallery[ui.LayoutView]"


def board_view(voice: Voice, held: Held, drawing: Drawing, said: str = "") -> Post:
    """The message of a board as it stands; `said` is put above the picture."""
    if held.solved:
        state, rows, colour = playing.solved(voice, held), solved_rows(voice, held), SOLVED
    else:
        state, rows, colour = playing.state(voice, held), pad_rows(voice, held), PLAIN
    title = f"### {playing.board_title(voice, held)}"
    return framed(drawing, title, said or playing.notice(voice, held), state, rows, colour)


def framed(  # noqa: PLR0913, PLR0917 - the parts of a message from the top to the bottom
    drawing: Drawing,
    title: str,
    said: str,
    state: str,
    rows: list[Row],
    colour: discord.Colour = PLAIN,
) -> Post:
    """A picture with words above and below it, and rows of buttons."""
    picture = discord.File(BytesIO(drawing.png), PICTURE_FILE, description=drawing.alt)
    gallery: Gallery = ui.MediaGallery()
    gallery.add_item(media=picture, description=drawing.alt)
    box: Box = ui.Container(accent_colour=colour)
    box.add_item(ui.TextDisplay(f"{title}\n{said[:MOST_SAID]}".strip()))
    box.add_item(gallery)
    if state:
        box.add_item(ui.TextDisplay(state))
    for row in rows:
        box.add_item(row)
    return Post(layout(box), [picture])
