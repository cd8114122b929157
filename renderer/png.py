"""Scenes as PNG files with a palette."""

import struct
import zlib

from PIL import Image, ImageChops

from renderer.limits import DEFAULT_LIMITS, ImageLimits, fitting_file
from renderer.palette import Palette
from renderer.raster import Layers, paint
from renderer.scene import Scene
from renderer.theme import Theme


def draw_png(scene: Scene, theme: Theme, limits: ImageLimits = DEFAULT_LIMITS) -> bytes:
    """The scene as a palette PNG, with cells as large as is useful within the limits.

    Raises `ImageLimitError` when even the smallest cells do not fit. The same arguments give
    the same bytes.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Board, Puzzle
    >>> from renderer.scene import build_scene
    >>> from renderer.theme import theme_named
    >>> scene = build_scene(Board.blank(Puzzle(square_grid(1, 2), (3, None))))
    >>> draw_png(scene, theme_named("light"))[:4]
    b'\\x89PNG'
    """
    palette = Palette((shape.role for shape in scene.shapes), theme)

    def draw(cell: int) -> bytes:
        return _encode(paint(scene, theme, cell, palette), palette.colours())

    return fitting_file(scene, limits, draw)


def _encode(layers: Layers, colours: list[int]) -> bytes:
    """A PNG of the sum of both layers, whose rows are stored as differences (filter "up").

    Most rows of a board repeat the one above. Pillow itself never filters a picture with a
    palette, which makes its files a fifth larger. Going through the layers in bands that fit
    the processor's cache takes less memory and time. The format: w3.org/TR/png-3.
    """
    width, height = layers.ink.size
    band = max(1, _BAND // width)
    deflate = zlib.compressobj(_LEVEL)
    pixels = b"".join(
        deflate.compress(_filtered(layers, top, min(top + band, height)))
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


def _filtered(layers: Layers, top: int, bottom: int) -> bytes:
    """Some rows of the sum, each after the number of its filter and less the row above it."""
    width = layers.ink.width
    band = 0, top - 1, width, bottom  # above the first row, Pillow finds zeros
    # No sum exceeds 255, and modulo is several times faster than the addition that clips.
    numbers = ImageChops.add_modulo(layers.ground.crop(band), layers.ink.crop(band))
    below = numbers.crop((0, 1, width, bottom - top + 1))
    above = numbers.crop((0, 0, width, bottom - top))
    rows = Image.new("L", (width + 1, bottom - top), _UP)
    rows.paste(ImageChops.subtract_modulo(below, above), (1, 0))
    return rows.tobytes()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


_UP, _PALETTE_COLOUR = 2, 3
_BAND = 65_536
"""So many pixels are encoded at a time."""
_LEVEL = 5
"""How hard to compress; one more makes files 9 % smaller and takes a third longer."""
