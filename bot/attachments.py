"""Texts that people send: files as text, and all the texts of a message.

Nothing is fetched but files that Discord keeps, and no more of one than is read.
"""

import aiohttp
import discord
import structlog
from discord.http import Route
from yarl import URL

from bot.message_parts import shown_texts
from service.errors import InputError, Problem

TEXT_FILES = (".txt", ".csv", ".md", ".pzprv3")
"""Ends of the names of files that are searched, beside those marked as text."""
FILES_SEARCHED = 3
FETCH_SECONDS = 10.0
"""A file that takes longer is given up."""
HOSTS = frozenset({"cdn.discordapp.com", "media.discordapp.net"})
"""Where Discord keeps files. A local chat keeps them where its API is."""

log = structlog.stdlib.get_logger(__name__)


async def read_text(file: discord.Attachment, most: int) -> str:
    """The text of an attached file of at most `most` bytes.

    Raises `InputError` when it is too large (before fetching it), not UTF-8, or gone.
    """
    _require_size(file.size, most)
    return await fetch_text(file.url, most)


async def texts_of(message: discord.Message, most: int) -> tuple[str, ...]:
    """What a message says: in its text, in its components, and in its first few text files, of
    which larger ones than `most` bytes are left out."""
    files = [file for file in message.attachments if _is_text(file)][:FILES_SEARCHED]
    contents = [await read_text(file, most) for file in files if file.size <= most]
    return (message.content, *shown_texts(message), *contents)


def _is_text(file: discord.Attachment) -> bool:
    kind = file.content_type or ""
    return kind.startswith("text/") or file.filename.lower().endswith(TEXT_FILES)


async def fetch_text(address: str, most: int) -> str:
    """The text of a file of at most `most` bytes that Discord keeps at an address.

    Raises `InputError` when it is too large, not UTF-8, gone, or kept by somebody else.
    """
    return decode(await _fetch(address, most), most)


async def _fetch(address: str, most: int) -> bytes:
    """A file, and at most one byte more than is read; redirections are not followed."""
    if not is_discord_url(address):
        log.warning("not a file of Discord's")
        raise InputError(Problem.FILE_UNAVAILABLE)
    timeout = aiohttp.ClientTimeout(total=FETCH_SECONDS)
    try:
        async with (
            # Packed bytes stay packed: unpacked, few could become very many.
            aiohttp.ClientSession(timeout=timeout, auto_decompress=False) as session,
            session.get(
                address, headers={"Accept-Encoding": "identity"}, allow_redirects=False
            ) as answer,
        ):
            if answer.status != 200:
                log.info("file not there", status=answer.status)
                raise InputError(Problem.FILE_UNAVAILABLE)
            data = bytearray()
            while len(data) <= most and (more := await answer.content.read(most + 1 - len(data))):
                data += more
            return bytes(data)
    except (OSError, TimeoutError, aiohttp.ClientError) as error:
        log.warning("file not fetched", reason=type(error).__name__)
        raise InputError(Problem.FILE_UNAVAILABLE) from error


def is_discord_url(address: str) -> bool:
    """Whether Discord, or the local chat that stands in for it, keeps files at an address.

    >>> is_discord_url("https://cdn.discordapp.com/attachments/1/2/puzzle.txt?ex=3")
    True
    >>> is_discord_url("https://cdn.discordapp.com.example.org/attachments/1/2/puzzle.txt")
    False
    """
    try:
        url = URL(address)
        if url.user is not None or url.password is not None:
            return False
        if url.scheme == "https" and url.host in HOSTS and url.port == 443:
            return True
        return url.absolute and url.origin() == URL(Route.BASE).origin()
    except ValueError:
        return False


def decode(data: bytes, most: int) -> str:
    """UTF-8 text, with or without a byte order mark; raises `InputError` otherwise, and for more
    than `most`: what came need not be what was announced.

    >>> decode(b"3.2", 9), decode(b"\\xef\\xbb\\xbf3.2", 9)
    ('3.2', '3.2')
    """
    _require_size(len(data), most)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(Problem.NOT_TEXT) from error
    if "\0" in text:
        raise InputError(Problem.NOT_TEXT)
    return text


def _require_size(size: int, most: int) -> None:
    if size > most:
        raise InputError(Problem.FILE_TOO_LARGE, {"kibibytes": most // 1024})
