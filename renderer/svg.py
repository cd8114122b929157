"""Scenes as SVG pictures, the same shapes as in PNG ones (www.w3.org/TR/SVG11)."""

from collections.abc import Iterator
from itertools import groupby
from xml.sax.saxutils import escape

from renderer.forms import Vector, arc_radius, dashes, direction, sign_corners, sign_strokes, zigzag
from renderer.scene import GROUNDS, Area, Link, Path, Point, Scene, Shape, Sign, Text
from renderer.theme import Form, Look, Theme

CELL = 48
"""Pixels a cell, unless a viewer scales the picture."""

TYPEFACE = "Aileron, Helvetica, Arial, sans-serif"
"""That of the PNG pictures where it is installed, else one that resembles it."""
DIGIT_HEIGHT = 0.7
"""How high digits and capitals are, as a share of the height of the font."""
LETTER_WIDTH = 0.56
"""How wide letters are, on average and generously, as a share of the height of the font."""


def draw_svg(scene: Scene, theme: Theme, title: str = "") -> str:
    """The scene as an SVG document; `title` is what it says to those who cannot see it.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Board, Puzzle
    >>> from renderer.scene import build_scene
    >>> from renderer.theme import theme_named
    >>> scene = build_scene(Board.blank(Puzzle(square_grid(1, 2), (3, None))))
    >>> draw_svg(scene, theme_named("light"))[:65]
    '<svg xmlns="http://www.w3.org/2000/svg" role="img" width="153.6" '
    """
    left, top, _, _ = scene.box
    pen = _Pen(theme)
    size = f'width="{_number(scene.width * CELL)}" height="{_number(scene.height * CELL)}"'
    box = " ".join(map(_number, (left, top, scene.width, scene.height)))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} viewBox="{box}">'
    told = [f"<title>{escape(title)}</title>"] if title else []
    return "\n".join([head, *told, *pen.groups(scene), "</svg>", ""])


class _Pen:
    """Writes shapes in the looks of a theme."""

    def __init__(self, theme: Theme) -> None:
        self._looks = theme.looks
        self._reach = theme.bend

    def groups(self, scene: Scene) -> Iterator[str]:
        """Neighbouring shapes of one role and kind share their attributes."""
        for (role, _), shapes in groupby(scene.shapes, lambda shape: (shape.role, type(shape))):
            members = list(shapes)
            style = self._style(members[0])
            body = "".join(self._element(shape) for shape in members)
            yield f'<g class="{role.value.replace(" ", "-")}" {style}>{body}</g>'

    def _style(self, shape: Shape) -> str:
        look = self._looks[shape.role]
        match shape:
            case Area():
                return f'fill="{look.colour}"'
            case Path():
                return _stroked(look.colour, look.size)
            case Link():
                weight = look.weight if look.form is Form.ZIGZAG else 1.0
                return _stroked(look.colour, look.size * weight)
            case Text():
                bold = f' stroke="{look.colour}"' if look.weight else ""
                return f'fill="{look.colour}"{bold} font-family="{TYPEFACE}" text-anchor="middle"'
            case Sign():
                if look.form in _FILLED:
                    return f'fill="{look.colour}"'
                return _stroked(look.colour, look.size * look.weight)

    def _element(self, shape: Shape) -> str:
        match shape:
            case Area():
                turns = shape.corners
                way = self._rounded(turns, closed=True) if shape.rounded else _straight(turns) + "Z"
                return f'<path d="{way}"/>'
            case Path():
                ground = shape.role in GROUNDS
                way = (
                    _straight(shape.corners)
                    if ground
                    else self._rounded(shape.corners, closed=shape.closed)
                )
                return f'<path d="{way}"/>'
            case Link():
                return f'<path d="{self._link(shape)}"/>'
            case Sign():
                return _sign(shape.at, self._looks[shape.role])
            case Text():
                return _text(shape, self._looks[shape.role])

    def _link(self, link: Link) -> str:
        look = self._looks[link.role]
        if look.form is Form.ZIGZAG:
            breadth = look.size * (1 - look.weight)
            return _straight(zigzag(link.start, link.end, breadth))
        return "".join(map(_straight, dashes(link.start, link.end, look.dashes, look.size)))

    def _rounded(self, corners: tuple[Point, ...], *, closed: bool) -> str:
        """A way with an arc at every corner; an open one begins and ends at points."""
        count = len(corners)
        inner = range(count) if closed else range(1, count - 1)
        way = [] if closed else [_straight(corners[:1])]
        for i in inner:
            x, y = corners[i]
            (ux, uy), (vx, vy) = (
                direction(corners[i], corners[other % count]) for other in (i - 1, i + 1)
            )
            start = x + ux * self._reach, y + uy * self._reach
            end = x + vx * self._reach, y + vy * self._reach
            radius = _number(arc_radius((ux, uy), (vx, vy), self._reach))
            sweep = int(ux * vy - uy * vx < 0)
            way.append(f"{'L' if way else 'M'}{_pair(start)}A{radius} {radius} 0 0 {sweep} ")
            way.append(_pair(end))
        return "".join(way) + ("Z" if closed else f"L{_pair(corners[-1])}")


_FILLED = {Form.DISC, Form.DIAMOND, Form.TRIANGLE, Form.SQUARE}


def _stroked(colour: str, width: float) -> str:
    joints = 'stroke-linecap="round" stroke-linejoin="round"'
    return f'fill="none" stroke="{colour}" stroke-width="{_number(width)}" {joints}'


def _sign(at: Point, look: Look) -> str:
    if look.form in {Form.DISC, Form.RING}:
        radius = look.size * (1 - (look.weight if look.form is Form.RING else 0)) / 2
        x, y = map(_number, at)
        return f'<circle cx="{x}" cy="{y}" r="{_number(radius)}"/>'
    if look.form in _FILLED:
        return f'<path d="{_straight(_moved(sign_corners(look.form, look.size / 2), at))}Z"/>'
    half = look.size / 2 if look.form is Form.SALTIRE else look.size * (1 - look.weight) / 2
    strokes = (_straight(_moved(points, at)) for points in sign_strokes(look.form, half))
    return f'<path d="{"".join(strokes)}"/>'


def _text(text: Text, look: Look) -> str:
    size = look.size * text.scale
    if text.room is not None:
        size = min(size, text.room / (LETTER_WIDTH * max(1, len(text.text))))
    x, y = text.at
    bold = f' stroke-width="{_number(2 * size * look.weight)}"' if look.weight else ""
    place = f'x="{_number(x)}" y="{_number(y + DIGIT_HEIGHT * size / 2)}"'
    return f'<text {place} font-size="{_number(size)}"{bold}>{escape(text.text)}</text>'


def _moved(points: tuple[Vector, ...], by: Point) -> tuple[Point, ...]:
    return tuple((x + by[0], y + by[1]) for x, y in points)


def _straight(points: tuple[Point, ...]) -> str:
    return "M" + "L".join(map(_pair, points))


def _pair(point: Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _number(value: float) -> str:
    return f"{round(value, 4):g}"
