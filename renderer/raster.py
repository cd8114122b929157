"""Rasterises scenes into palette indices, in a layer for grounds and a layer for inks.

Areas and other grounds are drawn with hard edges. Everything else is ink, with a ramp of shades
per colour (see `palette`): antialiased sprites are pasted, and straight strokes along an axis
are drawn as rectangles.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from math import ceil, hypot
from typing import TypeAlias

from PIL import Image, ImageChops, ImageDraw

from renderer.geometry import Vector, direction
from renderer.letters import supported_text, text_sprite
from renderer.limits import pixel_size
from renderer.palette import Palette
from renderer.scene import Scene
from renderer.shapes import GROUNDS, Area, EdgeStroke, Path, Point, Shape, ShapeRole, Symbol, Text
from renderer.sprites import Sprite, bend, bend_points, merged, stroke
from renderer.symbols import edge_stroke_sprite, even_pixels, stroke_centre, symbol_sprite
from renderer.theme import Theme

Pixel: TypeAlias = tuple[int, int]
"""A position as (x, y) in whole pixels: the corner where four pixels meet."""


@dataclass(frozen=True, slots=True)
class _Stamp:
    """A sprite as palette indices of one ink, and the mask of the pixels that it covers."""

    offset: Pixel
    size: Pixel
    ink: Image.Image
    mask: Image.Image


@lru_cache(maxsize=2048)
def _stamp_of(sprite: Sprite, ink_base: int, shades: int) -> _Stamp:
    """The stamp of a sprite in the ink with that base; coverage becomes the nearest shade."""
    steps = [round(coverage * shades / 255) for coverage in range(256)]
    coverage = Image.frombytes("L", (sprite.width, sprite.height), sprite.coverage)
    ink = coverage.point([ink_base + step if step else 0 for step in steps])
    mask = coverage.point([255 if step else 0 for step in steps], "1")
    return _Stamp((sprite.left, sprite.top), ink.size, ink, mask)


@dataclass(frozen=True, slots=True)
class Layers:
    """Two 8-bit images of one size; their sums are the indices of a `Palette`."""

    ground: Image.Image
    ink: Image.Image


def paint(scene: Scene, theme: Theme, cell: int, palette: Palette) -> Layers:
    """Rasterise the scene with cells of `cell` pixels; `palette` must have all its roles."""
    return _Painter(scene, theme, cell, palette).paint()


class _Painter:
    """Paints one scene at one size, once."""

    def __init__(self, scene: Scene, theme: Theme, cell: int, palette: Palette) -> None:
        self._scene = scene
        self._styles = theme.styles
        self._cell = cell
        self._reach = round(theme.bend * cell)
        self._palette = palette
        self._ground = Image.new("L", pixel_size(scene, cell))  # index 0 is the first ground
        self._ink = Image.new("L", pixel_size(scene, cell))
        self._ground_is_used = False
        self._ground_pen = ImageDraw.Draw(self._ground)
        self._ink_pen = ImageDraw.Draw(self._ink)
        self._paste = self._ink.im.paste
        self._stamps: dict[tuple[object, ...], _Stamp] = {}

    def paint(self) -> Layers:
        """Paint all shapes in order; consecutive paths of one role are drawn together."""
        for (role, kind), shapes in groupby(self._scene.shapes, lambda s: (s.role, type(s))):
            if kind is Path and role not in GROUNDS:
                self._draw_paths(role, [shape for shape in shapes if isinstance(shape, Path)])
            else:
                for shape in shapes:
                    self._paint_shape(shape)
        return Layers(self._ground, self._ink)

    def _paint_shape(self, shape: Shape) -> None:
        match shape:
            case Area():
                self._fill_area(shape)
            case Path():
                self._ground_stroke(shape)
            case EdgeStroke():
                self._edge_stroke(shape)
            case Symbol() if shape.role in GROUNDS:
                self._ground_disc(shape)
            case Symbol():
                self._symbol(shape)
            case Text():
                self._text(shape)

    # Positions and sizes

    def _pixel(self, point: Point) -> Pixel:
        left, top, _, _ = self._scene.box
        return round((point[0] - left) * self._cell), round((point[1] - top) * self._cell)

    def _width(self, role: ShapeRole) -> int:
        """The size of a role in pixels: 1 or even, so that all sizes have the same centre."""
        return even_pixels(self._styles[role].size * self._cell)

    # Stamps

    def _ink_stamp(self, role: ShapeRole, sprite: Sprite) -> _Stamp:
        return _stamp_of(sprite, self._palette.ink_base(role), self._palette.shades)

    def _paste_stamp(self, stamp: _Stamp, at: Pixel) -> None:
        """Paste a stamp with its anchor at a position, over the ink that is there.

        Calls the core function of `Image.paste` directly, because the checks of the latter take
        several times as long as the pasting.
        """
        left, top = at[0] + stamp.offset[0], at[1] + stamp.offset[1]
        box = left, top, left + stamp.size[0], top + stamp.size[1]
        self._paste(stamp.ink.im, box, stamp.mask.im)

    def _merge_stamp(self, stamp: _Stamp, at: Pixel) -> None:
        """Paste a stamp, but keep the higher of old and new indices, so that stamps join."""
        left, top = at[0] + stamp.offset[0], at[1] + stamp.offset[1]
        box = left, top, left + stamp.ink.width, top + stamp.ink.height
        self._ink.paste(ImageChops.lighter(self._ink.crop(box), stamp.ink), box)

    # Grounds

    def _fill_area(self, area: Area) -> None:
        index = self._palette.ground_index(area.role)
        if not index and not self._ground_is_used:
            return  # the image is initialised with this index
        points: list[Vector] = [self._pixel(corner) for corner in area.corners]
        if area.rounded:
            arcs = []
            for before, (x, y), after in zip(
                (points[-1], *points), points, (*points[1:], points[0]), strict=False
            ):
                headings = direction((x, y), before), direction((x, y), after)
                arcs += [(x + dx, y + dy) for dx, dy in bend_points(*headings, self._reach)]
            points = arcs
        self._ground_pen.polygon(points, fill=index)
        self._ground_is_used = True

    def _ground_stroke(self, path: Path) -> None:
        index, width = self._palette.ground_index(path.role), self._width(path.role)
        points = [self._pixel(corner) for corner in path.corners]
        self._ground_pen.line(points, fill=index, width=width)
        for point in points:
            self._ground_pen.circle(point, width / 2, fill=index)
        self._ground_is_used = True

    def _ground_disc(self, symbol: Symbol) -> None:
        index = self._palette.ground_index(symbol.role)
        self._ground_pen.circle(self._pixel(symbol.at), self._width(symbol.role) / 2, fill=index)
        self._ground_is_used = True

    # Ink

    def _symbol(self, symbol: Symbol) -> None:
        stamp = self._stamps.get((symbol.role,))
        if stamp is None:
            sprite = symbol_sprite(self._styles[symbol.role], self._cell)
            stamp = self._stamps[symbol.role,] = self._ink_stamp(symbol.role, sprite)
        self._paste_stamp(stamp, self._pixel(symbol.at))

    def _text(self, text: Text) -> None:
        stamp = self._stamps.get((text.role, text.text))
        if stamp is None:
            style = self._styles[text.role]
            max_width = None if text.max_width is None else text.max_width * self._cell
            size = style.size * text.scale * self._cell
            sprite = text_sprite(supported_text(text.text), size, style.weight, max_width)
            stamp = self._stamps[text.role, text.text] = self._ink_stamp(text.role, sprite)
        self._paste_stamp(stamp, self._pixel(text.at))

    def _edge_stroke(self, edge_stroke: EdgeStroke) -> None:
        style = self._styles[edge_stroke.role]
        start, end = self._pixel(edge_stroke.start), self._pixel(edge_stroke.end)
        key = edge_stroke.role, end[0] - start[0], end[1] - start[1]
        stamp = self._stamps.get(key)
        if stamp is None:
            sprite = edge_stroke_sprite(style, self._cell, (float(key[1]), float(key[2])))
            stamp = self._stamps[key] = self._ink_stamp(edge_stroke.role, sprite)
        self._paste_stamp(stamp, start)

    def _draw_paths(self, role: ShapeRole, paths: list[Path]) -> None:
        """Draw paths of one role: bends at corners, stubs at ends, straight pieces between them.

        All stubs at one dot are merged into one stamp, so that branches have no seams.
        """
        stubs: dict[Pixel, list[Vector]] = {}
        pieces: list[tuple[Pixel, Pixel, Vector]] = []
        for path in paths:
            points = [self._pixel(corner) for corner in path.corners]
            headings = [direction(*piece) for piece in pairwise(path.corners)]
            if path.closed:
                headings.append(direction(path.corners[-1], path.corners[0]))
                self._paste_stamp(self._bend(role, _opposite(headings[-1]), headings[0]), points[0])
                pieces.append((points[-1], points[0], headings[-1]))
            else:
                stubs.setdefault(points[0], []).append(headings[0])
                stubs.setdefault(points[-1], []).append(_opposite(headings[-1]))
            for before, point, after in zip(headings, points[1:], headings[1:], strict=False):
                self._paste_stamp(self._bend(role, _opposite(before), after), point)
            pieces += zip(points, points[1:], headings, strict=False)
        for point, leaving in stubs.items():
            self._paste_stamp(self._stubs(role, tuple(leaving)), point)
        width, index = self._width(role), self._palette.ink_base(role) + self._palette.shades
        for start, end, heading in pieces:
            if heading[0] and heading[1]:
                self._slanted(role, start, end, heading)
            else:
                self._straight(start, end, heading, width, index)

    def _bend(self, role: ShapeRole, before: Vector, after: Vector) -> _Stamp:
        stamp = self._stamps.get((role, before, after))
        if stamp is None:
            width = self._width(role)
            sprite = bend(stroke_centre(width), before, after, self._reach, width)
            stamp = self._stamps[role, before, after] = self._ink_stamp(role, sprite)
        return stamp

    def _stubs(self, role: ShapeRole, headings: tuple[Vector, ...]) -> _Stamp:
        stamp = self._stamps.get((role, headings))
        if stamp is None:
            width = self._width(role)
            x, y = stroke_centre(width)
            reach = self._reach
            stubs = [((x, y), (x + dx * reach, y + dy * reach)) for dx, dy in headings]
            sprite = merged(stroke(stub, width) for stub in stubs)
            stamp = self._stamps[role, headings] = self._ink_stamp(role, sprite)
        return stamp

    def _straight(self, start: Pixel, end: Pixel, heading: Vector, width: int, index: int) -> None:
        """Draw a piece along an axis as a rectangle, without the bends at both ends."""
        dx, dy = int(heading[0]) * self._reach, int(heading[1]) * self._reach
        x0, x1 = start[0] + dx, end[0] - dx
        y0, y1 = start[1] + dy, end[1] - dy
        left, right = (x0, x1) if x0 < x1 else (x1, x0)
        top, bottom = (y0, y1) if y0 < y1 else (y1, y0)
        if heading[0]:
            top -= width // 2
            bottom = top + width
        else:
            left -= width // 2
            right = left + width
        if left < right and top < bottom:
            self._ink_pen.rectangle((left, top, right - 1, bottom - 1), fill=index)

    def _slanted(self, role: ShapeRole, start: Pixel, end: Pixel, heading: Vector) -> None:
        """Draw a slanted piece in steps of about a cell, so that its sprite stays small."""
        width = self._width(role)
        dx, dy = round(heading[0] * self._reach), round(heading[1] * self._reach)
        left, top = start[0] + dx, start[1] + dy
        x, y = end[0] - dx - left, end[1] - dy - top
        steps = ceil(hypot(x, y) / self._cell)
        mx, my = stroke_centre(width)
        stamp = self._ink_stamp(role, stroke(((mx, my), (mx + x / steps, my + y / steps)), width))
        for step in range(steps):
            at = left + round(x * step / steps), top + round(y * step / steps)
            self._merge_stamp(stamp, at)


def _opposite(heading: Vector) -> Vector:
    return -heading[0], -heading[1]
