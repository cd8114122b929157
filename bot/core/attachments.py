"""Reads texts that users send: attached files, and all texts of a message.

Only files on Discord's own hosts are fetched, and at most one byte more than the limit of each.
"""

from collections.abc import Mapping
from typing import Any, Protocol

import aiohttp
import discord
import structlog
from discord.http import Route
from msgspec import Struct
from yarl import URL

from bot.core.interaction_state import Interaction
from bot.core.layouts import shown_texts
from jobs import PastedText
from service.errors import InputError, Problem

TEXT_FILES = (".txt", ".csv", ".md", ".pzprv3")
"""Extensions of files that are searched, in addition to files with a text content type."""
FILES_SEARCHED = 3
"""Maximum number of files of a message that are searched."""
FETCH_SECONDS = 10.0
"""Maximum seconds of fetching a file."""
HOSTS = frozenset({"cdn.discordapp.com", "media.discordapp.net"})
"""Hosts of Discord's files. A local chat serves files from the host of its API."""

log = structlog.stdlib.get_logger(__name__)


class AnyFile(Protocol):
    """A file that Discord stores: its size in bytes and its URL."""

    @property
    def size(self) -> int:
        """The announced size in bytes."""

    @property
    def url(self) -> str:
        """The URL from which it is fetched."""


class UploadedFile(Struct, frozen=True):
    """A file of a submitted form."""

    size: int
    url: str


def uploaded_file(interaction: Interaction) -> UploadedFile | None:
    """The file of a submitted form with one field for a file; None without a file."""
    data: Mapping[str, Any] = interaction.data or {}
    files: Mapping[str, Any] = data.get("resolved", {}).get("attachments", {})
    return next((UploadedFile(file["size"], file["url"]) for file in files.values()), None)


async def read_pasted(puzzle: str | None, file: AnyFile | None, max_bytes: int) -> PastedText:
    """A text or the text of a file; `InputError` unless exactly one is given, as `read_text`."""
    if puzzle is not None and file is None:
        return PastedText(puzzle)
    if file is not None and puzzle is None:
        return PastedText(await read_text(file, max_bytes))
    raise InputError(Problem.PUZZLE_OR_FILE)


async def read_text(file: AnyFile, max_bytes: int) -> str:
    """The text of an attached file of at most `max_bytes` bytes.

    Raises `InputError` when it is too large (before fetching it), not UTF-8, or unavailable.
    """
    _require_size(file.size, max_bytes)
    return await fetch_text(file.url, max_bytes)


async def message_texts(message: discord.Message, max_bytes: int) -> tuple[str, ...]:
    """The texts of a message: its content, its text components, and its first text files.

    At most `FILES_SEARCHED` files are read; those of more than `max_bytes` bytes are skipped.
    Raises `InputError` when a file is not UTF-8 or unavailable.
    """
    files = [file for file in message.attachments if _is_text(file)][:FILES_SEARCHED]
    contents = [await read_text(file, max_bytes) for file in files if file.size <= max_bytes]
    return (message.content, *shown_texts(message), *contents)


def _is_text(file: discord.Attachment) -> bool:
    kind = file.content_type or ""
    return kind.startswith("text/") or file.filename.lower().endswith(TEXT_FILES)


async def fetch_text(address: str, max_bytes: int) -> str:
    """The text of a file of at most `max_bytes` bytes at a URL of Discord's.

    Raises `InputError` when it is too large, not UTF-8, unavailable, or not on Discord's hosts.
    """
    return decode(await _fetch(address, max_bytes), max_bytes)


async def _fetch(address: str, max_bytes: int) -> bytes:
    """Download at most `max_bytes` + 1 bytes of a file; redirects are not followed."""
    if not is_discord_url(address):
        log.warning("not a file of Discord's")
        raise InputError(Problem.FILE_UNAVAILABLE)
    timeout = aiohttp.ClientTimeout(total=FETCH_SECONDS)
    try:
        async with (
            # Without decompression, so that a small response cannot expand in memory.
            aiohttp.ClientSession(timeout=timeout, auto_decompress=False) as session,
            session.get(
                address, headers={"Accept-Encoding": "identity"}, allow_redirects=False
            ) as answer,
        ):
            if answer.status != 200:
                log.info("file not there", status=answer.status)
                raise InputError(Problem.FILE_UNAVAILABLE)
            data = bytearray()
            while len(data) <= max_bytes and (
                chunk := await answer.content.read(max_bytes + 1 - len(data))
            ):
                data += chunk
            return bytes(data)
    except (OSError, TimeoutError, aiohttp.ClientError) as error:
        log.warning("file not fetched", reason=type(error).__name__)
        raise InputError(Problem.FILE_UNAVAILABLE) from error


def is_discord_url(address: str) -> bool:
    """Whether a URL is on a host of Discord's files, or on the origin of the API (a local chat).

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


def decode(data: bytes, max_bytes: int) -> str:
    """Decode UTF-8 text, with or without a byte order mark.

    Raises `InputError` when the data is not UTF-8, contains a NUL, or has more than `max_bytes`
    bytes, since the received size may differ from the announced one.

    >>> decode(b"3.2", 9), decode(b"\\xef\\xbb\\xbf3.2", 9)
    ('3.2', '3.2')
    """
    _require_size(len(data), max_bytes)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(Problem.NOT_TEXT) from error
    if "\0" in text:
        raise InputError(Problem.NOT_TEXT)
    return text


def _require_size(size: int, max_bytes: int) -> None:
    if size > max_bytes:
        raise InputError(Problem.FILE_TOO_LARGE, {"kibibytes": max_bytes // 1024})
