"""Scenes as PNG pictures; the only module that imports Pillow.

A picture has a palette. Areas are grounds, flat and hard-edged; everything else is ink, one
ramp of shades per role. A pixel's colour number is `ground * stride + ink`, so laying ink over
ground is one addition, and every blend of the two is known before anything is drawn. Ink comes
from small antialiased sprites, and from plain rectangles where a stroke runs along an axis.
"""

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from math import ceil, hypot, sqrt
from typing import cast

from PIL import Image, ImageChops, ImageDraw, ImageFont

from renderer.errors import ImageLimitError
from renderer.scene import Area, Disc, Path, Point, Role, Saltire, Scene, Text
from renderer.sprites import Sprite, Vector, bend, bend_points, stroke
from renderer.theme import Theme

SMALLEST_CELL = 2
"""A cell has at least so many pixels a side: a line and the space beside it."""
SMALLEST_FONT = 6
"""Letters of fewer pixels than this are left out."""
SHADES = 12
"""Shades of an ink over a ground, at most."""


@dataclass(frozen=True, slots=True)
class ImageLimits:
    """What a picture may take: bytes of the file, pixels a side, and pixels in all."""

    max_bytes: int = 8 * 2**20
    max_side: int = 4096
    max_pixels: int = 16_000_000


def draw_png(scene: Scene, theme: Theme, limits: ImageLimits = ImageLimits()) -> bytes:
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
        data = _encode(_Painter(scene, theme, cell).paint())
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


def _pixels(scene: Scene, cell: int) -> tuple[int, int]:
    return ceil(scene.width * cell), ceil(scene.height * cell)


