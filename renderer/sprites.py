"""Small antialiased shapes: how much of each pixel a stroke, a disc or a bend covers.

The coverage of a pixel follows from the distance of its centre to the middle of the stroke:
full half a pixel inside the rim, none half a pixel outside, linear between. That is exact for
rims along the axes and closer than the eye can tell for others. Lengths are pixels.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, hypot, sqrt
from typing import TypeAlias

Vector: TypeAlias = tuple[float, float]
"""An (x, y) offset in pixels, or a direction of length 1."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """Coverage from 0 to 255, row by row; `left` and `top` count from the sprite's anchor."""

    left: int
    top: int
    width: int
    height: int
    coverage: bytes


@lru_cache(maxsize=256)
def stroke(start: Vector, end: Vector, width: float) -> Sprite:
    """A straight stroke with round ends; from a point to itself it is a disc.

    >>> disc = stroke((0.0, 0.0), (0.0, 0.0), 2)
    >>> [disc.coverage[i : i + 4].hex(" ") for i in range(0, 16, 4)]
    ['00 00 00 00', '00 ca ca 00', '00 ca ca 00', '00 00 00 00']
    """
    (x0, y0), (x1, y1) = start, end
    dx, dy = x1 - x0, y1 - y0
    square = dx * dx + dy * dy or 1.0

    def distance(x: float, y: float) -> float:
        share = min(1.0, max(0.0, ((x - x0) * dx + (y - y0) * dy) / square))
        return hypot(x - x0 - share * dx, y - y0 - share * dy)

    return _sample((start, end), width, distance)


@lru_cache(maxsize=256)
def bend(corner: Vector, before: Vector, after: Vector, reach: float, width: float) -> Sprite:
    """A stroke round a corner, from direction `before` to direction `after`, in an arc.

    Both directions lead away from the corner and do not lie on one line; the arc touches
    them at the distance `reach`.
    """
    (x, y), (ux, uy), (vx, vy) = corner, before, after
    _, centre, radius = _arc(corner, before, after, reach)

    def distance(px: float, py: float) -> float:
        along_u = (px - x) * ux + (py - y) * uy
        along_v = (px - x) * vx + (py - y) * vy
        if along_u <= reach and along_v <= reach:
            return abs(hypot(px - centre[0], py - centre[1]) - radius)
        u, v = max(along_u, reach), max(along_v, reach)
        return min(hypot(px - x - u * ux, py - y - u * uy), hypot(px - x - v * vx, py - y - v * vy))

    ends = (x + reach * ux, y + reach * uy), (x + reach * vx, y + reach * vy)
    return _sample((corner, *ends), width, distance)


def bend_points(
    corner: Vector, before: Vector, after: Vector, reach: float
) -> tuple[Vector, Vector, Vector]:
    """Start, middle and end of the arc that `bend` draws round a corner."""
    (x, y), (ux, uy), (vx, vy) = corner, before, after
    top, _, _ = _arc(corner, before, after, reach)
    return (x + reach * ux, y + reach * uy), top, (x + reach * vx, y + reach * vy)


def _arc(
    corner: Vector, before: Vector, after: Vector, reach: float
) -> tuple[Vector, Vector, float]:
    """The middle of the arc, the centre of its circle and the radius."""
    cosine = before[0] * after[0] + before[1] * after[1]
    radius = reach * sqrt((1 - cosine) / (1 + cosine))
    to_centre = reach / (1 + cosine)
    bisector = before[0] + after[0], before[1] + after[1]
    to_top = to_centre - radius / hypot(*bisector)
    (x, y), (bx, by) = corner, bisector
    return (x + to_top * bx, y + to_top * by), (x + to_centre * bx, y + to_centre * by), radius


def _sample(
    points: tuple[Vector, ...], width: float, distance: Callable[[float, float], float]
) -> Sprite:
    pad = width / 2 + 0.5
    left = floor(min(x for x, _ in points) - pad)
    top = floor(min(y for _, y in points) - pad)
    right = ceil(max(x for x, _ in points) + pad)
    bottom = ceil(max(y for _, y in points) + pad)
    coverage = bytes(
        round(255 * min(1.0, max(0.0, width / 2 + 0.5 - distance(x + 0.5, y + 0.5))))
        for y in range(top, bottom)
        for x in range(left, right)
    )
    return Sprite(left, top, right - left, bottom - top, coverage)
