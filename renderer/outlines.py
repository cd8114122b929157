"""Outlines of shapes as circles and polylines, in the sizes of a theme, for vector formats.

SVG has them as path data (www.w3.org/TR/SVG11/paths.html).
"""

from collections.abc import Iterator
from math import acos, tan
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from renderer.geometry import (
    Vector,
    arc_radius,
    dashes,
    direction,
    symbol_corners,
    symbol_strokes,
    zigzag,
)
from renderer.shapes import GROUNDS, Area, Curve, EdgeStroke, Path, Point, Symbol
from renderer.theme import MarkForm, MarkStyle, Theme


class Circle(Struct, frozen=True):
    """A circle around a point; lengths are in cells."""

    at: Point
    radius: float


class Polyline(Struct, frozen=True):
    """Points joined by straight lines; a closed polyline returns to its first point.

    With a `bend`, every corner is rounded by an arc that starts and ends at that distance from
    the corner, in cells.
    """

    points: tuple[Point, ...]
    closed: bool = False
    bend: float = 0.0


Outline: TypeAlias = Circle | Polyline
Drawn: TypeAlias = Area | Path | EdgeStroke | Curve | Symbol
"""The shapes that have outlines: all but texts."""


class Ink(Struct, frozen=True):
    """How outlines are drawn: filled, or stroked with a width in cells and round joins.

    `colour` is "#rrggbb"; outlines with the width None are filled.
    """

    colour: str
    width: float | None = None


class Turn(Struct, frozen=True):
    """An arc that rounds a corner, from `start` to `end`.

    `controls` are the control points of a cubic Bézier curve that approximates the arc, with an
    error below 0.03 % of the radius at right angles. `clockwise` is the direction on the
    screen.
    """

    start: Point
    controls: tuple[Point, Point]
    end: Point
    radius: float
    clockwise: bool


def ink_of(shape: Drawn, theme: Theme) -> Ink:
    """The ink that draws the outlines of a shape."""
    style = theme.styles[shape.role]
    match shape:
        case Area():
            return Ink(style.colour)
        case Path() | Curve():
            return Ink(style.colour, style.size)
        case EdgeStroke():
            return Ink(
                style.colour, style.size * (style.weight if style.form is MarkForm.ZIGZAG else 1.0)
            )
        case Symbol():
            width = style.size * style.weight * shape.scale
            return Ink(style.colour, None if style.form in _FILLED else width)


_FILLED = {MarkForm.DISC, MarkForm.DIAMOND, MarkForm.TRIANGLE, MarkForm.SQUARE}


def outlines_of(shape: Drawn, theme: Theme) -> tuple[Outline, ...]:
    """The outlines of a shape, in the coordinates of the scene.

    >>> from renderer.shapes import ShapeRole
    >>> from renderer.theme import theme_named
    >>> outlines_of(Symbol(ShapeRole.DOT, (2.0, 1.0)), theme_named("light"))
    (Circle(at=(2.0, 1.0), radius=0.05),)
    """
    style = theme.styles[shape.role]
    match shape:
        case Area():
            return (
                Polyline(shape.corners, closed=True, bend=theme.bend if shape.rounded else 0.0),
            )
        case Path():
            bend = 0.0 if shape.role in GROUNDS else theme.bend
            return (Polyline(shape.corners, shape.closed, bend),)
        case Curve():
            return (Polyline(_moved(shape.offsets, shape.at)),)
        case EdgeStroke():
            return tuple(map(Polyline, _pieces(shape, style)))
        case Symbol():
            return _symbol(shape.at, replace(style, size=style.size * shape.scale))


def _pieces(edge: EdgeStroke, style: MarkStyle) -> tuple[tuple[Point, ...], ...]:
    """The centre lines of a stroke along an edge."""
    match style.form:
        case MarkForm.ZIGZAG:
            return (zigzag(edge.start, edge.end, style.size * (1 - style.weight)),)
        case MarkForm.SOLID:
            return ((edge.start, edge.end),)
        case _:
            return dashes(edge.start, edge.end, style.dashes, style.size)


