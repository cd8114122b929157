"""Symbols and strokes along edges as sprites, in the styles of a theme."""

from functools import lru_cache

from renderer.geometry import Vector, dashes, symbol_corners, symbol_strokes, zigzag
from renderer.sprites import Sprite, merged, polygon, ring, stroke
from renderer.theme import MarkForm, MarkStyle


def even_pixels(length: float) -> int:
    """A length rounded to pixels, 1 or even, so that strokes and symbols share their centre."""
    return max(1, 2 * round(length / 2))


def stroke_centre(width: int) -> Vector:
    """The centre line of a stroke relative to the pixel corner at its anchor."""
    return width % 2 / 2, width % 2 / 2


@lru_cache(maxsize=256)
def symbol_sprite(style: MarkStyle, cell: float) -> Sprite:
    """A symbol centred at its anchor, for cells of `cell` pixels.

    Its strokes are at least one pixel wide.
    """
    outer = even_pixels(style.size * cell)
    width = max(1.0, style.size * style.weight * cell)
    match style.form:
        case MarkForm.DISC:
            return stroke((stroke_centre(outer),), outer)
        case MarkForm.RING:
            return ring((0.0, 0.0), (outer - width) / 2, width)
        case MarkForm.DIAMOND | MarkForm.TRIANGLE | MarkForm.SQUARE:
            return polygon(symbol_corners(style.form, outer / 2))
        case MarkForm.SALTIRE:
            half = style.size * cell / 2
        case _:
            width = float(round(width))
            half = (outer - width) / 2
    return merged(stroke(points, width) for points in symbol_strokes(style.form, half))


@lru_cache(maxsize=1024)
def edge_stroke_sprite(style: MarkStyle, cell: int, end: Vector) -> Sprite:
    """A stroke along an edge from the anchor to `end` (pixels), for cells of `cell` pixels."""
    start = 0.0, 0.0
    if style.form is MarkForm.ZIGZAG:
        breadth, width = style.size * cell, max(1.0, style.size * style.weight * cell)
        return stroke(zigzag(start, end, breadth - width), width)
    width = even_pixels(style.size * cell)
    if style.form is MarkForm.SOLID:
        x, y = stroke_centre(width)
        return stroke(((x, y), (x + end[0], y + end[1])), width)
    return merged(stroke(dash, width) for dash in dashes(start, end, style.dashes, width))
