"""The geometry of signs and links, around (0, 0) or between two points, in any unit."""

from math import hypot, sqrt
from typing import TypeAlias

from renderer.theme import MarkForm

Vector: TypeAlias = tuple[float, float]
"""An (x, y) place or offset, or a direction of length 1."""

ZIGZAG_TURNS = 6
"""How often a zigzag crosses its middle."""
DASH_SHARE = 0.75
"""How much of a dashed edge is drawn."""


def direction(start: Vector, end: Vector) -> Vector:
    """From one point towards another, with length 1.

    >>> direction((1.0, 1.0), (1.0, 5.0))
    (0.0, 1.0)
    """
    x, y = end[0] - start[0], end[1] - start[1]
    if not y:
        return (1.0, 0.0) if x > 0 else (-1.0, 0.0)
    if not x:
        return (0.0, 1.0) if y > 0 else (0.0, -1.0)
    length = hypot(x, y)
    return round(x / length, 6), round(y / length, 6)


def arc_radius(before: Vector, after: Vector, reach: float) -> float:
    """The radius of the arc that touches two directions from a corner at a distance from it.

    >>> arc_radius((1.0, 0.0), (0.0, 1.0), 0.2)
    0.2
    """
    cosine = before[0] * after[0] + before[1] * after[1]
    return reach * sqrt((1 - cosine) / (1 + cosine))


def sign_strokes(form: MarkForm, half: float) -> tuple[tuple[Vector, ...], ...]:
    """The strokes of a sign that is drawn in strokes, each as the points it runs through.

    `half` is from the middle to the middle of the outermost stroke.

    >>> sign_strokes(MarkForm.SALTIRE, 1.0)
    (((-1.0, -1.0), (1.0, 1.0)), ((-1.0, 1.0), (1.0, -1.0)))
    """
    a = half
    match form:
        case MarkForm.SALTIRE:
            return ((-a, -a), (a, a)), ((-a, a), (a, -a))
        case MarkForm.LOZENGE:
            return (((0.0, -a), (a, 0.0), (0.0, a), (-a, 0.0), (0.0, -a)),)
        case MarkForm.FRAME:
            return (((-a, -a), (a, -a), (a, a), (-a, a), (-a, -a)),)
        case _:
            raise ValueError(f"a {form.value} is not drawn in strokes")


def sign_corners(form: MarkForm, half: float) -> tuple[Vector, ...]:
    """The corners of a filled sign, clockwise as seen on the screen.

    >>> sign_corners(MarkForm.DIAMOND, 1.0)
    ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
    """
    a = half
    match form:
        case MarkForm.DIAMOND:
            return (0.0, -a), (a, 0.0), (0.0, a), (-a, 0.0)
        case MarkForm.SQUARE:
            return (-a, -a), (a, -a), (a, a), (-a, a)
        case MarkForm.TRIANGLE:
            return (-0.75 * a, -a), (a, 0.0), (-0.75 * a, a)
        case _:
            raise ValueError(f"a {form.value} has no corners to fill")


def zigzag(start: Vector, end: Vector, breadth: float) -> tuple[Vector, ...]:
    """The corners of a stroke that goes to and fro across a straight line.

    >>> zigzag((0.0, 0.0), (6.0, 0.0), 2.0)[:4]
    ((0.0, 0.0), (0.5, 1.0), (1.5, -1.0), (2.5, 1.0))
    """
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    length = hypot(dx, dy)
    corners = []
    for turn in range(ZIGZAG_TURNS):
        share, aside = (turn + 0.5) / ZIGZAG_TURNS, (-1) ** turn * breadth / 2 / length
        corners.append((x + share * dx - aside * dy, y + share * dy + aside * dx))
    return (start, *corners, end)


def dashes(
    start: Vector, end: Vector, count: int, width: float
) -> tuple[tuple[Vector, Vector], ...]:
    """Where to draw `count` equal dashes with round ends, and half a gap at both ends.

    >>> dashes((0.0, 0.0), (10.0, 0.0), 2, 1.5)
    (((1.375, 0.0), (3.625, 0.0)), ((6.375, 0.0), (8.625, 0.0)))
    """
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    half = max(0.0, DASH_SHARE / count - width / hypot(dx, dy)) / 2
    middles = [(i + 0.5) / count for i in range(count)]
    spans = [(middle - half, middle + half) for middle in middles]
    return tuple(((x + a * dx, y + a * dy), (x + b * dx, y + b * dy)) for a, b in spans)
