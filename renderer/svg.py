"""Scenes as SVG pictures, the same shapes as in PNG ones (www.w3.org/TR/SVG11)."""

from collections.abc import Iterator
from html import escape
from itertools import groupby

from renderer.outlines import Circle, Polyline, ink_of, outlines_of, turns
from renderer.scene import Point, Scene, Shape, Text
from renderer.theme import MarkStyle, Theme

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
    pen = _SvgWriter(theme)
    size = f'width="{_number(scene.width * CELL)}" height="{_number(scene.height * CELL)}"'
    box = " ".join(map(_number, (left, top, scene.width, scene.height)))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} viewBox="{box}">'
    told = [f"<title>{escape(title, quote=False)}</title>"] if title else []
    return "\n".join([head, *told, *pen.groups(scene), "</svg>", ""])


class _SvgWriter:
    """Writes shapes in the looks of a theme."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme

    def groups(self, scene: Scene) -> Iterator[str]:
        """Neighbouring shapes of one role and kind share their attributes."""
        for (role, _), shapes in groupby(scene.shapes, lambda shape: (shape.role, type(shape))):
            members = list(shapes)
            style = self._style(members[0])
            body = "".join(self._element(shape) for shape in members)
            yield f'<g class="{role.value.replace(" ", "-")}" {style}>{body}</g>'

    def _style(self, shape: Shape) -> str:
        if isinstance(shape, Text):
            style = self._theme.styles[shape.role]
            bold = f' stroke="{style.colour}"' if style.weight else ""
            return f'fill="{style.colour}"{bold} font-family="{TYPEFACE}" text-anchor="middle"'
        ink = ink_of(shape, self._theme)
        if ink.width is None:
            return f'fill="{ink.colour}"'
        joints = 'stroke-linecap="round" stroke-linejoin="round"'
        return f'fill="none" stroke="{ink.colour}" stroke-width="{_number(ink.width)}" {joints}'

    def _element(self, shape: Shape) -> str:
        if isinstance(shape, Text):
            return _text(shape, self._theme.styles[shape.role])
        ways = []
        for outline in outlines_of(shape, self._theme):
            if isinstance(outline, Circle):
                x, y = map(_number, outline.at)
                return f'<circle cx="{x}" cy="{y}" r="{_number(outline.radius)}"/>'
            ways.append(_way(outline))
        return f'<path d="{"".join(ways)}"/>'


def _way(way: Polyline) -> str:
    """A way with an arc at every corner where it is bent, else with straight pieces alone."""
    if not way.bend:
        return _straight(way.points) + ("Z" if way.closed else "")
    parts = [] if way.closed else [_straight(way.points[:1])]
    for turn in turns(way):
        radius, sweep = _number(turn.radius), int(turn.clockwise)
        parts.append(f"{'L' if parts else 'M'}{_pair(turn.start)}A{radius} {radius} 0 0 {sweep} ")
        parts.append(_pair(turn.end))
    return "".join(parts) + ("Z" if way.closed else f"L{_pair(way.points[-1])}")


def _text(text: Text, style: MarkStyle) -> str:
    size = style.size * text.scale
    if text.room is not None:
        size = min(size, text.room / (LETTER_WIDTH * max(1, len(text.text))))
    x, y = text.at
    bold = f' stroke-width="{_number(2 * size * style.weight)}"' if style.weight else ""
    place = f'x="{_number(x)}" y="{_number(y + DIGIT_HEIGHT * size / 2)}"'
    letters = escape(text.text, quote=False)
    return f'<text {place} font-size="{_number(size)}"{bold}>{letters}</text>'


def _straight(points: tuple[Point, ...]) -> str:
    return "M" + "L".join(map(_pair, points))


def _pair(point: Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _number(value: float) -> str:
    return f"{round(value, 4):g}"
