"""Opens the files of pictures within bounds."""

import io
import warnings

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from pictures.arrays import Bytes
from pictures.errors import DAMAGED, TOO_LARGE, TOO_SMALL, UNKNOWN_FORMAT, PictureError
from puzzle.lazy_messages import lazy

MAX_BYTES = 10 * 2**20
MAX_MEGAPIXELS, MAX_MEGAPIXELS_JPEG = 12, 25
"""How large pictures may be; Pillow decodes a JPEG at a smaller scale."""
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
LEAST_SIDE = 40
WORKING_PIXELS = 2_400_000
"""Larger pictures are read at a smaller scale."""


def open_picture(data: bytes) -> Image.Image:
    """A picture whose header alone was read, and which is within bounds; else `PictureError`."""
    if len(data) > MAX_BYTES:
        raise PictureError(TOO_LARGE)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image = Image.open(io.BytesIO(data), formats=FORMATS)
    except UnidentifiedImageError:
        raise PictureError(DAMAGED if is_picture(data) else UNKNOWN_FORMAT) from None
    except Exception:
        raise PictureError(DAMAGED) from None
    most = MAX_MEGAPIXELS_JPEG if image.format == "JPEG" else MAX_MEGAPIXELS
    if image.width * image.height > most * 1_000_000:
        raise PictureError(lazy("The picture has more than {most} megapixels.", most=most))
    if min(image.size) < LEAST_SIDE:
        raise PictureError(TOO_SMALL)
    return image


def is_picture(start: bytes) -> bool:
    """Whether a file that begins so is a picture of a known format.

    >>> is_picture(b"GIF89a"), is_picture(b"3x3:3h")
    (True, False)
    """
    return start.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8")) or (
        start.startswith(b"RIFF") and start[8:12] == b"WEBP"
    )


def pixels_of(image: Image.Image) -> Bytes:
    """Red, green and blue of the pixels of a picture's first frame, the right way up, on white.

    Raises `PictureError` when the file is damaged.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return np.asarray(_decoded(image))
    except Exception:
        raise PictureError(DAMAGED) from None


def _decoded(image: Image.Image) -> Image.Image:
    scale = (WORKING_PIXELS / (image.width * image.height)) ** 0.5
    if scale < 0.7:
        image.draft("RGB", (int(image.width * scale), int(image.height * scale)))
    image.load()
    image = ImageOps.exif_transpose(image)
    if image.mode.startswith("I"):  # 16 bits
        image = Image.fromarray((np.asarray(image) >> 8).clip(0, 255).astype(np.uint8))
    if image.has_transparency_data:
        image = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    image = image.convert("RGB")
    scale = (WORKING_PIXELS / (image.width * image.height)) ** 0.5
    side = max(image.size)
    if scale >= 1:
        scale = 1 if side >= 800 else 2 if side >= 400 else 3
    way = Image.Resampling.BOX if scale < 0.5 else Image.Resampling.BICUBIC
    size = max(1, int(image.width * scale)), max(1, int(image.height * scale))
    return image if scale == 1 else image.resize(size, way)
