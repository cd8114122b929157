"""Words as sprites, in the typeface that Pillow brings along."""

import unicodedata
from functools import lru_cache
from math import ceil
from typing import cast

from PIL import Image, ImageDraw, ImageFont

from renderer.sprites import Sprite

MIN_FONT = 6
"""Letters of fewer pixels than this are left out."""


@lru_cache(maxsize=32)
def _font(size: float) -> ImageFont.FreeTypeFont:
    """The typeface that Pillow brings along, at a height in pixels."""
    # Asked for a size, Pillow returns no other kind, or raises ImportError without FreeType.
    return cast("ImageFont.FreeTypeFont", ImageFont.load_default(size))


def supported_text(text: str) -> str:
    """The text in the letters that the typeface has: those of ASCII and the middle dot."""
    plain = unicodedata.normalize("NFKD", text.translate(_SPELLINGS))
    kept = (char for char in plain if not unicodedata.combining(char))
    return "".join(char if " " <= char <= "~" or char == "·" else "?" for char in kept)


_SPELLINGS = {ord("\N{MULTIPLICATION SIGN}"): "x", ord("\N{EN DASH}"): "-", ord("\N{EM DASH}"): "-"}


@lru_cache(maxsize=1024)
def letters(text: str, size: float, boldness: float, room: float | None) -> Sprite:
    """A word with its middle at the anchor; capitals and digits of one size share a baseline.

    It is drawn smaller if it is wider than `room` pixels, and not at all where it would be
    too small to read.
    """
    size = round(size, 1)
    if room is not None and size >= MIN_FONT:
        length = _font(size).getlength(text)
        size = round(min(size, size * room / max(1.0, length)) - 0.05, 1)
    if size < MIN_FONT:
        return Sprite(0, 0, 1, 1, b"\0")
    weight = round(size * boldness, 2)
    font = _font(size)
    left, _, right, bottom = font.getbbox(text, stroke_width=weight, anchor="ls")
    _, top, _, _ = font.getbbox("0", anchor="ls")
    pad = ceil(weight) + 1
    ascent = ceil(-top / 2) + pad
    width, height = ceil(right - left) + 2 * pad, 2 * ascent + ceil(max(0.0, bottom))
    image = Image.new("L", (width, height))
    ImageDraw.Draw(image).text(
        (width / 2 - (left + right) / 2, ascent + round(-top / 2)),
        text,
        fill=255,
        font=font,
        anchor="ls",
        stroke_width=weight,
    )
    return Sprite(-(width // 2), -ascent, width, height, image.tobytes())
