"""Rasterises scenes into palette images, and draws them as PNG files.

An image is the sum of a layer for grounds and a layer for inks. Areas and other grounds are drawn
with hard edges. Everything else is ink, with a ramp of shades per colour: antialiased sprites are
pasted, and straight strokes along an axis are drawn as rectangles.

The indices of a palette encode a background (ground) and a foreground colour (ink) over it. An
index is `ground * stride + ink`, so that drawing ink over a ground is an addition of two indices,
and all blended colours are computed before drawing. Roles with the same colour share their indices.
"""

from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from itertools import groupby, pairwise
from math import ceil, hypot
from typing import Any, TypeAlias

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw
from PIL.PngImagePlugin import PngInfo

from renderer.geometry import Vector, direction
from renderer.letters import supported_text, text_sprite
from renderer.limits import DEFAULT_LIMITS, ImageLimits, draw_within_limits, pixel_size
from renderer.scene import Scene
from renderer.shapes import (
    GROUNDS,
    Area,
    Curve,
    EdgeStroke,
    Path,
    Point,
    Shape,
    ShapeRole,
    Symbol,
    Text,
)
from renderer.sprites import (
    Sprite,
    bend,
    bend_points,
    edge_stroke_sprite,
    even_pixels,
    spokes,
    stroke,
    stroke_centre,
    symbol_sprite,
)
from renderer.theme import Theme

