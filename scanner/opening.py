"""Opens the files of pictures within bounds."""

import io
import warnings

import numpy as np
from PIL import Image, ImageOps

from puzzle.lazy_messages import lazy
from scanner.errors import DAMAGED, TOO_LARGE, TOO_SMALL, UNKNOWN_FORMAT, PictureError
from scanner.ink import Array
from scanner.values import MAX_BYTES, is_picture

MAX_MEGAPIXELS, MAX_MEGAPIXELS_JPEG = 12, 25
"""How large pictures may be; Pillow decodes a JPEG at a smaller scale."""
LEAST_SIDE = 40
LIGHT = 200
"""What is as light as this on no ground was drawn for a dark one."""
WORKING_PIXELS = 2_400_000
"""Larger pictures are read at a smaller scale."""


def open_picture(data: bytes) -> Image.Image:
    """A picture of which the header alone was read, and which is within bounds.

    Raises `PictureError` when it is not.
    """
    if len(data) > MAX_BYTES:
        raise PictureError(TOO_LARGE)
    most = MAX_MEGAPIXELS_JPEG if data.startswith(b"\xff\xd8") else MAX_MEGAPIXELS
    too_many = PictureError(lazy("The picture has more than {most} megapixels.", most=most))
    try:
        with warnings.catch_warnings(action="ignore"):
            image = Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "WEBP", "GIF"))
    except Image.DecompressionBombError:
        raise too_many from None
    except Exception:
        raise PictureError(DAMAGED if is_picture(data) else UNKNOWN_FORMAT) from None
    if image.width * image.height > most * 1_000_000:
        raise too_many
    if min(image.size) < LEAST_SIDE:
        raise PictureError(TOO_SMALL)
    return image


def pixels_of(image: Image.Image) -> Array:
    """Red, green and blue of the pixels of a picture's first frame, the right way up.

    What is transparent is white, or black if little but light is drawn. Small pictures are enlarged
    and large ones reduced. Raises `PictureError` when the file is damaged.
    """
    scale = _scale(image)
    try:
        with warnings.catch_warnings(action="ignore"):
            if scale < 0.7:
                image.draft("RGB", (int(image.width * scale), int(image.height * scale)))
            image.load()
            image = _upright(image)
    except Exception:
        raise PictureError(DAMAGED) from None
    scale, side = _scale(image), max(image.size)
    if scale >= 1:
        scale = 1 if side >= 800 else 2 if side >= 400 else 3
    way = Image.Resampling.BOX if scale < 0.5 else Image.Resampling.BICUBIC
    size = max(1, int(image.width * scale)), max(1, int(image.height * scale))
    return np.asarray(image if scale == 1 else image.resize(size, way))


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