def _encode(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", compress_level=6)
    return file.getvalue()


class _Palette:
    """Which number stands for which ink over which ground, and the colours of all numbers."""

    def __init__(self, scene: Scene, theme: Theme) -> None:
        areas = (shape.role for shape in scene.shapes if isinstance(shape, Area))
        inks = (shape.role for shape in scene.shapes if not isinstance(shape, Area))
        self._looks = theme.looks
        self._grounds = list(dict.fromkeys(areas))
        self._inks = list(dict.fromkeys(inks))
        room = 256 // max(1, len(self._grounds)) - 1
        self._shades = min(SHADES, room // max(1, len(self._inks)))
        self._stride = 1 + self._shades * len(self._inks)

    def ground(self, role: Role) -> int:
        """The number of a ground without ink."""
        return self._grounds.index(role) * self._stride

    def solid(self, role: Role) -> int:
        """The number to add to a ground's for full ink."""
        return (self._inks.index(role) + 1) * self._shades

    def ramp(self, role: Role) -> list[int]:
        """The number to add to a ground's for every coverage from 0 to 255."""
        below = self._inks.index(role) * self._shades
        steps = (round(coverage * self._shades / 255) for coverage in range(256))
        return [below + step if step else 0 for step in steps]

    def colours(self) -> list[int]:
        """Red, green and blue of every number in turn."""
        colours: list[int] = []
        for ground in self._grounds:
            below = self._looks[ground].rgb
            colours += below
            for ink in self._inks:
                above = self._looks[ink].rgb
                for step in range(1, self._shades + 1):
                    share = step / self._shades
                    colours += (
                        round(b + (a - b) * share) for a, b in zip(above, below, strict=True)
                    )
        return colours


class _Painter:
    """Paints one scene at one size; thrown away afterwards."""

    def __init__(self, scene: Scene, theme: Theme, cell: int) -> None:
        self._scene = scene
        self._theme = theme
        self._cell = cell
        self._palette = _Palette(scene, theme)
        self._ground = Image.new("L", _pixels(scene, cell))
        self._ink = Image.new("L", _pixels(scene, cell))
        self._reach = round(theme.bend * cell)
        self._stamps: dict[tuple[Role, Sprite], Image.Image] = {}

    def paint(self) -> Image.Image:
        """The finished picture, in palette mode."""
        for shape in self._scene.shapes:
            match shape:
                case Area():
                    self._fill(shape)
                case Path():
                    self._draw(shape)
                case Disc():
                    self._dot(shape.role, self._pixel(shape.at), self._width(shape.role))
                case Saltire():
                    self._cross(shape)
                case Text():
                    self._write(shape)
        image = ImageChops.add(self._ground, self._ink)
        image.putpalette(self._palette.colours())
        return image

    def _pixel(self, point: Point) -> tuple[int, int]:
        left, top, _, _ = self._scene.box
        return round((point[0] - left) * self._cell), round((point[1] - top) * self._cell)

    def _width(self, role: Role) -> int:
        """The size of a role in pixels: 1 or even, so that all of them share their middle."""
        return max(1, 2 * round(self._theme.looks[role].size * self._cell / 2))

    def _stamp(self, role: Role, at: tuple[int, int], sprite: Sprite) -> None:
        """Adds a sprite to the ink; where ink is already, the stronger one stays."""
        stamp = self._stamps.get((role, sprite))
        if stamp is None:
            stamp = Image.frombytes("L", (sprite.width, sprite.height), sprite.coverage)
            stamp = self._stamps[role, sprite] = stamp.point(self._palette.ramp(role))
        left, top = at[0] + sprite.left, at[1] + sprite.top
        box = left, top, left + sprite.width, top + sprite.height
        self._ink.paste(ImageChops.lighter(self._ink.crop(box), stamp), box)

    def _dot(self, role: Role, at: tuple[int, int], width: int) -> None:
        self._stamp(role, at, stroke(_middle(width), _middle(width), width))

    def _cross(self, cross: Saltire) -> None:
        look = self._theme.looks[cross.role]
        arm = look.size * self._cell / 2
        width = max(1.0, 2 * arm * look.weight)
        for end in ((arm, arm), (arm, -arm)):
            start = -end[0], -end[1]
            self._stamp(cross.role, self._pixel(cross.at), stroke(start, end, width))

    def _write(self, text: Text) -> None:
        look = self._theme.looks[text.role]
        size = look.size * self._cell
        if size >= SMALLEST_FONT:
            sprite = _letters(text.text, round(size, 1), round(size * look.weight, 2))
            self._stamp(text.role, self._pixel(text.at), sprite)

    def _fill(self, area: Area) -> None:
        points: list[Vector] = []
        for before, corner, after in zip(*_turns(area.corners), strict=True):
            at = self._pixel(corner)
            if area.rounded:
                ways = _direction(corner, before), _direction(corner, after)
                points += bend_points(at, *ways, self._reach)
            else:
                points.append(at)
        number = self._palette.ground(area.role)
        ImageDraw.Draw(self._ground).polygon(points, fill=number)

    def _draw(self, path: Path) -> None:
        """Bends at the corners, stubs at loose ends, and straight pieces between them."""
        width = self._width(path.role)
        last = len(path.corners) - 1
        for i, (before, corner, after) in enumerate(zip(*_turns(path.corners), strict=True)):
            if path.closed or 0 < i < last:
                ways = _direction(corner, before), _direction(corner, after)
                sprite = bend(_middle(width), *ways, self._reach, width)
            else:
                way = _direction(corner, after if i == 0 else before)
                sprite = _stub(way, self._reach, width)
            self._stamp(path.role, self._pixel(corner), sprite)
            if path.closed or i < last:
                self._straight(path.role, corner, after)

    def _straight(self, role: Role, start: Point, end: Point) -> None:
        """A straight piece that leaves out the `reach` of the corners at both ends."""
        dx, dy = _direction(start, end)
        (x0, y0), (x1, y1) = self._pixel(start), self._pixel(end)
        x0, x1 = x0 + round(dx * self._reach), x1 - round(dx * self._reach)
        y0, y1 = y0 + round(dy * self._reach), y1 - round(dy * self._reach)
        if dx and dy:
            self._slanted(role, (x0, y0), (x1, y1))
            return
        width = self._width(role)
        wide, tall = (0, width) if dx else (width, 0)
        left, top = min(x0, x1) - wide // 2, min(y0, y1) - tall // 2
        right, bottom = max(x0, x1) - wide // 2 + wide, max(y0, y1) - tall // 2 + tall
        self._ink.paste(self._palette.solid(role), (left, top, right, bottom))

    def _slanted(self, role: Role, start: tuple[int, int], end: tuple[int, int]) -> None:
        """A straight piece off the axes, in steps of about a cell so that sprites stay small."""
        width = self._width(role)
        x, y = end[0] - start[0], end[1] - start[1]
        steps = ceil(hypot(x, y) / self._cell)
        mx, my = _middle(width)
        sprite = stroke((mx, my), (mx + x / steps, my + y / steps), width)
        for step in range(steps):
            at = start[0] + round(x * step / steps), start[1] + round(y * step / steps)
            self._stamp(role, at, sprite)


def _turns(corners: tuple[Point, ...]) -> tuple[tuple[Point, ...], ...]:
    """For each corner of a closed path: the one before it, itself, and the one after."""
    return (corners[-1], *corners[:-1]), corners, (*corners[1:], corners[0])


def _direction(start: Point, end: Point) -> Vector:
    x, y = end[0] - start[0], end[1] - start[1]
    length = hypot(x, y)
    return round(x / length, 6), round(y / length, 6)


def _middle(width: int) -> Vector:
    """The middle of a stroke, seen from the pixel corner it is anchored to."""
    return width % 2 / 2, width % 2 / 2


def _stub(way: Vector, length: float, width: int) -> Sprite:
    x, y = _middle(width)
    return stroke((x, y), (x + way[0] * length, y + way[1] * length), width)


@lru_cache(maxsize=32)
def _font(size: float) -> ImageFont.FreeTypeFont:
    """The typeface that Pillow brings along, at a height in pixels."""
    # Asked for a size, Pillow returns no other kind, or raises ImportError without FreeType.
    return cast("ImageFont.FreeTypeFont", ImageFont.load_default(size))


@lru_cache(maxsize=1024)
def _letters(text: str, size: float, weight: float) -> Sprite:
    """A word with its middle at the anchor; capitals and digits of one size share a baseline."""
    font = _font(size)
    left, _, right, _ = font.getbbox(text, stroke_width=weight, anchor="ls")
    _, top, _, _ = font.getbbox("0", anchor="ls")
    pad = ceil(weight) + 1
    ascent = ceil(-top / 2) + pad
    width, height = ceil(right - left) + 2 * pad, 2 * ascent
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