SHADES = 12
"""Maximum number of shades of an ink over a ground."""

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue from 0 to 255."""


class Palette:
    """The palette of one picture: at most 256 colours.

    `roles` are the roles of its shapes in drawing order. The number of `shades` per ink is as
    large as the 256 indices allow, up to `SHADES`.
    """

    def __init__(self, roles: Iterable[ShapeRole], theme: Theme) -> None:
        self._rgb = {role: theme.styles[role].rgb for role in dict.fromkeys(roles)}
        grounds = [colour for role, colour in self._rgb.items() if role in GROUNDS]
        inks = [colour for role, colour in self._rgb.items() if role not in GROUNDS]
        self._grounds = tuple(dict.fromkeys(grounds))
        self._inks = tuple(dict.fromkeys(inks))
        indices_per_ground = 256 // max(1, len(self._grounds)) - 1
        self.shades = min(SHADES, indices_per_ground // max(1, len(self._inks)))

    @property
    def grounds(self) -> int:
        """The number of grounds."""
        return len(self._grounds)

    def ground_index(self, role: ShapeRole) -> int:
        """The palette index of a ground without ink."""
        stride = 1 + self.shades * len(self._inks)
        return self._grounds.index(self._rgb[role]) * stride

    def ink_base(self, role: ShapeRole) -> int:
        """The index below the shades of an ink: add 1 for the faintest, `shades` for the full."""
        return self._inks.index(self._rgb[role]) * self.shades

    def colours(self) -> list[int]:
        """Red, green and blue of every index, as one flat list."""
        return _blends(self._grounds, self._inks, self.shades)


@lru_cache(maxsize=64)
def _blends(grounds: tuple[Colour, ...], inks: tuple[Colour, ...], shades: int) -> list[int]:
    """The colours of every ground, each followed by its blends with every ink."""
    colours: list[int] = []
    for ground in grounds:
        colours += ground
        for ink in inks:
            for step in range(1, shades + 1):
                share = step / shades
                colours += (round(g + (i - g) * share) for i, g in zip(ink, ground, strict=True))
    return colours


FileTexts: TypeAlias = tuple[tuple[str, str], ...]
"""What a PNG file holds besides its image: keywords, each with its text."""
COMPRESSION_LEVEL = 3
"""The zlib level. Level 6 makes the files of most boards a quarter to a third smaller, and drawing
them takes half to two thirds longer: from level 4 on, zlib looks for better repetitions."""

Pixel: TypeAlias = tuple[int, int]
"""A position as (x, y) in whole pixels: the corner where four pixels meet."""


class _Stamp(Struct, frozen=True):
    """A sprite as palette indices of one ink, and the mask of the pixels that it covers.

    `ink` and `mask` are the core images of Pillow, which it returns only after a check each time.
    """

    left: int
    top: int
    image: Image.Image
    ink: Any
    mask: Any


@lru_cache(maxsize=2048)
def _stamp_of(sprite: Sprite, ink_base: int, shades: int) -> _Stamp:
    """The stamp of a sprite in the ink with that base; coverage becomes the nearest shade."""
    steps = [round(coverage * shades / 255) for coverage in range(256)]
    coverage = Image.frombytes("L", (sprite.width, sprite.height), sprite.coverage)
    ink = coverage.point([ink_base + step if step else 0 for step in steps])
    mask = coverage.point([255 if step else 0 for step in steps], "1")
    return _Stamp(sprite.left, sprite.top, ink, ink.im, mask.im)


def paint(scene: Scene, theme: Theme, cell: int, palette: Palette) -> Image.Image:
    """Rasterise the scene with cells of `cell` pixels; `palette` must have all its roles."""
    return _Painter(scene, theme, cell, palette).paint()


def png_of(image: Image.Image, texts: FileTexts = ()) -> bytes:
    """An image as a PNG file that holds texts."""
    file, info = BytesIO(), PngInfo()
    for keyword, text in texts:
        info.add_text(keyword, text)
    image.save(file, "PNG", compress_level=COMPRESSION_LEVEL, pnginfo=info)
    return file.getvalue()


class _Painter:
    """Paints one scene at one size, once."""

    def __init__(self, scene: Scene, theme: Theme, cell: int, palette: Palette) -> None:
        self._scene = scene
        self._left, self._top, _, _ = scene.box
        self._styles = theme.styles
        self._cell = cell
        self._reach = round(theme.bend * cell)
        self._palette = palette
        self._size = pixel_size(scene, cell)
        self._ground: Image.Image | None = None  # index 0 is the first ground
        self._ink = Image.new("L", self._size)
        self._ink_pen = ImageDraw.Draw(self._ink)
        self._paste = self._ink.im.paste

    def paint(self) -> Image.Image:
        """Paint all shapes in order; consecutive ones of one role and kind are drawn together."""
        for (role, kind), shapes in groupby(self._scene.shapes, lambda s: (s.role, type(s))):
            if role in GROUNDS:
                self._draw_grounds(role, shapes)
            elif kind is Symbol:
                self._draw_symbols(role, [shape for shape in shapes if isinstance(shape, Symbol)])
            elif kind is Text:
                self._draw_texts(role, [shape for shape in shapes if isinstance(shape, Text)])
            elif kind is Path:
                self._draw_paths(role, [shape for shape in shapes if isinstance(shape, Path)])
            elif kind is Curve:
                self._draw_curves(role, [shape for shape in shapes if isinstance(shape, Curve)])
            else:
                self._draw_edges(role, [shape for shape in shapes if isinstance(shape, EdgeStroke)])
        picture = self._ink
        if self._ground is not None:
            # No sum exceeds 255, and adding modulo 256 is several times faster than with clipping.
            picture = ImageChops.add_modulo(self._ground, self._ink)
        picture.putpalette(self._palette.colours())
        return picture

    # Positions and sizes

    def _pixel(self, point: Point) -> Pixel:
        cell = self._cell
        return round((point[0] - self._left) * cell), round((point[1] - self._top) * cell)

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
        left, top = at[0] + stamp.left, at[1] + stamp.top
        width, height = stamp.ink.size
        self._paste(stamp.ink, (left, top, left + width, top + height), stamp.mask)

    def _merge_stamp(self, stamp: _Stamp, at: Pixel) -> None:
        """Paste a stamp, but keep the higher of old and new indices, so that stamps join."""
        left, top = at[0] + stamp.left, at[1] + stamp.top
        box = left, top, left + stamp.image.width, top + stamp.image.height
        self._ink.paste(ImageChops.lighter(self._ink.crop(box), stamp.image), box)

    # Grounds

    def _draw_grounds(self, role: ShapeRole, shapes: Iterable[Shape]) -> None:
        index = self._palette.ground_index(role)
        if self._ground is None:
            if not index:
                return  # all of the ground has this index
            self._ground = Image.new("L", self._size)
        pen, width = ImageDraw.Draw(self._ground), self._width(role)
        for shape in shapes:
            match shape:
                case Area():
                    pen.polygon(self._outline(shape), fill=index)
                case Path(_, corners):
                    points = [self._pixel(corner) for corner in corners]
                    pen.line(points, fill=index, width=width)
                    for point in points:
                        pen.circle(point, width / 2, fill=index)
                case Symbol(_, at, scale):
                    pen.circle(self._pixel(at), width * scale / 2, fill=index)

    def _outline(self, area: Area) -> list[Vector]:
        points: list[Vector] = [self._pixel(corner) for corner in area.corners]
        if not area.rounded:
            return points
        arcs = []
        for before, (x, y), after in zip(
            (points[-1], *points), points, (*points[1:], points[0]), strict=False
        ):
            headings = direction((x, y), before), direction((x, y), after)
            arcs += [(x + dx, y + dy) for dx, dy in bend_points(*headings, self._reach)]
        return arcs

    # Ink

    def _draw_symbols(self, role: ShapeRole, symbols: Iterable[Symbol]) -> None:
        stamps: dict[float, _Stamp] = {}
        for symbol in symbols:
            stamp = stamps.get(symbol.scale)
            if stamp is None:
                sprite = symbol_sprite(self._styles[role], self._cell * symbol.scale)
                stamp = stamps[symbol.scale] = self._ink_stamp(role, sprite)
            self._paste_stamp(stamp, self._pixel(symbol.at))

    def _draw_texts(self, role: ShapeRole, texts: Iterable[Text]) -> None:
        stamps: dict[tuple[str, float, float | None], _Stamp] = {}
        for text in texts:
            key = text.text, text.scale, text.max_width
            stamp = stamps.get(key)
            if stamp is None:
                stamp = stamps[key] = self._ink_stamp(role, self._text_sprite(text))
            self._paste_stamp(stamp, self._pixel(text.at))

    def _text_sprite(self, text: Text) -> Sprite:
        style = self._styles[text.role]
        max_width = None if text.max_width is None else text.max_width * self._cell
        size = style.size * text.scale * self._cell
        return text_sprite(supported_text(text.text), size, style.weight, max_width)

    def _draw_edges(self, role: ShapeRole, edges: Iterable[EdgeStroke]) -> None:
        for edge in edges:
            start, end = self._pixel(edge.start), self._pixel(edge.end)
            along = float(end[0] - start[0]), float(end[1] - start[1])
            sprite = edge_stroke_sprite(self._styles[role], self._cell, along)
            self._paste_stamp(self._ink_stamp(role, sprite), start)

    def _draw_curves(self, role: ShapeRole, curves: Iterable[Curve]) -> None:
        width = max(1.0, self._styles[role].size * self._cell)
        for curve in curves:
            points = tuple((x * self._cell, y * self._cell) for x, y in curve.offsets)
            self._paste_stamp(self._ink_stamp(role, stroke(points, width)), self._pixel(curve.at))

    def _draw_paths(self, role: ShapeRole, paths: list[Path]) -> None:
        """Draw paths of one role: bends at corners, stubs at ends, straight pieces between them.

        All stubs at one dot are merged into one stamp, so that branches have no seams.
        """
        width = self._width(role)
        turns: list[tuple[Pixel, Vector, Vector]] = []
        ends: dict[Pixel, list[Vector]] = {}
        pieces: list[tuple[Pixel, Pixel, Vector]] = []
        for path in paths:
            points = [self._pixel(corner) for corner in path.corners]
            headings = [direction(*piece) for piece in pairwise(path.corners)]
            if path.closed:
                headings.append(direction(path.corners[-1], path.corners[0]))
                turns.append((points[0], headings[-1], headings[0]))
                pieces.append((points[-1], points[0], headings[-1]))
            else:
                ends.setdefault(points[0], []).append(headings[0])
                ends.setdefault(points[-1], []).append(_opposite(headings[-1]))
            turns += zip(points[1:], headings, headings[1:], strict=False)
            pieces += zip(points, points[1:], headings, strict=False)
        self._draw_turns(role, turns, width)
        for point, leaving in ends.items():
            sprite = spokes(stroke_centre(width), tuple(leaving), self._reach, width)
            self._paste_stamp(self._ink_stamp(role, sprite), point)
        index = self._palette.ink_base(role) + self._palette.shades
        for start, end, heading in pieces:
            if heading[0] and heading[1]:
                self._slanted(role, start, end, heading)
            else:
                self._straight(start, end, heading, width, index)

    def _draw_turns(
        self, role: ShapeRole, turns: list[tuple[Pixel, Vector, Vector]], width: int
    ) -> None:
        """Draw the bends at corners, each given with the directions before and after it."""
        stamps: dict[tuple[Vector, Vector], _Stamp] = {}
        for point, before, after in turns:
            stamp = stamps.get((before, after))
            if stamp is None:
                back = _opposite(before)
                sprite = bend(stroke_centre(width), back, after, self._reach, width)
                stamp = stamps[before, after] = self._ink_stamp(role, sprite)
            self._paste_stamp(stamp, point)

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
        for step in range(steps):
            # To half a pixel: the steps of a long piece have no visible bends between them.
            at_x, at_y = round(2 * x * step / steps), round(2 * y * step / steps)
            from_x, from_y = mx + at_x % 2 / 2, my + at_y % 2 / 2
            ends = (from_x, from_y), (from_x + x / steps, from_y + y / steps)
            stamp = self._ink_stamp(role, stroke(ends, width))
            self._merge_stamp(stamp, (left + at_x // 2, top + at_y // 2))


def _opposite(heading: Vector) -> Vector:
    return -heading[0], -heading[1]


def draw_png(
    scene: Scene, theme: Theme, limits: ImageLimits = DEFAULT_LIMITS, texts: FileTexts = ()
) -> bytes:
    """Draw the scene as a PNG file with a palette, with the largest cells within the limits.

    The file holds the texts. The same arguments give the same bytes.
    Raises `ImageLimitError` when even the smallest cells do not fit.

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
        return png_of(paint(scene, theme, cell, palette), texts)

    return draw_within_limits(scene, limits, draw)