def _symbol(at: Point, style: MarkStyle) -> tuple[Outline, ...]:
    if style.form in {MarkForm.DISC, MarkForm.RING}:
        return (
            Circle(at, style.size * (1 - (style.weight if style.form is MarkForm.RING else 0)) / 2),
        )
    if style.form in _FILLED:
        return (Polyline(_moved(symbol_corners(style.form, style.size / 2), at), closed=True),)
    half = style.size / 2 if style.form is MarkForm.SALTIRE else style.size * (1 - style.weight) / 2
    return tuple(Polyline(_moved(points, at)) for points in symbol_strokes(style.form, half))


def _moved(points: tuple[Vector, ...], by: Point) -> tuple[Point, ...]:
    return tuple((x + by[0], y + by[1]) for x, y in points)


def turns(polyline: Polyline) -> Iterator[Turn]:
    """The arcs at the corners of a polyline with a `bend`; an open one has none at its ends.

    >>> turn, = turns(Polyline(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)), bend=0.2))
    >>> turn.start, turn.end, turn.radius, turn.clockwise
    ((0.8, 0.0), (1.0, 0.2), 0.2, True)
    """
    count = len(polyline.points)
    for i in range(count) if polyline.closed else range(1, count - 1):
        corner, reach = polyline.points[i], polyline.bend
        before, after = (
            direction(corner, polyline.points[other % count]) for other in (i - 1, i + 1)
        )
        cosine = before[0] * after[0] + before[1] * after[1]
        radius = arc_radius(before, after, reach)
        # Distance from an end of the arc to its control point: 4/3 tan(angle / 4) times the radius.
        handle = 4 / 3 * tan(acos(min(1.0, max(-1.0, -cosine))) / 4) * radius
        yield Turn(
            _along(corner, before, reach),
            (_along(corner, before, reach - handle), _along(corner, after, reach - handle)),
            _along(corner, after, reach),
            radius,
            before[0] * after[1] - before[1] * after[0] < 0,
        )


def _along(point: Point, heading: Vector, length: float) -> Point:
    return point[0] + heading[0] * length, point[1] + heading[1] * length


def path_data(outline: Outline) -> str:
    """The path data of an outline, with arcs at the corners of a polyline with a `bend`.

    >>> path_data(Polyline(((0.0, 0.0), (1.0, 0.5)))), path_data(Circle((1.0, 1.0), 0.5))
    ('M0 0L1 0.5', 'M0.5 1a0.5 0.5 0 1 0 1 0a0.5 0.5 0 1 0 -1 0Z')
    """
    if isinstance(outline, Circle):
        return _circle(outline)
    return _bent(outline) if outline.bend else _straight(outline)


def _circle(circle: Circle) -> str:
    (x, y), radius, width = circle.at, number(circle.radius), number(2 * circle.radius)
    half = f"a{radius} {radius} 0 1 0"
    return f"M{_pair((x - circle.radius, y))}{half} {width} 0{half} -{width} 0Z"


def _bent(polyline: Polyline) -> str:
    parts = [] if polyline.closed else [f"M{_pair(polyline.points[0])}"]
    for turn in turns(polyline):
        radius, sweep = number(turn.radius), int(turn.clockwise)
        parts.append(f"{'L' if parts else 'M'}{_pair(turn.start)}A{radius} {radius} 0 0 {sweep} ")
        parts.append(_pair(turn.end))
    return "".join(parts) + ("Z" if polyline.closed else f"L{_pair(polyline.points[-1])}")


def _straight(polyline: Polyline) -> str:
    return "M" + "L".join(map(_pair, polyline.points)) + ("Z" if polyline.closed else "")


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def number(value: float) -> str:
    """A number with at most four digits behind the point.

    >>> number(0.5), number(2 / 3)
    ('0.5', '0.6667')
    """
    return f"{round(value, 4):g}"
