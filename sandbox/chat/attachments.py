"""Uploaded files and their signed URLs; format and size of a picture."""

import hashlib
import hmac
import io
import mimetypes
import re
import secrets
import warnings
from collections import OrderedDict
from collections.abc import Callable, Iterable
from urllib.parse import quote

from aiohttp import web
from msgspec import Struct
from PIL import Image

from sandbox.chat.state_directory import StateDirectory
from sandbox.model.records import Attachment
from sandbox.model.snowflakes import Snowflakes
from sandbox.model.uploads import Upload

MAX_STORED_BYTES = 256 * 1024 * 1024
SHOWN_INLINE = {"image/png", "image/gif", "image/jpeg", "image/webp"}


class StoredFile(Struct, frozen=True):
    """An attachment with its bytes."""

    attachment: Attachment
    data: bytes


class Attachments:
    """Stores the newest files in memory and, if set, in a directory; serves them like a CDN.

    URLs are signed (`hm`) with a secret, so that knowing an id is not enough.
    `base_url` is the URL of the sandbox; it is set once the socket is bound.
    """

    def __init__(self, snowflakes: Snowflakes) -> None:
        self.base_url = ""
        self._snowflakes = snowflakes
        self.secret = secrets.token_bytes(32)
        self._directory: StateDirectory | None = None
        self._files: OrderedDict[int, StoredFile] = OrderedDict()
        self._stored = 0

    def store(
        self,
        upload: Upload,
        channel_id: int,
        *,
        filename: str | None = None,
        description: str | None = None,
        ephemeral: bool = False,
    ) -> Attachment:
        """Store a file and return its record. Drops the oldest files when all exceed 256 MiB."""
        attachment_id = self._snowflakes.make()
        name = clean_filename(filename or upload.filename)
        size = image_size(upload.data)
        attachment = Attachment(
            id=attachment_id,
            filename=name,
            content_type=_content_type(name, upload.data),
            size=len(upload.data),
            url=self._address(channel_id, attachment_id, name),
            width=size and size[0],
            height=size and size[1],
            description=description,
            ephemeral=ephemeral,
        )
        self._files[attachment_id] = StoredFile(attachment, upload.data)
        self._stored += len(upload.data)
        if self._directory is not None:
            self._directory.put(attachment_id, upload.data)
        while self._stored > MAX_STORED_BYTES:
            dropped, oldest = self._files.popitem(last=False)
            self._stored -= len(oldest.data)
            if self._directory is not None:
                self._directory.drop(dropped)
        return attachment

    def all(self) -> list[Attachment]:
        """All stored files, oldest first."""
        return [stored.attachment for stored in self._files.values()]

    def restore(
        self,
        files: Iterable[Attachment],
        secret: bytes,
        read: Callable[[int], bytes | None],
    ) -> None:
        """Restore the files of an earlier run. Files for which `read` returns None are skipped."""
        self.secret = secret
        for attachment in files:
            data = read(attachment.id)
            if data is not None:
                self._files[attachment.id] = StoredFile(attachment, data)
                self._stored += len(data)

    def save_to(self, directory: StateDirectory) -> None:
        """Also write files to this directory from now on."""
        self._directory = directory

    def get(self, attachment_id: int) -> StoredFile | None:
        """The file with that id, or None if it is not stored (any more)."""
        return self._files.get(attachment_id)

    def find(self, url: str) -> Attachment | None:
        """The attachment behind a URL of this sandbox, or None."""
        match = re.search(r"/attachments/\d+/(\d+)/", url)
        stored = self._files.get(int(match[1])) if match and url.startswith(self.base_url) else None
        return stored.attachment if stored else None

    async def handle(self, request: web.Request) -> web.Response:
        """Serve a file by GET. Only PNG, GIF, JPEG and WebP are shown inline; others are downloads.

        Raises `HTTPNotFound` when the file is gone or the signature is wrong.
        """
        stored = self._files.get(int(request.match_info["attachment_id"]))
        if stored is None or not hmac.compare_digest(
            request.query.get("hm", ""), self._sign(request.path)
        ):
            raise web.HTTPNotFound(text="This content is no longer available.")
        attachment = stored.attachment
        headers = {
            "Content-Type": attachment.content_type,
            "Cache-Control": "private, max-age=86400, immutable",
            "Content-Security-Policy": "default-src 'none'; sandbox",
        }
        if attachment.content_type not in SHOWN_INLINE:
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=stored.data, headers=headers)

    def _address(self, channel_id: int, attachment_id: int, name: str) -> str:
        path = f"/attachments/{channel_id}/{attachment_id}/{name}"
        return f"{self.base_url}{quote(path)}?hm={self._sign(path)}"

    def _sign(self, path: str) -> str:
        return hmac.new(self.secret, path.encode(), hashlib.sha256).hexdigest()


def clean_filename(name: str) -> str:
    """A file name without folders and without characters that must be escaped in a URL.

    >>> clean_filename("../my board (1).png")
    'my_board_1.png'
    """
    last = re.split(r"[/\\]", name)[-1]
    cleaned = re.sub(r"[^\w.-]", "", re.sub(r"\s+", "_", last)).lstrip(".")[:200]
    return cleaned or "unknown"


def _content_type(name: str, data: bytes) -> str:
    guessed = image_type(data) or mimetypes.guess_type(name)[0]
    if guessed is None:
        return "application/octet-stream"
    if guessed in SHOWN_INLINE and not image_type(data):
        return "application/octet-stream"  # named like a picture, but its bytes are none
    return f"{guessed}; charset=utf-8" if guessed.startswith("text/") else guessed


def image_type(data: bytes) -> str | None:
    """The media type of a PNG, GIF, JPEG or WebP picture; None for anything else.

    >>> image_type(b"GIF89a...")
    'image/gif'
    """
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return "image/gif"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return None


def image_size(data: bytes) -> tuple[int, int] | None:
    """Width and height in pixels of a PNG, GIF, JPEG or WebP; None for anything else.

    >>> image_size(b"GIF89a...") is None
    True
    """
    try:
        with (
            warnings.catch_warnings(action="ignore"),  # of many pixels, which are not read
            Image.open(io.BytesIO(data), formats=("PNG", "GIF", "JPEG", "WEBP")) as image,
        ):
            return image.size
    except Exception:  # Pillow raises many kinds for damaged files
        return None
