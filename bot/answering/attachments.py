"""Reads what users send: texts and pictures in files, and all texts and pictures of a message.

Only files on Discord's own hosts are fetched, and at most one byte more than the limit of each.
"""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Protocol, TypeAlias

import aiohttp
import discord
import structlog
from discord.http import Route
from msgspec import Struct
from yarl import URL

from bot.answering.interactions import TOO_MANY_REQUESTS, Interaction
from bot.answering.layouts import linked_addresses, shown_media, shown_texts
from bot.connection.outgoing import Unanswered, repeating
from jobs.reading import MessageTexts, PastedText
from puzzle.errors import NotationError
from puzzle.notation.sheets import ARCHIVE, sheet_text
from puzzle.notation.text import UTF_8, encoding_of
from scanner.errors import TOO_LARGE, PictureError
from scanner.values import MAX_BYTES
from service.errors import InputError, Problem

FILES_SEARCHED = 3
"""Maximum number of files of a message that are searched."""
NO_TEXT = ("image/", "video/", "audio/", "font/")
"""What the content types of files without text begin with."""
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
"""Control characters that are in no text."""
PICTURE = "image/"
"""What the content types of pictures begin with."""
FETCH_SECONDS = 10.0
"""Maximum seconds of fetching a file."""
HOSTS = frozenset({"cdn.discordapp.com", "media.discordapp.net"})
"""Hosts of Discord's files. A local chat serves files from the host of its API."""

log = structlog.stdlib.get_logger(__name__)


AnyMessage: TypeAlias = discord.Message | discord.MessageSnapshot
"""A message, or what was forwarded of one."""


class AnyFile(Protocol):
    """A file that Discord stores: its size in bytes, its URL and its content type if known."""

    @property
    def size(self) -> int:
        """The announced size in bytes."""

    @property
    def url(self) -> str:
        """The URL from which it is fetched."""

    @property
    def content_type(self) -> str | None:
        """What Discord takes it for, such as "image/png"."""


class UploadedFile(Struct, frozen=True):
    """A file of a submitted form."""

    size: int
    url: str
    content_type: str | None = None


class FoundPicture(Struct, frozen=True):
    """A picture that is not read yet: its URL, and its size in bytes if that is announced."""

    url: str
    size: int = 0


class FoundSource(Struct, frozen=True):
    """Where a puzzle is looked for: in texts first, then in pictures."""

    texts: PastedText | MessageTexts | None = None
    pictures: Sequence[FoundPicture] = ()


def uploaded_file(interaction: Interaction) -> UploadedFile | None:
    """The file of a submitted form with one field for a file; None without a file."""
    data: Mapping[str, Any] = interaction.data or {}
    files: Mapping[str, Any] = data.get("resolved", {}).get("attachments", {})
    return next(
        (
            UploadedFile(file["size"], file["url"], file.get("content_type"))
            for file in files.values()
        ),
        None,
    )


def is_picture(file: AnyFile | None) -> bool:
    """Whether a file is announced as a picture."""
    return file is not None and (file.content_type or "").startswith(PICTURE)


async def read_pasted(puzzle: str | None, file: AnyFile | None, max_bytes: int) -> FoundSource:
    """A text, the text of a file, or a picture that is not read yet.

    Raises `InputError` unless exactly one of text and file is given, and as `read_text`.
    """
    if puzzle is not None and file is None:
        return FoundSource(PastedText(puzzle))
    if file is not None and puzzle is None:
        if is_picture(file):
            return FoundSource(pictures=[FoundPicture(file.url, file.size)])
        return FoundSource(PastedText(await read_text(file, max_bytes)))
    raise InputError(Problem.PUZZLE_OR_FILE)


async def read_text(file: AnyFile, max_bytes: int) -> str:
    """The text of an attached file of at most `max_bytes` bytes.

    Raises `InputError` when it is too large (before fetching it), not text, or unavailable.
    """
    _require_size(file.size, max_bytes)
    return await fetch_text(file.url, max_bytes)


