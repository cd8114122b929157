"""Files that people attach, as text."""

from collections.abc import Awaitable

import discord

from bot.errors import InputError
from bot.texts import failures

LARGEST_FILE = 256 * 1024
"""Bytes of a file that is still fetched."""


async def read_text(file: discord.Attachment) -> str:
    """The text of an attached file.

    Raises `InputError` when it is too large (before fetching it), not UTF-8, or gone.
    """
    if file.size > LARGEST_FILE:
        raise InputError(failures.FILE_TOO_LARGE, {"kibibytes": LARGEST_FILE // 1024})
    return await fetch_text(file.read())


async def fetch_text(reading: Awaitable[bytes]) -> str:
    """The text of a file that is being read; raises `InputError` when it is not UTF-8 or gone."""
    try:
        return decode(await reading)
    except discord.HTTPException as error:
        raise InputError(failures.FILE_UNAVAILABLE) from error


def decode(data: bytes) -> str:
    """UTF-8 text, with or without a byte order mark; raises `InputError` otherwise.

    >>> decode(b"3.2"), decode(b"\\xef\\xbb\\xbf3.2")
    ('3.2', '3.2')
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(failures.NOT_TEXT) from error
    if "\0" in text:
        raise InputError(failures.NOT_TEXT)
    return text
