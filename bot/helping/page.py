"""Messages around one picture: words above it, rows of buttons below."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import ui

from bot.answering import pressing, reply
from bot.presenters.layouts import PLAIN, Box, Post, layout, picture, row
from bot.views.pad import PadButton
from jobs import Drawing
from texts import helping

if TYPE_CHECKING:
    from bot.client import OuroClient
    from bot.readers import Reader
    from i18n.voice import Voice
    from service.attempts import Held

Items: TypeAlias = "Sequence[ui.Item[Any]]"
Telling: TypeAlias = "Callable[[OuroClient, Reader, int, Held], Awaitable[tuple[Held, Post]]]"
"""Tells somebody about their board; the attempt is as it stands after that."""

PICTURE_FILE = "board.png"


def page(
    text: str, drawing: Drawing, *rows: Items, note: str = "", colour: discord.Colour = PLAIN
) -> Post:
    """Text, a picture, a note below it, and rows of at most five buttons; empty ones are left out.

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
) -> Post:
    """A page whose picture is a file of that name, told by `alt`."""
    file, gallery = picture(data, name, alt)
    box: Box = ui.Container(accent_colour=colour)
    box.add_item(ui.TextDisplay(text))
    box.add_item(gallery)
    if note:
        box.add_item(ui.TextDisplay(note))
    for items in rows:
        if items:
            box.add_item(row(*items))
    return Post(layout(box), [file])


def back_to_board(voice: Voice, held: Held) -> PadButton:
    """The button that shows the board again in place of the message."""
    return PadButton(held.attempt.id, "open", voice.say(helping.BACK_BUTTON))


async def help_on_board(
    interaction: discord.Interaction[OuroClient], attempt: int, tell: Telling
) -> None:
    """Acknowledge a press, and put what is told of the board as it is now where it was."""
    client, person = interaction.client, interaction.user.id
    async with pressing(interaction) as reader:
        held = await client.attempts.settled(person, attempt)
        held, post = await tell(client, reader, person, held)
        await show_on_board(interaction, held, post)


async def show_on_board(
    interaction: discord.Interaction[OuroClient], held: Held, post: Post
) -> None:
    """Put a message where the board was whose button was pressed.

    A picture of the board that is still being drawn for an earlier press does not replace it.
    """
    message = interaction.message.id if interaction.message else interaction.id
    async with interaction.client.screens.turn(message, held.attempt.revision):
        await reply(interaction, post)
