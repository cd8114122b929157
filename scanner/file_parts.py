"""Bounds files of pictures by what their headers say, before a decoder begins.

A small file can make a decoder work long: a JPEG by many scans over all pixels, any other one by
many chunks. So its parts are walked over, without reading what is in them, and its pixels counted.
"""

import re
from collections.abc import Iterator

from puzzle.lazy_messages import lazy
from scanner.errors import TOO_MUCH_WORK, PictureError

MAX_MEGAPIXELS, MAX_MEGAPIXELS_JPEG = 12, 25
"""How large pictures may be; Pillow decodes a JPEG at a smaller scale."""
MAX_PARTS = 10_000
"""The most chunks of a file, frames among them. Of a GIF only those before its first frame count,
as no others are read."""
MAX_SCANS = 100
"""The most scans of a JPEG; Pillow writes 10."""
MAX_SCANNED = 300
"""The most megapixels of all scans of a JPEG together."""

_MARKER = re.compile(rb"\xff+([\x02-\xcf\xd8-\xfe])")
"""A marker of a JPEG, but those within the data of a scan, which have no length."""
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_START, _END, _SCAN = 0xD8, 0xD9, 0xDA


def check_parts(data: bytes) -> None:
    """Raise `PictureError` for a file with too many pixels, chunks or scans."""
    is_jpeg = data.startswith(b"\xff\xd8")
    walk = (
        _jpeg if is_jpeg else _png if data[:1] == b"\x89" else _gif if data[:1] == b"G" else _webp
    )
    most = MAX_MEGAPIXELS_JPEG if is_jpeg else MAX_MEGAPIXELS
    pixels = scans = 0
    for number, (kind, width, height) in enumerate(walk(data)):
        pixels, scans = max(pixels, width * height), scans + (kind == _SCAN)
        if pixels > most * 1_000_000:
            raise PictureError(lazy("The picture has more than {most} megapixels.", most=most))
        scanned = scans * pixels > MAX_SCANNED * 1_000_000
        if number >= MAX_PARTS or scans > MAX_SCANS or scanned:
            raise PictureError(TOO_MUCH_WORK)


def _jpeg(data: bytes) -> Iterator[tuple[int, int, int]]:
    at = 2
    while (marker := _MARKER.search(data, at)) is not None and marker[1][0] != _END:
        kind, at = marker[1][0], marker.end()
        is_frame = kind in _FRAMES
        width, height = (_big(data, at + 5), _big(data, at + 3)) if is_frame else (0, 0)
        yield kind, width, height
        at += 0 if kind == _START else _big(data, at)


def _png(data: bytes) -> Iterator[tuple[int, int, int]]:
    at = 8
    while at < len(data):
        is_header = data[at + 4 : at + 8] == b"IHDR"
        width, height = (_big(data, at + 8 + 4 * side, 4) * is_header for side in (0, 1))
        yield 0, width, height
        at += 12 + _big(data, at, 4)


def _webp(data: bytes) -> Iterator[tuple[int, int, int]]:
    at = 12
    while at < len(data):
        kind, size = data[at : at + 4], 0
        if kind == b"VP8X":
            yield 0, _little(data, at + 12, 3) + 1, _little(data, at + 15, 3) + 1
        elif kind == b"VP8 ":
            yield 0, _little(data, at + 14, 2) & 0x3FFF, _little(data, at + 16, 2) & 0x3FFF
        elif kind == b"VP8L":
            size = _little(data, at + 9, 4)
            yield 0, (size & 0x3FFF) + 1, (size >> 14 & 0x3FFF) + 1
        else:
            yield 0, 0, 0
        length = _little(data, at + 4, 4)
        at += 8 + length + length % 2


def _gif(data: bytes) -> Iterator[tuple[int, int, int]]:
    yield 0, _little(data, 6, 2), _little(data, 8, 2)
    at = 13 + _colours(data, 10)
    while data[at : at + 1] == b"!":
        at += 2
        while length := _little(data, at, 1):
            yield 0, 0, 0
            at += 1 + length
        yield 0, 0, 0
        at += 1
    left, top, width, height = (_little(data, at + 1 + 2 * each, 2) for each in range(4))
    yield 0, left + width, top + height


def _colours(data: bytes, at: int) -> int:
    """The number of bytes of a table of colours, of which a byte of flags tells."""
    flags = _little(data, at, 1)
    return 6 << (flags & 7) if flags & 0x80 else 0


def _big(data: bytes, at: int, size: int = 2) -> int:
    return int.from_bytes(data[at : at + size], "big")


def _little(data: bytes, at: int, size: int) -> int:
    return int.from_bytes(data[at : at + size], "little")
