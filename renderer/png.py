"""Draws scenes as PNG files with a palette."""

import struct
import zlib
from typing import NamedTuple

from PIL import Image, ImageChops

from renderer.limits import DEFAULT_LIMITS, ImageLimits, draw_within_limits
from renderer.palette import Palette
from renderer.raster import Layers, paint
from renderer.scene import Scene
from renderer.shapes import Path, Text
from renderer.theme import Theme


def draw_png(scene: Scene, theme: Theme, limits: ImageLimits = DEFAULT_LIMITS) -> bytes:
    """Draw the scene as a PNG file with a palette, with the largest cells within the limits.

    The same arguments give the same bytes. Raises `ImageLimitError` when even the smallest
    cells do not fit.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Board, Puzzle
    >>> from renderer.scene import build_scene
    >>> from renderer.theme import theme_named
    >>> scene = build_scene(Board.blank(Puzzle(square_grid(1, 2), (3, None))))
    >>> draw_png(scene, theme_named("light"))[:4]
    b'\\x89PNG'
    """
    palette = Palette(scene.roles, theme)
    coding = _coding_of(scene)

    def draw(cell: int) -> bytes:
        return _encode(paint(scene, theme, cell, palette), palette.colours(), coding)

    return draw_within_limits(scene, limits, draw)


class _Coding(NamedTuple):
    """How the rows of a picture are filtered, by the number of the filter, and the zlib level."""

    filter: int
    level: int


_NO_FILTER, _UP_FILTER, _PALETTE_COLOUR = 0, 2, 3
_QUICK, _SMALL = _Coding(_NO_FILTER, 3), _Coding(_UP_FILTER, 5)
"""Level 6 of zlib instead of 5 makes files 9 % smaller and takes a third longer."""
_QUICK_DETAILS, _DETAILS_OF_CORNER = 130, 4
"""Maximum number of details of a picture with the quick coding: a text is one, a corner of a path
four. The files of such boards are on average 3 % larger than with the small coding, which takes
twice as long; those of blank boards are smaller."""
_MEMORY_LEVEL = 7
"""The tables of zlib then fit the processor's cache, which takes a tenth less time than level 8."""
_BAND_PIXELS = 65_536
"""Number of pixels encoded at a time."""


def _coding_of(scene: Scene) -> _Coding:
    """The quick coding for a small board with few lines, else the small one.

    Most rows of a board equal the row above, or repeat the symbols of rows further above, which
    zlib finds without a filter. The more lines there are, the less rows repeat each other; then the
    filter "up", which leaves the differences from the row above, makes files up to a third smaller.
    Pillow does not filter palette images.
    """
    corners = sum(len(shape.corners) for shape in scene.shapes if isinstance(shape, Path))
    texts = sum(isinstance(shape, Text) for shape in scene.shapes)
    return _QUICK if texts + _DETAILS_OF_CORNER * corners <= _QUICK_DETAILS else _SMALL


def _encode(layers: Layers, colours: list[int], coding: _Coding) -> bytes:
    """Encode the sum of both layers as a PNG file (w3.org/TR/png-3).

    The layers are processed in bands that fit the processor's cache, which takes less memory and
    time.
    """
    width, height = layers.ink.size
    band = max(1, _BAND_PIXELS // width)
    deflate = zlib.compressobj(coding.level, memLevel=_MEMORY_LEVEL)
    pixels = b"".join(
        deflate.compress(_rows(layers, top, min(top + band, height), coding.filter))
        for top in range(0, height, band)
    )
    header = struct.pack(">IIBBBBB", width, height, 8, _PALETTE_COLOUR, 0, 0, 0)
    parts = (
        (b"IHDR", header),
        (b"PLTE", bytes(colours)),
        (b"IDAT", pixels + deflate.flush()),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts)


def _rows(layers: Layers, top: int, bottom: int, number: int) -> bytes:
    """Rows of the picture, from `top` up to `bottom`, each after the number of its filter.

    With the filter "up", a row consists of the differences from the row above.
    """
    width, height = layers.ink.width, bottom - top
    rows = Image.new("L", (width + 1, height), number)
    if number == _UP_FILTER:
        above = layers.indices(0, top - 1, width, bottom)  # the row above the first one is 0
        below = above.crop((0, 1, width, height + 1))
        pixels = ImageChops.subtract_modulo(below, above.crop((0, 0, width, height)))
    else:
        pixels = layers.indices(0, top, width, bottom)
    rows.paste(pixels, (1, 0))
    return rows.tobytes()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