async def read_message(message: discord.Message, max_bytes: int) -> FoundSource:
    """The texts of a message, of those forwarded in it, and of the one that it answers, and the
    pictures of these.

    The texts are its content, its text components, the addresses of its buttons, its embeds, and
    its files whose content is text. At most `FILES_SEARCHED` files are read; those of more than
    `max_bytes` bytes are skipped. Raises `InputError` when a file is unavailable, or when one that
    is announced as text is not.
    """
    shown, earlier = _searched(message)
    files = [file for each in shown for file in each.attachments]
    texts = [*_texts_of(shown), *await _files_of(files, max_bytes)]
    before = [*_texts_of(earlier)]
    if earlier and not files:
        before += await _files_of(earlier[0].attachments, max_bytes)
    pictures = pictures_of(shown) or ([] if files else pictures_of(earlier))
    return FoundSource(MessageTexts(tuple(texts), tuple(before)), pictures)


def has_only_pictures(message: discord.Message) -> bool:
    """Whether a message has a picture, and no file or text in which a puzzle may be.

    Every puzzle that is written has a digit.
    """
    shown, earlier = _searched(message)
    return (
        bool(pictures_of([*shown, *earlier]))
        and all(is_picture(file) for each in (*shown, *earlier) for file in each.attachments)
        and not any(map(str.isdigit, "".join(_texts_of([*shown, *earlier]))))
    )


def _searched(message: discord.Message) -> tuple[list[AnyMessage], list[AnyMessage]]:
    """A message with those forwarded in it, and the one that it answers if it is known."""
    answered = message.reference.resolved if message.reference else None
    return (
        [message, *message.message_snapshots],
        [answered] if isinstance(answered, discord.Message) else [],
    )


def pictures_of(messages: Sequence[AnyMessage]) -> list[FoundPicture]:
    """The pictures of messages, in order.

    A picture is attached, shown by a component, or in an embed if it is on a host of Discord's
    files: what Discord only passes on from elsewhere is not fetched.
    """
    found = dict[str, int]()
    for message in messages:
        for url, size in _pictures_of(message):
            found.setdefault(url, size)
    return [FoundPicture(url, size) for url, size in found.items()]


def _pictures_of(message: AnyMessage) -> Iterator[tuple[str, int]]:
    """The URLs of the pictures of a message on Discord's hosts, with their sizes if announced."""
    yield from ((file.url, file.size) for file in message.attachments if is_picture(file))
    images = [part for embed in message.embeds for part in (embed.image, embed.thumbnail)]
    addresses = [(part.url, part.proxy_url) for part in images]
    addresses += [
        (media.url, media.proxy_url)
        for media in shown_media(message)
        if (media.content_type or PICTURE).startswith(PICTURE)
    ]
    for pair in addresses:
        yield from [(url, 0) for url in pair if url and is_discord_url(url)][:1]


def _texts_of(messages: Sequence[AnyMessage]) -> Iterator[str]:
    """The texts of messages, without their files and those that are blank."""
    for message in messages:
        parts = [message.content, *shown_texts(message), *linked_addresses(message)]
        for embed in message.embeds:
            fields = (text for field in embed.fields for text in (field.name, field.value))
            parts += [embed.title or "", embed.description or "", embed.url or ""]
            parts += [text or "" for text in fields]
        yield from filter(str.strip, parts)


async def _files_of(files: Sequence[discord.Attachment], max_bytes: int) -> list[str]:
    """The texts of files that may contain text."""
    searched = [file for file in files if file.size <= max_bytes and _may_be_text(file)]
    texts = list[str]()
    for file in searched[:FILES_SEARCHED]:
        try:
            texts.append(await read_text(file, max_bytes))
        except InputError as error:
            announced = (file.content_type or "").startswith("text/")
            if announced or error.problem is not Problem.NOT_TEXT:
                raise
    return texts


def _may_be_text(file: discord.Attachment) -> bool:
    return not (file.content_type or "").startswith(NO_TEXT)


