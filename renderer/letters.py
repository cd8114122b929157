"""Text as sprites, in the font that Pillow includes."""

import re
import unicodedata
from functools import lru_cache
from math import ceil
from typing import cast

from PIL import Image, ImageDraw, ImageFont

from renderer.sprites import Sprite

MEASURED_SIZE = 40.0
"""The font size in pixels by which lengths of texts are measured."""
MIN_FONT_SIZE = 6
"""Minimum font size in pixels; smaller text is not drawn."""


@lru_cache(maxsize=32)
def _font(size: float) -> ImageFont.FreeTypeFont:
    """Pillow's font at a size in pixels."""
    # With a size, Pillow always returns this type, or raises ImportError without FreeType.
    return cast("ImageFont.FreeTypeFont", ImageFont.load_default(size))


def supported_text(text: str) -> str:
    """The text reduced to the characters that the font has: printable ASCII and `·`.

    Accents are removed, German umlauts spelled; other characters become `?`.

    >>> supported_text("Größe: début")
    'Groesse: debut'
    """
    if text.isascii() and text.isprintable():
        return text
    plain = _UMLAUT.sub("e", unicodedata.normalize("NFKD", text.translate(_SPELLINGS)))
    kept = (char for char in plain if not unicodedata.combining(char))
    return "".join(char if " " <= char <= "~" or char == "·" else "?" for char in kept)


def has_letters_of(text: str) -> bool:
    """Whether the font has all characters of a text, or others that mean the same.

    >>> has_letters_of("caf\\xe9"), has_letters_of("\\u7dda")
    (True, False)
    """
    return "?" not in supported_text(text.replace("?", ""))


def text_length(text: str) -> float:
    """The length of a line of text, as a multiple of the font size."""
    return _font(MEASURED_SIZE).getlength(supported_text(text)) / MEASURED_SIZE


_SPELLINGS = str.maketrans(
    "\N{MULTIPLICATION SIGN}\N{EN DASH}\N{EM DASH}\N{RIGHT SINGLE QUOTATION MARK}«»„“”",
    'x--\'"""""',
    "¿¡",
) | {ord("ß"): "ss", ord("œ"): "oe"}
_UMLAUT = re.compile("(?<=[AOUaou])\N{COMBINING DIAERESIS}")


@lru_cache(maxsize=1024)
def text_sprite(text: str, size: float, boldness: float, max_width: float | None) -> Sprite:
    """A sprite of one line of text, with the middle of a digit's height at the anchor.

    `size` is the font size in pixels, `boldness` the stroke around letters as a share of it.
    Text wider than `max_width` pixels is drawn smaller. Text smaller than `MIN_FONT_SIZE` gives
    an empty sprite.
    """
    size = round(size, 1)
    if max_width is not None and size >= MIN_FONT_SIZE:
        length = _font(size).getlength(text)
        size = round(min(size, size * max_width / max(1.0, length)) - 0.05, 1)
    if size < MIN_FONT_SIZE:
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
