"""Small antialiased shapes as sprites: how much of each pixel a stroke, ring or bend covers.

The coverage of a pixel is a linear function of the signed distance of its centre to the
boundary of the shape: full from half a pixel inside, zero from half a pixel outside. That is
exact for boundaries along the axes; the error at others is invisible. Lengths are in pixels.

Symbols and strokes along edges are sprites in the styles of a theme.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, hypot

from msgspec import Struct

from renderer.geometry import (
    Vector,
    arc_radius,
    dashes,
    direction,
    symbol_corners,
    symbol_strokes,
    zigzag,
)
from renderer.theme import MarkForm, MarkStyle


class Sprite(Struct, frozen=True):
    """Coverage from 0 to 255, row by row; `left` and `top` are relative to the anchor."""

    left: int
    top: int
    width: int
    height: int
    coverage: bytes


@lru_cache(maxsize=512)
def stroke(points: tuple[Vector, ...], width: float) -> Sprite:
    """A stroke with round ends and joins; a stroke of a single point is a disc.

    >>> disc = stroke(((0.0, 0.0),), 2)
    >>> [disc.coverage[i : i + 4].hex(" ") for i in range(0, 16, 4)]
    ['00 00 00 00', '00 ca ca 00', '00 ca ca 00', '00 00 00 00']
    """
    pieces = list(pairwise(points)) or [(points[0], points[0])]

    def depth(x: float, y: float) -> float:
        return width / 2 - min(_distance(x, y, *piece) for piece in pieces)

    return _rasterise(points, width / 2, depth)


def _distance(x: float, y: float, start: Vector, end: Vector) -> float:
    """The distance from a point to a line segment."""
    (x0, y0), (x1, y1) = start, end
    dx, dy = x1 - x0, y1 - y0
    square = dx * dx + dy * dy or 1.0
    share = min(1.0, max(0.0, ((x - x0) * dx + (y - y0) * dy) / square))
    return hypot(x - x0 - share * dx, y - y0 - share * dy)


@lru_cache(maxsize=256)
def ring(middle: Vector, radius: float, width: float) -> Sprite:
    """A circle with a stroke of that width, whose centre line has the radius."""
    x0, y0 = middle

    def depth(x: float, y: float) -> float:
        return width / 2 - abs(hypot(x - x0, y - y0) - radius)

    return _rasterise((middle,), radius + width / 2, depth)


@lru_cache(maxsize=256)
def polygon(corners: tuple[Vector, ...]) -> Sprite:
    """A filled convex polygon; its corners are in clockwise order on the screen."""
    sides = [
        (*corner, *direction(corner, after))
        for corner, after in zip(corners, (*corners[1:], corners[0]), strict=True)
    ]

    def depth(px: float, py: float) -> float:
        return min(ux * (py - y) - uy * (px - x) for x, y, ux, uy in sides)

    return _rasterise(corners, 0.0, depth)


@lru_cache(maxsize=256)
def bend(corner: Vector, before: Vector, after: Vector, reach: float, width: float) -> Sprite:
    """A stroke along an arc that rounds a corner between two sides.

    `before` and `after` are unit vectors from the corner along its sides, not parallel to each
    other. The arc touches both sides at the distance `reach` from the corner.
    """
    (x, y), (ux, uy), (vx, vy) = corner, before, after
    _, centre, radius = _arc(corner, before, after, reach)

    def depth(px: float, py: float) -> float:
        along_u = (px - x) * ux + (py - y) * uy
        along_v = (px - x) * vx + (py - y) * vy
        if along_u <= reach and along_v <= reach:
            return width / 2 - abs(hypot(px - centre[0], py - centre[1]) - radius)
        u, v = max(along_u, reach), max(along_v, reach)
        ends = hypot(px - x - u * ux, py - y - u * uy), hypot(px - x - v * vx, py - y - v * vy)
        return width / 2 - min(ends)

    ends = (x + reach * ux, y + reach * uy), (x + reach * vx, y + reach * vy)
    return _rasterise((corner, *ends), width / 2, depth)


@lru_cache(maxsize=256)
def bend_points(before: Vector, after: Vector, reach: float) -> tuple[Vector, Vector, Vector]:
    """Start, middle and end of the arc of `bend`, relative to the corner."""
    (ux, uy), (vx, vy) = before, after
    top, _, _ = _arc((0.0, 0.0), before, after, reach)
    return (reach * ux, reach * uy), top, (reach * vx, reach * vy)


def _arc(
    corner: Vector, before: Vector, after: Vector, reach: float
) -> tuple[Vector, Vector, float]:
    """The midpoint of the arc of `bend`, the centre of its circle, and the radius."""
    radius = arc_radius(before, after, reach)
    to_centre = reach / (1 + before[0] * after[0] + before[1] * after[1])
    bisector = before[0] + after[0], before[1] + after[1]
    to_top = to_centre - radius / hypot(*bisector)
    (x, y), (bx, by) = corner, bisector
    return (x + to_top * bx, y + to_top * by), (x + to_centre * bx, y + to_centre * by), radius


@lru_cache(maxsize=256)
def spokes(centre: Vector, headings: tuple[Vector, ...], length: float, width: float) -> Sprite:
    """Strokes from one point, each of that length in the direction of a unit vector."""
    x, y = centre
    ends = ((x + dx * length, y + dy * length) for dx, dy in headings)
    return merged(stroke((centre, end), width) for end in ends)


def merged(sprites: Iterable[Sprite]) -> Sprite:
    """Merge sprites with the same anchor; each pixel has the highest of their coverages."""
    parts = list(sprites)
    left, top = min(part.left for part in parts), min(part.top for part in parts)
    right = max(part.left + part.width for part in parts)
    bottom = max(part.top + part.height for part in parts)
    width, height = right - left, bottom - top
    coverage = bytearray(width * height)
    for part in parts:
        for row in range(part.height):
            start = (part.top - top + row) * width + part.left - left
            line = part.coverage[row * part.width : (row + 1) * part.width]
            stop = start + part.width
            coverage[start:stop] = map(max, coverage[start:stop], line)
    return Sprite(left, top, width, height, bytes(coverage))


def _rasterise(
    points: tuple[Vector, ...], pad: float, depth: Callable[[float, float], float]
) -> Sprite:
    """Sample the coverage of a shape at the centres of pixels.

    `depth` is the signed distance of (x, y) to the boundary, positive inside. The shape extends
    at most `pad` beyond `points`.
    """
    pad += 0.5
    left = floor(min(x for x, _ in points) - pad)
    top = floor(min(y for _, y in points) - pad)
    right = ceil(max(x for x, _ in points) + pad)
    bottom = ceil(max(y for _, y in points) + pad)
    coverage = bytes(
        round(255 * min(1.0, max(0.0, depth(x + 0.5, y + 0.5) + 0.5)))
        for y in range(top, bottom)
        for x in range(left, right)
    )
    return Sprite(left, top, right - left, bottom - top, coverage)


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
