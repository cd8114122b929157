"""Texts that people send: files as text, and all the texts of a message."""

from collections.abc import Awaitable, Iterator, Sequence

import discord
from discord import TextDisplay

from bot.errors import InputError
from bot.texts import failures

LARGEST_FILE = 256 * 1024
"""Bytes of a file that is still fetched."""
TEXT_FILES = (".txt", ".csv", ".md", ".pzprv3")
"""Ends of the names of files that are searched, beside those marked as text."""
FILES_SEARCHED = 3


async def read_text(file: discord.Attachment) -> str:
    """The text of an attached file.

    Raises `InputError` when it is too large (before fetching it), not UTF-8, or gone.
    """
    if file.size > LARGEST_FILE:
        raise InputError(failures.FILE_TOO_LARGE, {"kibibytes": LARGEST_FILE // 1024})
    return await fetch_text(file.read())


async def texts_of(message: discord.Message) -> tuple[str, ...]:
    """What a message says, in its text, in its components, and in its first few text files."""
    shown = [part.content for part in walk(message.components) if isinstance(part, TextDisplay)]
    files = [file for file in message.attachments if _is_text(file)][:FILES_SEARCHED]
    contents = [await read_text(file) for file in files if file.size <= LARGEST_FILE]
    return (message.content, *shown, *contents)


def walk(components: Sequence[discord.Component]) -> Iterator[discord.Component]:
    """The components of a message and all that stand in them."""
    for component in components:
        yield component
        yield from walk(getattr(component, "children", ()))


def _is_text(file: discord.Attachment) -> bool:
    kind = file.content_type or ""
    return kind.startswith("text/") or file.filename.lower().endswith(TEXT_FILES)


async def fetch_text(reading: Awaitable[bytes]) -> str:
    """The text of a file that is being read; raises `InputError` when it is not UTF-8 or gone."""
    try:
        return decode(await reading)
    except discord.HTTPException as error:
        raise InputError(failures.FILE_UNAVAILABLE) from error


def decode(data: bytes) -> str:
    """UTF-8 text, with or without a byte order mark; raises `InputError` otherwise, and for more
    than `LARGEST_FILE`: what came need not be what was announced.

    >>> decode(b"3.2"), decode(b"\\xef\\xbb\\xbf3.2")
    ('3.2', '3.2')
    """
    if len(data) > LARGEST_FILE:
        raise InputError(failures.FILE_TOO_LARGE, {"kibibytes": LARGEST_FILE // 1024})
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(failures.NOT_TEXT) from error
    if "\0" in text:
        raise InputError(failures.NOT_TEXT)
    return text
