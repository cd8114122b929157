"""Draws scenes as SVG documents (www.w3.org/TR/SVG11) with the same shapes as PNG files."""

from collections.abc import Iterator
from html import escape
from itertools import groupby

from msgspec import Struct

from renderer.outlines import Circle, ink_of, number, outlines_of, path_data
from renderer.scene import Scene
from renderer.shapes import Shape, Text, kind_of
from renderer.theme import MarkStyle, Theme

PIXELS_PER_CELL = 48
"""Side of a cell in pixels, unless a viewer scales the picture."""

FONT_FAMILY = "Aileron, Helvetica, Arial, sans-serif"
"""The font of PNG files if it is installed, else a similar one."""
DIGIT_HEIGHT = 0.7
"""Height of digits and capitals, as a share of the font size."""
LETTER_WIDTH = 0.56
"""Upper estimate of the average width of letters, as a share of the font size."""


def draw_svg(scene: Scene, theme: Theme, title: str = "") -> str:
    """Draw the scene as an SVG document; `title` is its description for screen readers.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Board, Puzzle
    >>> from renderer.scene import build_scene
    >>> from renderer.theme import theme_named
    >>> scene = build_scene(Board.blank(Puzzle(square_grid(1, 2), (3, None))))
    >>> draw_svg(scene, theme_named("light"))[:65]
    '<svg xmlns="http://www.w3.org/2000/svg" role="img" width="153.6" '
    """
    left, top, _, _ = scene.box
    writer = _SvgWriter(theme)
    width, height = (number(side * PIXELS_PER_CELL) for side in (scene.width, scene.height))
    box = " ".join(map(number, (left, top, scene.width, scene.height)))
    attributes = f'width="{width}" height="{height}" viewBox="{box}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {attributes}>'
    title_element = [f"<title>{escape(title, quote=False)}</title>"] if title else []
    return "\n".join([head, *title_element, *writer.groups(scene), "</svg>", ""])


class _SvgWriter(Struct, eq=False):
    """Writes shapes as SVG elements in the styles of a theme."""

    theme: Theme

    def groups(self, scene: Scene) -> Iterator[str]:
        """The shapes as `<g>` elements; consecutive shapes of one role, type and scale are one."""
        for (role, *_), shapes in groupby(scene.shapes, kind_of):
            members = list(shapes)
            style = self._style(members[0])
            body = "".join(self._element(shape) for shape in members)
            yield f'<g class="{role.css_name}" {style}>{body}</g>'

    def _style(self, shape: Shape) -> str:
        if isinstance(shape, Text):
            style = self.theme.styles[shape.role]
            bold = f' stroke="{style.colour}"' if style.weight else ""
            return f'fill="{style.colour}"{bold} font-family="{FONT_FAMILY}" text-anchor="middle"'
        ink = ink_of(shape, self.theme)
        if ink.width is None:
            return f'fill="{ink.colour}"'
        joints = 'stroke-linecap="round" stroke-linejoin="round"'
        return f'fill="none" stroke="{ink.colour}" stroke-width="{number(ink.width)}" {joints}'

    def _element(self, shape: Shape) -> str:
        if isinstance(shape, Text):
            return _text_element(shape, self.theme.styles[shape.role])
        outlines = outlines_of(shape, self.theme)
        if isinstance(outlines[0], Circle):
            x, y = map(number, outlines[0].at)
            return f'<circle cx="{x}" cy="{y}" r="{number(outlines[0].radius)}"/>'
        return f'<path d="{"".join(map(path_data, outlines))}"/>'


def _text_element(text: Text, style: MarkStyle) -> str:
    size = style.size * text.scale
    if text.max_width is not None:
        size = min(size, text.max_width / (LETTER_WIDTH * max(1, len(text.text))))
    x, y = text.at
    bold = f' stroke-width="{number(2 * size * style.weight)}"' if style.weight else ""
    place = f'x="{number(x)}" y="{number(y + DIGIT_HEIGHT * size / 2)}"'
    letters = escape(text.text, quote=False)
    return f'<text {place} font-size="{number(size)}"{bold}>{letters}</text>'