async def fetch_text(address: str, max_bytes: int) -> str:
    """The text of a file of at most `max_bytes` bytes at a URL of Discord's.

    Raises `InputError` when it is too large, not text, unavailable, or not on Discord's hosts.
    """
    data = await _fetch(address, max_bytes)
    return await asyncio.to_thread(decode, data, max_bytes)  # a spreadsheet takes up to 70 ms


async def fetch_picture(picture: FoundPicture) -> bytes:
    """The bytes of a picture.

    Raises `PictureError` when it is too large, and `InputError` when it is unavailable.
    """
    if picture.size <= MAX_BYTES:
        data = await _fetch(picture.url, MAX_BYTES)
        if len(data) <= MAX_BYTES:
            return data
    raise PictureError(TOO_LARGE)


async def _fetch(address: str, max_bytes: int) -> bytes:
    """Download at most `max_bytes` + 1 bytes of a file; redirects are not followed.

    A download that breaks off is begun again, within `FETCH_SECONDS`.
    """
    if not is_discord_url(address):
        log.warning("not a file of Discord's")
        raise InputError(Problem.FILE_UNAVAILABLE)
    try:
        # Without decompression, so that a small response cannot expand in memory.
        async with (
            asyncio.timeout(FETCH_SECONDS),
            aiohttp.ClientSession(auto_decompress=False) as session,
        ):
            return await repeating(partial(_download, session, address, max_bytes), None)
    except (OSError, TimeoutError, aiohttp.ClientError) as error:
        log.warning("file not fetched", reason=type(error).__name__)
        raise InputError(Problem.FILE_UNAVAILABLE) from error


async def _download(session: aiohttp.ClientSession, address: str, max_bytes: int) -> bytes:
    headers = {"Accept-Encoding": "identity"}
    async with session.get(address, headers=headers, allow_redirects=False) as answer:
        if answer.status == TOO_MANY_REQUESTS or answer.status >= 500:
            raise Unanswered(f"{answer.status}")
        if answer.status != 200:
            log.info("file not there", status=answer.status)
            raise InputError(Problem.FILE_UNAVAILABLE)
        data = bytearray()
        while len(data) <= max_bytes and (
            chunk := await answer.content.read(max_bytes + 1 - len(data))
        ):
            data += chunk
        return bytes(data)


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


_SHIFT_JIS = re.compile(rb"[\x81-\x83][\x40-\x7e\x80-\xfc]")
"""Bytes of punctuation, full-width digits and kana in Shift-JIS, which are rare elsewhere."""


def decode(data: bytes, max_bytes: int) -> str:
    """Decode text in UTF-8, with or without a byte order mark, in UTF-16 with one, or else in the
    usual encoding of Japan or of Western Europe; of a spreadsheet, its cells.

    Raises `InputError` when the data is none, contains control characters that no text has, or has
    more than `max_bytes` bytes, since the received size may differ from the announced one.

    >>> decode(b"3.2", 9), decode(b"\\xef\\xbb\\xbf3.2", 9), decode(b"\\xff\\xfe3\\0", 9)
    ('3.2', '3.2', '3')
    >>> decode(b"3\\xb72", 9)
    '3\u00b72'
    """
    _require_size(len(data), max_bytes)
    if data.startswith(ARCHIVE):
        try:
            return sheet_text(data)
        except NotationError:
            raise InputError(Problem.NOT_TEXT) from None
    found = encoding_of(data)
    text = _decoded(data, found)
    if text is None and found == UTF_8:
        japanese = len(_SHIFT_JIS.findall(data)) > 1
        encodings = ("cp932", "cp1252") if japanese else ("cp1252", "cp932")
        text = next(filter(None, (_decoded(data, each) for each in encodings)), None)
    if text is None or _CONTROL.search(text):
        raise InputError(Problem.NOT_TEXT)
    return text


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _require_size(size: int, max_bytes: int) -> None:
    if size > max_bytes:
        raise InputError(Problem.FILE_TOO_LARGE, {"kibibytes": max_bytes // 1024})
