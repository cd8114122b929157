"""The geometry of symbols and of dashed or zigzag strokes, in any unit of length.

Symbols are centred at (0, 0); strokes run between two points. y grows downwards.
"""

from math import atan2, cos, hypot, pi, sin, sqrt
from typing import TypeAlias

from renderer.theme import MarkForm

Vector: TypeAlias = tuple[float, float]
"""A position or offset as (x, y), or a direction as a unit vector."""

ZIGZAG_TURNS = 6
"""Number of corners of a zigzag between its ends."""
ARC_PARTS = 8
"""Number of straight pieces of an arc around a dot."""
DASHED_SHARE = 0.75
"""Share of the length of a dashed edge that the dashes cover."""


def direction(start: Vector, end: Vector) -> Vector:
    """The unit vector from one point towards another; its parts are rounded to 6 places.

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
    """The radius of the arc that rounds a corner (a fillet).

    `before` and `after` are unit vectors from the corner along its two sides; the arc touches
    both sides at the distance `reach` from the corner.

    >>> arc_radius((1.0, 0.0), (0.0, 1.0), 0.2)
    0.2
    """
    cosine = before[0] * after[0] + before[1] * after[1]
    return reach * sqrt((1 - cosine) / (1 + cosine))


def angle_arc(before: Vector, after: Vector, radius: float) -> tuple[Vector, ...]:
    """Points of an arc around the origin from one direction to another, by the smaller angle.

    >>> [(round(x, 2), round(y, 2)) for x, y in angle_arc((1.0, 0.0), (0.0, 1.0), 2.0)][::4]
    [(2.0, 0.0), (1.41, 1.41), (0.0, 2.0)]
    """
    start = atan2(before[1], before[0])
    turn = (atan2(after[1], after[0]) - start + pi) % (2 * pi) - pi
    angles = (start + turn * part / ARC_PARTS for part in range(ARC_PARTS + 1))
    return tuple((radius * cos(angle), radius * sin(angle)) for angle in angles)


_WOOL = tuple(
    (x + 0.36 * cos(angle), y + 0.33 * sin(angle))
    for x, y, first, last in (
        (-0.5, -0.4, 0.75, 1.75),
        (0.0, -0.64, 1.1, 1.9),
        (0.5, -0.4, 1.25, 2.25),
    )
    for angle in (pi * (first + (last - first) * step / 6) for step in range(7))
)
_LEFT_OF_SHEEP: tuple[tuple[Vector, ...], ...] = (
    ((-0.56, -0.1), (-1.0, 0.06), (-0.92, 0.36), (-0.52, 0.22)),
    ((-0.56, -0.16), (-0.5, 0.3), (-0.34, 0.82), (-0.16, 0.98), (0.0, 1.0)),
    ((-0.2, 0.2), (-0.2, 0.3)),
)
_LEFT_OF_WOLF: tuple[tuple[Vector, ...], ...] = (
    (
        (0.0, -0.42),
        (-0.36, -0.46),
        (-0.82, -1.0),
        (-0.92, 0.02),
        (-0.3, 0.46),
        (-0.2, 0.86),
        (0.0, 1.0),
    ),
    ((-0.5, -0.06), (-0.24, 0.12)),
    ((0.0, 0.7), (0.0, 0.74)),
)


def _with_right(left: tuple[tuple[Vector, ...], ...]) -> tuple[tuple[Vector, ...], ...]:
    """Strokes on the left, and their mirror images."""
    return left + tuple(tuple((-x, y) for x, y in points) for points in left)


_SHEEP = (_WOOL, *_with_right(_LEFT_OF_SHEEP))
_WOLF = _with_right(_LEFT_OF_WOLF)
"""The heads of a sheep and of a wolf, within 1 of their centre."""


def _scaled(
    strokes: tuple[tuple[Vector, ...], ...], factor: float
) -> tuple[tuple[Vector, ...], ...]:
    return tuple(tuple((x * factor, y * factor) for x, y in points) for points in strokes)


def symbol_strokes(form: MarkForm, half: float) -> tuple[tuple[Vector, ...], ...]:
    """The strokes of a symbol that is drawn in strokes, each as a sequence of points.

    `half` is the distance from the centre of the symbol to the centre line of its outermost
    stroke. Raises `ValueError` for a form that is not drawn in strokes.

    >>> symbol_strokes(MarkForm.SALTIRE, 1.0)
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
        case MarkForm.SHEEP:
            return _scaled(_SHEEP, a)
        case MarkForm.WOLF:
            return _scaled(_WOLF, a)
        case _:
            raise ValueError(f"a {form.value} is not drawn in strokes")


def symbol_corners(form: MarkForm, half: float) -> tuple[Vector, ...]:
    """The corners of a filled polygonal symbol, clockwise on the screen.

    `half` is half the size of the symbol. Raises `ValueError` for a form without corners.

    >>> symbol_corners(MarkForm.DIAMOND, 1.0)
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
    """The points of a zigzag stroke from `start` to `end`, `breadth` wide.

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
    """The centre lines of `count` equal dashes with round ends, as (start, end).

    `width` is that of the stroke. There is half a gap before the first dash and after the last.

    >>> dashes((0.0, 0.0), (10.0, 0.0), 2, 1.5)
    (((1.375, 0.0), (3.625, 0.0)), ((6.375, 0.0), (8.625, 0.0)))
    """
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    half = max(0.0, DASHED_SHARE / count - width / hypot(dx, dy)) / 2
    middles = [(i + 0.5) / count for i in range(count)]
    spans = [(middle - half, middle + half) for middle in middles]
    return tuple(((x + a * dx, y + a * dy), (x + b * dx, y + b * dy)) for a, b in spans)


def between(start: Vector, end: Vector, share: float) -> Vector:
    """The point at a share of the way from one point to another.

    >>> between((0.0, 0.0), (4.0, 2.0), 0.25)
    (1.0, 0.5)
    """
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
