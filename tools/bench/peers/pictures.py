"""Ouro's scenes drawn by other libraries: cairosvg, resvg, Skia.

The first two get Ouro's SVG document, whose creation is not timed. Skia gets Ouro's outlines
through its drawing calls.
"""

from collections.abc import Callable
from math import ceil
from typing import TypeAlias

import cairosvg
import resvg_py
import skia

from renderer.outlines import Circle, Ink, Outline, Polyline, ink_of, outlines_of, turns
from renderer.scene import Scene
from renderer.shapes import Point, Text
from renderer.svg import DIGIT_HEIGHT, draw_svg
from renderer.theme import Theme

Draw: TypeAlias = Callable[[], bytes]
"""Returns a PNG file."""


def with_cairosvg(scene: Scene, theme: Theme, width: int) -> Draw:
    """Draw with cairosvg, which parses SVG in Python and uses cairo."""
    document = draw_svg(scene, theme).encode()
    return lambda: bytes(cairosvg.svg2png(bytestring=document, output_width=width))


def with_resvg(scene: Scene, theme: Theme, width: int) -> Draw:
    """Draw with resvg, a Rust library."""
    document = draw_svg(scene, theme)
    return lambda: bytes(resvg_py.svg_to_bytes(svg_string=document, width=width))


def with_skia(scene: Scene, theme: Theme, width: int) -> Draw:
    """Draw with Skia's own interface, on the CPU."""
    cell = width / scene.width
    face = skia.Typeface("sans-serif")
    size = width, ceil(scene.height * cell)

    def draw() -> bytes:
        surface = skia.Surface(*size)
        canvas = surface.getCanvas()
        canvas.scale(cell, cell)
        canvas.translate(-scene.box[0], -scene.box[1])
        for shape in scene.shapes:
            if isinstance(shape, Text):
                _write(canvas, shape, theme, face)
            else:
                path = _path(outlines_of(shape, theme))
                canvas.drawPath(path, _paint(ink_of(shape, theme)))
        return bytes(surface.makeImageSnapshot().encodeToData())

    return draw


def _paint(ink: Ink) -> skia.Paint:
    stroked = ink.width is not None
    return skia.Paint(
        AntiAlias=True,
        Color=_colour(ink.colour),
        Style=skia.Paint.kStroke_Style if stroked else skia.Paint.kFill_Style,
        StrokeWidth=ink.width or 0.0,
        StrokeCap=skia.Paint.kRound_Cap,
        StrokeJoin=skia.Paint.kRound_Join,
    )


def _path(outlines: tuple[Outline, ...]) -> skia.Path:
    path = skia.Path()
    for outline in outlines:
        if isinstance(outline, Circle):
            path.addCircle(*outline.at, outline.radius)
        else:
            _trace(path, outline)
    return path


def _trace(path: skia.Path, way: Polyline) -> None:
    if not way.bend:
        path.addPoly([skia.Point(*point) for point in way.points], way.closed)
        return
    ends: list[Point] = [] if way.closed else [way.points[0]]
    for end in ends:
        path.moveTo(*end)
    for index, turn in enumerate(turns(way)):
        (path.moveTo if way.closed and not index else path.lineTo)(*turn.start)
        path.cubicTo(*turn.controls[0], *turn.controls[1], *turn.end)
    if way.closed:
        path.close()
    else:
        path.lineTo(*way.points[-1])


def _write(canvas: skia.Canvas, text: Text, theme: Theme, face: skia.Typeface) -> None:
    style = theme.styles[text.role]
    font = skia.Font(face, style.size * text.scale)
    font.setSubpixel(True)
    x = text.at[0] - font.measureText(text.text) / 2
    y = text.at[1] + DIGIT_HEIGHT * style.size * text.scale / 2
    paint = skia.Paint(AntiAlias=True, Color=_colour(style.colour))
    canvas.drawString(text.text, x, y, font, paint)


def _colour(colour: str) -> int:
    return int(skia.Color(*bytes.fromhex(colour[1:])))
