"""Scenes as PNG pictures; the only module that imports Pillow.

A picture has a palette. Areas and other grounds are flat and hard-edged; everything else is
ink, one ramp of shades per colour (see `palette`). Ink comes from small antialiased sprites,
and from plain rectangles where a stroke runs along an axis.
"""

import struct
import unicodedata
import zlib
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from math import ceil, hypot, sqrt
from typing import TypeAlias, cast

from PIL import Image, ImageChops, ImageDraw, ImageFont

from renderer.errors import ImageLimitError
from renderer.forms import Vector, direction
from renderer.palette import Palette
from renderer.scene import GROUNDS, Area, Link, Path, Point, Role, Scene, Shape, Sign, Text
from renderer.signs import even, link_sprite, middle, sign_sprite
from renderer.sprites import Sprite, bend, bend_points, stroke, united
from renderer.theme import Theme

SMALLEST_CELL = 2
"""A cell has at least so many pixels a side: a line and the space beside it."""
SMALLEST_FONT = 6
"""Letters of fewer pixels than this are left out."""

Pixel: TypeAlias = tuple[int, int]
"""A place as (x, y) in whole pixels; the corner where four of them meet."""


@dataclass(frozen=True, slots=True)
class ImageLimits:
    """What a picture may take: bytes of the file, pixels a side, and pixels in all."""

    max_bytes: int = 8 * 2**20
    max_side: int = 4096
    max_pixels: int = 16_000_000


DEFAULT_LIMITS = ImageLimits()


def draw_png(scene: Scene, theme: Theme, limits: ImageLimits = DEFAULT_LIMITS) -> bytes:
    """The scene as a palette PNG, with cells as large as is useful within the limits.

    Raises `ImageLimitError` when even cells of `SMALLEST_CELL` pixels do not fit. The same
    arguments give the same bytes.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Board, Puzzle
    >>> from renderer.scene import build_scene
    >>> from renderer.theme import theme_named
    >>> scene = build_scene(Board.blank(Puzzle(square_grid(1, 2), (3, None))))
    >>> draw_png(scene, theme_named("light"))[:4]
    b'\\x89PNG'
    """
    cell = _fitting_cell(scene, limits)
    while True:
        data = _encode(*_Painter(scene, theme, cell).paint())
        if len(data) <= limits.max_bytes:
            return data
        if cell == SMALLEST_CELL:
            raise ImageLimitError(scene.width, scene.height, f"{limits.max_bytes} bytes")
        shrunk = int(cell * sqrt(limits.max_bytes / len(data)))
        cell = max(SMALLEST_CELL, min(shrunk, cell - 1))


def _fitting_cell(scene: Scene, limits: ImageLimits) -> int:
    """Pixels a cell: many on small boards, fewer on large ones, always within the limits."""
    wanted = min(96, max(16, 2 * round(88 / sqrt(max(scene.width, scene.height)))))
    for cell in range(wanted, SMALLEST_CELL - 1, -1):
        width, height = _pixels(scene, cell)
        if max(width, height) <= limits.max_side and width * height <= limits.max_pixels:
            return cell
    limit = f"{limits.max_side} pixels a side and {limits.max_pixels} pixels in all"
    raise ImageLimitError(scene.width, scene.height, limit)


def _pixels(scene: Scene, cell: int) -> Pixel:
    return ceil(scene.width * cell), ceil(scene.height * cell)


