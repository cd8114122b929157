"""Draws scenes as PNG files with a palette."""

import struct
import zlib

from PIL import Image, ImageChops

from renderer.limits import DEFAULT_LIMITS, ImageLimits, draw_within_limits
from renderer.palette import Palette
from renderer.raster import Layers, paint
from renderer.scene import Scene
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

    def draw(cell: int) -> bytes:
        return _encode(paint(scene, theme, cell, palette), palette.colours())

    return draw_within_limits(scene, limits, draw)


def _encode(layers: Layers, colours: list[int]) -> bytes:
    """Encode the sum of both layers as a PNG file (w3.org/TR/png-3) with the row filter "up".

    Most rows of a board equal the row above, so their differences compress well. Pillow does
    not filter palette images, which makes its files a fifth larger. The layers are processed in
    bands that fit the processor's cache, which takes less memory and time.
    """
    width, height = layers.ink.size
    band = max(1, _BAND_PIXELS // width)
    deflate = zlib.compressobj(_COMPRESSION_LEVEL)
    pixels = b"".join(
        deflate.compress(_filter_rows(layers, top, min(top + band, height)))
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


def _filter_rows(layers: Layers, top: int, bottom: int) -> bytes:
    """Filtered rows of the sum, from `top` up to `bottom`.

    A filtered row is the number of the filter, then the differences from the row above.
    """
    width = layers.ink.width
    numbers = layers.indices(0, top - 1, width, bottom)  # the row above the first one is 0
    below = numbers.crop((0, 1, width, bottom - top + 1))
    above = numbers.crop((0, 0, width, bottom - top))
    rows = Image.new("L", (width + 1, bottom - top), _UP_FILTER)
    rows.paste(ImageChops.subtract_modulo(below, above), (1, 0))
    return rows.tobytes()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


_UP_FILTER, _PALETTE_COLOUR = 2, 3
_BAND_PIXELS = 65_536
"""Number of pixels encoded at a time."""
_COMPRESSION_LEVEL = 5
"""Compression level of zlib; level 6 makes files 9 % smaller and takes a third longer."""
