"""Layouts of messages in Discord's components v2, and the buttons that turn pages.

Texts name a command as `/daily`. Discord shows it as a link that begins the command, for which it
takes the number that it told when the command was registered
(discord.com/developers/docs/reference#message-formatting). What a sent message shows is read from
its components.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any, ClassVar, TypeAlias

import discord
from discord import ui
from msgspec import Struct

from bot.connection.discord_internals import release_view
from jobs.playing import Drawing
from solver.report import Outcome

MAX_CHARACTERS = 4000
"""Maximum number of characters of all texts of a message, with its links."""

_COMMAND = re.compile(r"`/([a-z]{1,32})`")

MAX_LINK = 512
"""Maximum number of characters of the URL of a button; Discord's limit."""

V2 = discord.MessageFlags(components_v2=True).value
"""The flag of messages of components alone."""

Row: TypeAlias = "ui.ActionRow[ui.LayoutView]"
Gallery: TypeAlias = "ui.MediaGallery[ui.LayoutView]"

PLAIN = discord.Colour.from_str("#b06f0c")
"""The accent colour of ordinary messages."""
PROBLEM = discord.Colour.from_str("#d8504d")
"""The accent colour of errors and warnings."""


def with_mentions(text: str, ids: Mapping[str, int]) -> str:
    """A text with links to the commands that it names; those with options stay as they are.

    >>> with_mentions("Use `/daily` or `/play puzzle:`, not `/nothing`.", {"daily": 7, "play": 8})
    'Use </daily:7> or `/play puzzle:`, not `/nothing`.'
    """

    def mention(found: re.Match[str]) -> str:
        name = found[1]
        return f"</{name}:{ids[name]}>" if name in ids else found[0]

    return _COMMAND.sub(mention, text)


class LinkedView(ui.LayoutView):
    """The components of a message, sent with links to the commands that its texts name.

    `command_ids` are the numbers of the commands by name, for the whole process, as discord.py does
    not tell a view which client sends it; there are no links until they are set. A message that
    would be too long with its links has none.
    """

    command_ids: ClassVar[Mapping[str, int]] = {}

    def to_components(self) -> list[dict[str, Any]]:
        """The components as JSON values; discord.py calls this whenever it sends the view."""
        for display, text in zip(self._displays(), self.texts(), strict=True):
            display.content = text
        components: list[dict[str, Any]] = super().to_components()  # type: ignore[no-untyped-call]
        return components

    def texts(self) -> list[str]:
        """The texts as they are sent."""
        plain = [display.content for display in self._displays()]
        linked = [with_mentions(text, self.command_ids) for text in plain]
        return linked if sum(map(len, linked)) <= MAX_CHARACTERS else plain

    def _displays(self) -> list[ui.TextDisplay[Any]]:
        return [item for item in self.walk_children() if isinstance(item, ui.TextDisplay)]


class OutgoingMessage(Struct, frozen=True):
    """A layout view and the files that it shows; it can be sent only once, but edited in again."""

    view: LinkedView
    files: Sequence[discord.File] = ()

    def edit(self) -> tuple[dict[str, Any], list[tuple[str, bytes]]]:
        """What replaces a message: a JSON value, and the names and data of its files."""
        files = list[tuple[str, bytes]]()
        for file in self.files:
            files.append((file.filename, file.fp.read()))
            file.reset(seek=True)
        edit = {
            "components": self.view.to_components(),
            "flags": V2,
            "attachments": [file.to_dict(number) for number, file in enumerate(self.files)],
            "allowed_mentions": {"parse": []},
        }
        return edit, files


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
    release_view(view)
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


def question(text: str, *buttons: ui.Item[Any]) -> OutgoingMessage:
    """The question before what cannot be taken back, with buttons for the answers."""
    return message(text, row(*buttons), colour=PROBLEM)


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


def walk(components: Sequence[discord.Component]) -> Iterator[discord.Component]:
    """The components of a message and, recursively, those inside and beside them."""
    for component in components:
        yield component
        yield from walk(getattr(component, "children", ()))
        if (accessory := getattr(component, "accessory", None)) is not None:
            yield accessory


def shown_texts(message: discord.Message | discord.MessageSnapshot) -> list[str]:
    """The texts that the components of a message show."""
    parts = walk(message.components)
    return [part.content for part in parts if isinstance(part, discord.TextDisplay)]


def shown_media(
    message: discord.Message | discord.MessageSnapshot,
) -> list[discord.UnfurledMediaItem]:
    """The pictures and videos that the components of a message show."""
    found = list[discord.UnfurledMediaItem]()
    for part in walk(message.components):
        if isinstance(part, discord.MediaGalleryComponent):
            found += [item.media for item in part.items]
        elif isinstance(part, discord.ThumbnailComponent):
            found.append(part.media)
    return found


def linked_addresses(message: discord.Message | discord.MessageSnapshot) -> list[str]:
    """The addresses to which the buttons of a message lead."""
    parts = walk(message.components)
    return [part.url for part in parts if isinstance(part, discord.Button) and part.url]


def custom_ids(message: discord.Message) -> frozenset[str]:
    """The `custom_id`s of all interactive components of a message."""
    found = (getattr(part, "custom_id", None) for part in walk(message.components))
    return frozenset(custom_id for custom_id in found if custom_id)
