"""Opens the files of pictures within bounds."""

import io
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from PIL import Image, ImageOps

from puzzle.lazy_messages import lazy
from scanner.errors import (
    DAMAGED,
    HEIC,
    TOO_LARGE,
    TOO_MUCH_WORK,
    TOO_SMALL,
    UNKNOWN_FORMAT,
    PictureError,
)
from scanner.ink import Array
from scanner.values import MAX_BYTES, is_picture

MAX_MEGAPIXELS, MAX_MEGAPIXELS_JPEG = 12, 25
"""How large pictures may be; Pillow decodes a JPEG at a smaller scale."""
MAX_READS = 20_000
"""How often Pillow may read from a file, which it does some times for each chunk or segment. It
reads a WebP at once: 10 MB of chunks and frames, of which it decodes one, take it 0.1 s."""
MAX_SEGMENTS, MAX_SCANS = 1_000, 100
"""The most segments and scans of a JPEG; Pillow writes 10 scans."""
MAX_SCANNED = 300
"""The most megapixels of all scans of a JPEG together."""
FORMATS = "PNG", "JPEG", "WEBP", "GIF", "AVIF", "BMP"
LEAST_SIDE = 40
LIGHT = 200
"""What is as light as this on no ground was drawn for a dark one."""
WORKING_PIXELS = 2_400_000
"""Larger pictures are read at a smaller scale."""

_MARKER = re.compile(rb"\xff+([\x02-\xcf\xd9-\xfe])")
"""A marker of a JPEG, but those at the start and within the data of a scan: they have no length."""
_AVIF = re.compile(b"avi[fs]")
"""The names of AVIF among those that a file gives its format; HEIC pictures have others alone."""
_END, _SCAN = b"\xd9", b"\xda"


class _PictureFile(io.BytesIO):
    """A file of which a bounded number of parts is read."""

    reads = 0

    def read(self, size: int | None = -1, /) -> bytes:
        self.reads += 1
        if self.reads > MAX_READS:
            raise PictureError(TOO_MUCH_WORK)
        return super().read(size)


def open_picture(data: bytes) -> Image.Image:
    """A picture of which the header alone was read, and which is within bounds.

    Raises `PictureError` when it is not.
    """
    if len(data) > MAX_BYTES:
        raise PictureError(TOO_LARGE)
    if not is_picture(data):
        raise PictureError(UNKNOWN_FORMAT)
    if data[4:8] == b"ftyp" and not _AVIF.search(data, 8, int.from_bytes(data[:4], "big")):
        raise PictureError(HEIC)
    is_jpeg = data.startswith(b"\xff\xd8")
    most = MAX_MEGAPIXELS_JPEG if is_jpeg else MAX_MEGAPIXELS
    too_many = PictureError(lazy("The picture has more than {most} megapixels.", most=most))
    with _decoding():
        try:
            image = Image.open(_PictureFile(data), formats=FORMATS)
        except (Image.DecompressionBombError, Image.DecompressionBombWarning):
            raise too_many from None
    pixels = image.width * image.height
    if pixels > most * 1_000_000:
        raise too_many
    if min(image.size) < LEAST_SIDE:
        raise PictureError(TOO_SMALL)
    if is_jpeg and _scans(data) > min(MAX_SCANS, MAX_SCANNED * 1_000_000 / pixels):
        raise PictureError(TOO_MUCH_WORK)
    return image


def pixels_of(image: Image.Image) -> Array:
    """Red, green and blue of the pixels of a picture's first frame, the right way up.

    What is transparent is white, or black if little but light is drawn. Small pictures are enlarged
    and large ones reduced. Raises `PictureError` when the file is damaged.
    """
    scale = _scale(image)
    with _decoding():
        if scale < 0.7:
            image.draft("RGB", (int(image.width * scale), int(image.height * scale)))
        image.load()
        image = _upright(image)
    scale, side = _scale(image), max(image.size)
    if scale >= 1:
        scale = 1 if side >= 800 else 2 if side >= 400 else 3
    way = Image.Resampling.BOX if scale < 0.5 else Image.Resampling.BICUBIC
    size = max(1, int(image.width * scale)), max(1, int(image.height * scale))
    return np.asarray(image if scale == 1 else image.resize(size, way))


@contextmanager
def _decoding() -> Iterator[None]:
    """Raise `PictureError` for every error and warning of Pillow."""
    try:
        with warnings.catch_warnings(action="error"):
            yield
    except PictureError:
        raise
    except Exception:
        raise PictureError(DAMAGED) from None


def _scans(data: bytes) -> int:
    """The number of scans of a JPEG; raises `PictureError` for too many segments."""
    at = scans = 0
    for _ in range(MAX_SEGMENTS):
        marker = _MARKER.search(data, at)
        if marker is None or marker[1] == _END:
            return scans
        scans += marker[1] == _SCAN
        at = marker.end() + int.from_bytes(data[marker.end() : marker.end() + 2], "big")
    raise PictureError(TOO_MUCH_WORK)


def _scale(image: Image.Image) -> float:
    """How much smaller a picture should be."""
    return float((WORKING_PIXELS / (image.width * image.height)) ** 0.5)


def _upright(image: Image.Image) -> Image.Image:
    ImageOps.exif_transpose(image, in_place=True)  # else it would be copied
    if image.mode.startswith("I"):  # 16 bits
        image = Image.fromarray((np.asarray(image) >> 8).clip(0, 255).astype(np.uint8))
    if image.has_transparency_data:
        image = image.convert("RGBA")
        shades = image.convert("L").histogram(image.getchannel("A"))
        drawn, light = sum(shades), sum(shades[LIGHT:])
        is_for_dark = drawn / 2 < light and drawn < image.width * image.height / 2
        ground = "black" if is_for_dark else "white"
        image = Image.alpha_composite(Image.new("RGBA", image.size, ground), image)
    return image if image.mode == "RGB" else image.convert("RGB")
