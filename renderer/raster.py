"""Scenes as pixels: the numbers of a palette, in a layer of grounds and one of inks.

Areas and other grounds are flat and hard-edged; everything else is ink, one ramp of shades per
colour (see `palette`). Ink comes from small antialiased sprites, and from plain rectangles
where a stroke runs along an axis.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from math import ceil, hypot
from typing import TypeAlias

from PIL import Image, ImageChops, ImageDraw

from renderer.forms import Vector, direction
from renderer.letters import letters, supported_text
from renderer.limits import pixel_size
from renderer.palette import Palette
from renderer.scene import GROUNDS, Area, Link, Path, Point, Scene, Shape, ShapeRole, Sign, Text
from renderer.signs import even, link_sprite, middle, sign_sprite
from renderer.sprites import Sprite, bend, bend_points, stroke, united
from renderer.theme import Theme

Pixel: TypeAlias = tuple[int, int]
"""A place as (x, y) in whole pixels; the corner where four of them meet."""


@dataclass(frozen=True, slots=True)
class _Stamp:
    """A sprite in the numbers of an ink, and where it has any."""

    offset: Pixel
    size: Pixel
    ink: Image.Image
    mask: Image.Image


@lru_cache(maxsize=2048)
def _stamp_of(sprite: Sprite, below: int, shades: int) -> _Stamp:
    steps = [round(coverage * shades / 255) for coverage in range(256)]
    coverage = Image.frombytes("L", (sprite.width, sprite.height), sprite.coverage)
    ink = coverage.point([below + step if step else 0 for step in steps])
    mask = coverage.point([255 if step else 0 for step in steps], "1")
    return _Stamp((sprite.left, sprite.top), ink.size, ink, mask)


@dataclass(frozen=True, slots=True)
class Layers:
    """A picture as two images of 8-bit numbers whose sums are colours of a `Palette`."""

    ground: Image.Image
    ink: Image.Image


def paint(scene: Scene, theme: Theme, cell: int, palette: Palette) -> Layers:
    """The scene with cells of `cell` pixels; the palette holds all roles that occur in it."""
    return _Painter(scene, theme, cell, palette).paint()


class _Painter:
    """Paints one scene at one size; thrown away afterwards."""

    def __init__(self, scene: Scene, theme: Theme, cell: int, palette: Palette) -> None:
        self._scene = scene
        self._looks = theme.styles
        self._cell = cell
        self._reach = round(theme.bend * cell)
        self._palette = palette
        self._ground = Image.new("L", pixel_size(scene, cell))  # number 0 is the first ground
        self._ink = Image.new("L", pixel_size(scene, cell))
        self._ground_is_used = False
        self._ground_pen = ImageDraw.Draw(self._ground)
        self._ink_pen = ImageDraw.Draw(self._ink)
        self._paste = self._ink.im.paste
        self._stamps: dict[tuple[object, ...], _Stamp] = {}

    def paint(self) -> Layers:
        """All shapes, from the bottom to the top."""
        for (role, kind), shapes in groupby(self._scene.shapes, lambda s: (s.role, type(s))):
            if kind is Path and role not in GROUNDS:
                self._draw(role, [shape for shape in shapes if isinstance(shape, Path)])
            else:
                for shape in shapes:
                    self._paint(shape)
        return Layers(self._ground, self._ink)

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

    def _width(self, role: ShapeRole) -> int:
        """The size of a role in pixels: 1 or even, so that all of them share their middle."""
        return even(self._looks[role].size * self._cell)

    # Stamps

    def _inked(self, role: ShapeRole, sprite: Sprite) -> _Stamp:
        return _stamp_of(sprite, self._palette.below(role), self._palette.shades)

    def _put(self, stamp: _Stamp, at: Pixel) -> None:
        """Covers what was there before.

        What `Image.paste` does in the end; its checks take several times as long as the pasting.
        """
        left, top = at[0] + stamp.offset[0], at[1] + stamp.offset[1]
        box = left, top, left + stamp.size[0], top + stamp.size[1]
        self._paste(stamp.ink.im, box, stamp.mask.im)

    def _merge(self, stamp: _Stamp, at: Pixel) -> None:
        """Where ink is already, the higher number stays, so that sprites join seamlessly."""
        left, top = at[0] + stamp.offset[0], at[1] + stamp.offset[1]
        box = left, top, left + stamp.ink.width, top + stamp.ink.height
        self._ink.paste(ImageChops.lighter(self._ink.crop(box), stamp.ink), box)

    # Grounds

    def _fill(self, area: Area) -> None:
        number = self._palette.ground(area.role)
        if not number and not self._ground_is_used:
            return  # all of it has that number from the start
        points: list[Vector] = [self._pixel(corner) for corner in area.corners]
        if area.rounded:
            arcs = []
            for before, (x, y), after in zip(
                (points[-1], *points), points, (*points[1:], points[0]), strict=False
            ):
                ways = direction((x, y), before), direction((x, y), after)
                arcs += [(x + dx, y + dy) for dx, dy in bend_points(*ways, self._reach)]
            points = arcs
        self._ground_pen.polygon(points, fill=number)
        self._ground_is_used = True

    def _band(self, path: Path) -> None:
        number, width = self._palette.ground(path.role), self._width(path.role)
        points = [self._pixel(corner) for corner in path.corners]
        self._ground_pen.line(points, fill=number, width=width)
        for point in points:
            self._ground_pen.circle(point, width / 2, fill=number)
        self._ground_is_used = True

    def _spot(self, sign: Sign) -> None:
        number = self._palette.ground(sign.role)
        self._ground_pen.circle(self._pixel(sign.at), self._width(sign.role) / 2, fill=number)
        self._ground_is_used = True

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
            style = self._looks[text.role]
            room = None if text.room is None else text.room * self._cell
            size = style.size * text.scale * self._cell
            sprite = letters(supported_text(text.text), size, style.weight, room)
            stamp = self._stamps[text.role, text.text] = self._inked(text.role, sprite)
        self._put(stamp, self._pixel(text.at))

    def _link(self, link: Link) -> None:
        style = self._looks[link.role]
        start, end = self._pixel(link.start), self._pixel(link.end)
        key = link.role, end[0] - start[0], end[1] - start[1]
        stamp = self._stamps.get(key)
        if stamp is None:
            sprite = link_sprite(style, self._cell, (float(key[1]), float(key[2])))
            stamp = self._stamps[key] = self._inked(link.role, sprite)
        self._put(stamp, start)

    def _draw(self, role: ShapeRole, paths: list[Path]) -> None:
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
        width, number = self._width(role), self._palette.below(role) + self._palette.shades
        for start, end, way in pieces:
            if way[0] and way[1]:
                self._slanted(role, start, end, way)
            else:
                self._straight(start, end, way, width, number)

    def _bend(self, role: ShapeRole, before: Vector, after: Vector) -> _Stamp:
        stamp = self._stamps.get((role, before, after))
        if stamp is None:
            width = self._width(role)
            sprite = bend(middle(width), before, after, self._reach, width)
            stamp = self._stamps[role, before, after] = self._inked(role, sprite)
        return stamp

    def _stubs(self, role: ShapeRole, ways: tuple[Vector, ...]) -> _Stamp:
        stamp = self._stamps.get((role, ways))
        if stamp is None:
            width = self._width(role)
            x, y = middle(width)
            reach = self._reach
            stubs = [((x, y), (x + dx * reach, y + dy * reach)) for dx, dy in ways]
            sprite = united(stroke(stub, width) for stub in stubs)
            stamp = self._stamps[role, ways] = self._inked(role, sprite)
        return stamp

    def _straight(self, start: Pixel, end: Pixel, way: Vector, width: int, number: int) -> None:
        """A piece along an axis that leaves out the `reach` of the corners at both ends."""
        dx, dy = int(way[0]) * self._reach, int(way[1]) * self._reach
        x0, x1 = start[0] + dx, end[0] - dx
        y0, y1 = start[1] + dy, end[1] - dy
        left, right = (x0, x1) if x0 < x1 else (x1, x0)
        top, bottom = (y0, y1) if y0 < y1 else (y1, y0)
        if way[0]:
            top -= width // 2
            bottom = top + width
        else:
            left -= width // 2
            right = left + width
        if left < right and top < bottom:
            self._ink_pen.rectangle((left, top, right - 1, bottom - 1), fill=number)

    def _slanted(self, role: ShapeRole, start: Pixel, end: Pixel, way: Vector) -> None:
        """A piece off the axes, in steps of about a cell so that sprites stay small."""
        width = self._width(role)
        dx, dy = round(way[0] * self._reach), round(way[1] * self._reach)
        left, top = start[0] + dx, start[1] + dy
        x, y = end[0] - dx - left, end[1] - dy - top
        steps = ceil(hypot(x, y) / self._cell)
        mx, my = middle(width)
        stamp = self._inked(role, stroke(((mx, my), (mx + x / steps, my + y / steps)), width))
        for step in range(steps):
            at = left + round(x * step / steps), top + round(y * step / steps)
            self._merge(stamp, at)


def _opposite(way: Vector) -> Vector:
    return -way[0], -way[1]