def _encode(ground: Image.Image, ink: Image.Image, colours: list[int]) -> bytes:
    """A PNG of the sum of two layers, whose rows are stored as differences (filter "up").

    Most rows of a board repeat the one above. Pillow itself never filters a picture with a
    palette, which makes its files a fifth larger. Going through the layers in bands that fit
    the processor's cache takes less memory and time. The format: w3.org/TR/png-3.
    """
    width, height = ink.size
    band = max(1, _BAND // width)
    deflate = zlib.compressobj(_LEVEL)
    pixels = b"".join(
        deflate.compress(_filtered(ground, ink, top, min(top + band, height)))
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


def _filtered(ground: Image.Image, ink: Image.Image, top: int, bottom: int) -> bytes:
    """Some rows of the sum, each after the number of its filter and less the row above it."""
    width = ink.width
    band = 0, top - 1, width, bottom  # above the first row, Pillow finds zeros
    # No sum exceeds 255, and modulo is several times faster than the addition that clips.
    numbers = ImageChops.add_modulo(ground.crop(band), ink.crop(band))
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


@dataclass(frozen=True, slots=True)
class _Stamp:
    """A sprite in the numbers of an ink, and where it has any."""

    offset: Pixel
    ink: Image.Image
    mask: Image.Image


@lru_cache(maxsize=2048)
def _stamp_of(sprite: Sprite, below: int, shades: int) -> _Stamp:
    steps = [round(coverage * shades / 255) for coverage in range(256)]
    coverage = Image.frombytes("L", (sprite.width, sprite.height), sprite.coverage)
    ink = coverage.point([below + step if step else 0 for step in steps])
    mask = coverage.point([255 if step else 0 for step in steps], "1")
    return _Stamp((sprite.left, sprite.top), ink, mask)


class _Painter:
    """Paints one scene at one size; thrown away afterwards."""

    def __init__(self, scene: Scene, theme: Theme, cell: int) -> None:
        self._scene = scene
        self._looks = theme.looks
        self._cell = cell
        self._reach = round(theme.bend * cell)
        self._palette = Palette((shape.role for shape in scene.shapes), theme)
        self._ground = Image.new("L", _pixels(scene, cell))  # number 0 is the first ground
        self._ink = Image.new("L", _pixels(scene, cell))
        self._ground_pen = ImageDraw.Draw(self._ground)
        self._ink_pen = ImageDraw.Draw(self._ink)
        self._stamps: dict[tuple[object, ...], _Stamp] = {}

    def paint(self) -> tuple[Image.Image, Image.Image, list[int]]:
        """The layers of ground and ink, and the colours of their sums (see `Palette`)."""
        for (role, kind), shapes in groupby(self._scene.shapes, lambda s: (s.role, type(s))):
            if kind is Path and role not in GROUNDS:
                self._draw(role, [shape for shape in shapes if isinstance(shape, Path)])
            else:
                for shape in shapes:
                    self._paint(shape)
        return self._ground, self._ink, self._palette.colours()

    def _paint(self, shape: Shape) -> None:
        match shape:
            case Area():
                self._fill(shape)
            case Path():
                self._band(shape)
            case Link():
                self._link(shape)
            case Sign() if shape.role in GROUNDS:
                self._spot(shape)
            case Sign():
                self._sign(shape)
            case Text():
                self._write(shape)

    # Places and sizes

    def _pixel(self, point: Point) -> Pixel:
        left, top, _, _ = self._scene.box
        return round((point[0] - left) * self._cell), round((point[1] - top) * self._cell)

    def _width(self, role: Role) -> int:
        """The size of a role in pixels: 1 or even, so that all of them share their middle."""
        return even(self._looks[role].size * self._cell)

    # Stamps

    def _inked(self, role: Role, sprite: Sprite) -> _Stamp:
        return _stamp_of(sprite, self._palette.below(role), self._palette.shades)

    def _put(self, stamp: _Stamp, at: Pixel) -> None:
        """Covers what was there before."""
        box = at[0] + stamp.offset[0], at[1] + stamp.offset[1]
        self._ink.paste(stamp.ink, box, stamp.mask)

    def _merge(self, stamp: _Stamp, at: Pixel) -> None:
        """Where ink is already, the higher number stays, so that sprites join seamlessly."""
        left, top = at[0] + stamp.offset[0], at[1] + stamp.offset[1]
        box = left, top, left + stamp.ink.width, top + stamp.ink.height
        self._ink.paste(ImageChops.lighter(self._ink.crop(box), stamp.ink), box)

    # Grounds

    def _fill(self, area: Area) -> None:
        points: list[Vector] = [self._pixel(corner) for corner in area.corners]
        if area.rounded:
            arcs = []
            for before, (x, y), after in zip(
                (points[-1], *points), points, (*points[1:], points[0]), strict=False
            ):
                ways = direction((x, y), before), direction((x, y), after)
                arcs += [(x + dx, y + dy) for dx, dy in bend_points(*ways, self._reach)]
            points = arcs
        self._ground_pen.polygon(points, fill=self._palette.ground(area.role))

    def _band(self, path: Path) -> None:
        number, width = self._palette.ground(path.role), self._width(path.role)
        points = [self._pixel(corner) for corner in path.corners]
        self._ground_pen.line(points, fill=number, width=width)
        for point in points:
            self._ground_pen.circle(point, width / 2, fill=number)

    def _spot(self, sign: Sign) -> None:
        number = self._palette.ground(sign.role)
        self._ground_pen.circle(self._pixel(sign.at), self._width(sign.role) / 2, fill=number)

    # Ink

    def _sign(self, sign: Sign) -> None:
        stamp = self._stamps.get((sign.role,))
        if stamp is None:
            sprite = sign_sprite(self._looks[sign.role], self._cell)
            stamp = self._stamps[sign.role,] = self._inked(sign.role, sprite)
        self._put(stamp, self._pixel(sign.at))

    def _write(self, text: Text) -> None:
        stamp = self._stamps.get((text.role, text.text))
        if stamp is None:
            look = self._looks[text.role]
            room = None if text.room is None else text.room * self._cell
            size = look.size * text.scale * self._cell
            sprite = _letters(_spelt(text.text), size, look.weight, room)
            stamp = self._stamps[text.role, text.text] = self._inked(text.role, sprite)
        self._put(stamp, self._pixel(text.at))

    def _link(self, link: Link) -> None:
        look = self._looks[link.role]
        start, end = self._pixel(link.start), self._pixel(link.end)
        key = link.role, end[0] - start[0], end[1] - start[1]
        stamp = self._stamps.get(key)
        if stamp is None:
            sprite = link_sprite(look, self._cell, (float(key[1]), float(key[2])))
            stamp = self._stamps[key] = self._inked(link.role, sprite)
        self._put(stamp, start)

    def _draw(self, role: Role, paths: list[Path]) -> None:
        """Bends at the corners, stubs at loose ends, then straight pieces between them.

        All stubs at one dot are one stamp, so that branchings have no seams.
        """
        stubs: dict[Pixel, list[Vector]] = {}
        pieces: list[tuple[Pixel, Pixel, Vector]] = []
        for path in paths:
            points = [self._pixel(corner) for corner in path.corners]
            ways = [direction(*piece) for piece in pairwise(path.corners)]
            if path.closed:
                ways.append(direction(path.corners[-1], path.corners[0]))
                self._put(self._bend(role, _opposite(ways[-1]), ways[0]), points[0])
                pieces.append((points[-1], points[0], ways[-1]))
            else:
                stubs.setdefault(points[0], []).append(ways[0])
                stubs.setdefault(points[-1], []).append(_opposite(ways[-1]))
            for before, point, after in zip(ways, points[1:], ways[1:], strict=False):
                self._put(self._bend(role, _opposite(before), after), point)
            pieces += zip(points, points[1:], ways, strict=False)
        for point, leaving in stubs.items():
            self._put(self._stubs(role, tuple(leaving)), point)
        for piece in pieces:
            self._straight(role, *piece)

    def _bend(self, role: Role, before: Vector, after: Vector) -> _Stamp:
        stamp = self._stamps.get((role, before, after))
        if stamp is None:
            width = self._width(role)
            sprite = bend(middle(width), before, after, self._reach, width)
            stamp = self._stamps[role, before, after] = self._inked(role, sprite)
        return stamp

    def _stubs(self, role: Role, ways: tuple[Vector, ...]) -> _Stamp:
        stamp = self._stamps.get((role, ways))
        if stamp is None:
            width = self._width(role)
            x, y = middle(width)
            reach = self._reach
            stubs = [((x, y), (x + dx * reach, y + dy * reach)) for dx, dy in ways]
            sprite = united(stroke(stub, width) for stub in stubs)
            stamp = self._stamps[role, ways] = self._inked(role, sprite)
        return stamp

    def _straight(self, role: Role, start: Pixel, end: Pixel, way: Vector) -> None:
        """A straight piece that leaves out the `reach` of the corners at both ends."""
        dx, dy = round(way[0] * self._reach), round(way[1] * self._reach)
        x0, x1 = start[0] + dx, end[0] - dx
        y0, y1 = start[1] + dy, end[1] - dy
        if way[0] and way[1]:
            self._slanted(role, (x0, y0), (x1, y1))
            return
        width = self._width(role)
        left, right = (x0, x1) if x0 < x1 else (x1, x0)
        top, bottom = (y0, y1) if y0 < y1 else (y1, y0)
        if way[0]:
            top -= width // 2
            bottom = top + width
        else:
            left -= width // 2
            right = left + width
        if left < right and top < bottom:
            number = self._palette.below(role) + self._palette.shades
            self._ink_pen.rectangle((left, top, right - 1, bottom - 1), fill=number)

    def _slanted(self, role: Role, start: Pixel, end: Pixel) -> None:
        """A straight piece off the axes, in steps of about a cell so that sprites stay small."""
        width = self._width(role)
        x, y = end[0] - start[0], end[1] - start[1]
        steps = ceil(hypot(x, y) / self._cell)
        mx, my = middle(width)
        stamp = self._inked(role, stroke(((mx, my), (mx + x / steps, my + y / steps)), width))
        for step in range(steps):
            at = start[0] + round(x * step / steps), start[1] + round(y * step / steps)
            self._merge(stamp, at)


def _opposite(way: Vector) -> Vector:
    return -way[0], -way[1]


# Letters


@lru_cache(maxsize=32)
def _font(size: float) -> ImageFont.FreeTypeFont:
    """The typeface that Pillow brings along, at a height in pixels."""
    # Asked for a size, Pillow returns no other kind, or raises ImportError without FreeType.
    return cast("ImageFont.FreeTypeFont", ImageFont.load_default(size))


def _spelt(text: str) -> str:
    """The text in the letters that the typeface has: those of ASCII and the middle dot."""
    plain = unicodedata.normalize("NFKD", text.translate(_SPELLINGS))
    kept = (char for char in plain if not unicodedata.combining(char))
    return "".join(char if " " <= char <= "~" or char == "·" else "?" for char in kept)


_SPELLINGS = {ord("\N{MULTIPLICATION SIGN}"): "x", ord("\N{EN DASH}"): "-", ord("\N{EM DASH}"): "-"}


@lru_cache(maxsize=1024)
def _letters(text: str, size: float, boldness: float, room: float | None) -> Sprite:
    """A word with its middle at the anchor; capitals and digits of one size share a baseline.

    It is drawn smaller if it is wider than `room` pixels, and not at all where it would be
    too small to read.
    """
    size = round(size, 1)
    if room is not None and size >= SMALLEST_FONT:
        length = _font(size).getlength(text)
        size = round(min(size, size * room / max(1.0, length)) - 0.05, 1)
    if size < SMALLEST_FONT:
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
