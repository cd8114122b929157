"""Signs and links of a theme as sprites, at a size of cells in pixels."""

from renderer.forms import Vector, dashes, sign_corners, sign_strokes, zigzag
from renderer.sprites import Sprite, polygon, ring, stroke, united
from renderer.theme import MarkForm, MarkStyle


def even(length: float) -> int:
    """A length in whole pixels, 1 or even, so that strokes and signs share their middle."""
    return max(1, 2 * round(length / 2))


def middle(width: int) -> Vector:
    """The middle of a stroke, seen from the pixel corner it is anchored to."""
    return width % 2 / 2, width % 2 / 2


def sign_sprite(style: MarkStyle, cell: int) -> Sprite:
    """A sign around its anchor; its strokes are at least a pixel wide."""
    outer = even(style.size * cell)
    width = max(1.0, style.size * style.weight * cell)
    match style.form:
        case MarkForm.DISC:
            return stroke((middle(outer),), outer)
        case MarkForm.RING:
            return ring((0.0, 0.0), (outer - width) / 2, width)
        case MarkForm.DIAMOND | MarkForm.TRIANGLE | MarkForm.SQUARE:
            return polygon(sign_corners(style.form, outer / 2))
        case MarkForm.SALTIRE:
            half = style.size * cell / 2
        case _:
            width = float(round(width))
            half = (outer - width) / 2
    return united(stroke(points, width) for points in sign_strokes(style.form, half))


def link_sprite(style: MarkStyle, cell: int, end: Vector) -> Sprite:
    """A link from its anchor to `end`."""
    start = 0.0, 0.0
    if style.form is MarkForm.ZIGZAG:
        breadth, width = style.size * cell, max(1.0, style.size * style.weight * cell)
        return stroke(zigzag(start, end, breadth - width), width)
    width = even(style.size * cell)
    return united(stroke(dash, width) for dash in dashes(start, end, style.dashes, width))
