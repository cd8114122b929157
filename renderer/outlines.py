"""Shapes as circles and ways of points, in the sizes of a theme: what vector formats write."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import acos, tan
from typing import TypeAlias

from renderer.forms import Vector, arc_radius, dashes, direction, sign_corners, sign_strokes, zigzag
from renderer.scene import GROUNDS, Area, Link, Path, Point, Sign
from renderer.theme import MarkForm, MarkStyle, Theme


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle around a point."""

    at: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Polyline:
    """Points joined by straight pieces; a closed way returns to the first.

    `bend` is how far before a corner the way starts to turn into the next piece, in an arc.
    """

    points: tuple[Point, ...]
    closed: bool = False
    bend: float = 0.0


Outline: TypeAlias = Circle | Polyline


@dataclass(frozen=True, slots=True)
class Ink:
    """How outlines are drawn: filled, or as strokes of a width with round ends and corners."""

    colour: str
    width: float | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """An arc round a corner, from `start` to `end`.

    As a cubic Bézier curve it has `controls` (off by less than 0.03 % of the radius at right
    angles); as a circle's it has a `radius` and is `clockwise` as seen on the screen, or not.
    """

    start: Point
    controls: tuple[Point, Point]
    end: Point
    radius: float
    clockwise: bool


def ink_of(shape: Area | Path | Link | Sign, theme: Theme) -> Ink:
    """How the outlines of a shape are drawn."""
    style = theme.styles[shape.role]
    match shape:
        case Area():
            return Ink(style.colour)
        case Path():
            return Ink(style.colour, style.size)
        case Link():
            return Ink(
                style.colour, style.size * (style.weight if style.form is MarkForm.ZIGZAG else 1.0)
            )
        case Sign():
            return Ink(style.colour, None if style.form in _FILLED else style.size * style.weight)


_FILLED = {MarkForm.DISC, MarkForm.DIAMOND, MarkForm.TRIANGLE, MarkForm.SQUARE}


def outlines_of(shape: Area | Path | Link | Sign, theme: Theme) -> tuple[Outline, ...]:
    """The outlines of a shape.

    >>> from renderer.scene import Role
    >>> from renderer.theme import theme_named
    >>> outlines_of(Sign(Role.DOT, (2.0, 1.0)), theme_named("light"))
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
        case Link() if style.form is MarkForm.ZIGZAG:
            return (Polyline(zigzag(shape.start, shape.end, style.size * (1 - style.weight))),)
        case Link():
            return tuple(map(Polyline, dashes(shape.start, shape.end, style.dashes, style.size)))
        case Sign():
            return _sign(shape.at, style)


def _sign(at: Point, style: MarkStyle) -> tuple[Outline, ...]:
    if style.form in {MarkForm.DISC, MarkForm.RING}:
        return (
            Circle(at, style.size * (1 - (style.weight if style.form is MarkForm.RING else 0)) / 2),
        )
    if style.form in _FILLED:
        return (Polyline(_moved(sign_corners(style.form, style.size / 2), at), closed=True),)
    half = style.size / 2 if style.form is MarkForm.SALTIRE else style.size * (1 - style.weight) / 2
    return tuple(Polyline(_moved(points, at)) for points in sign_strokes(style.form, half))


def _moved(points: tuple[Vector, ...], by: Point) -> tuple[Point, ...]:
    return tuple((x + by[0], y + by[1]) for x, y in points)


def turns(way: Polyline) -> Iterator[Turn]:
    """The arcs at the corners of a way; an open one has none at its ends.

    >>> turn, = turns(Polyline(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)), bend=0.2))
    >>> turn.start, turn.end, turn.radius, turn.clockwise
    ((0.8, 0.0), (1.0, 0.2), 0.2, True)
    """
    count = len(way.points)
    for i in range(count) if way.closed else range(1, count - 1):
        corner, reach = way.points[i], way.bend
        before, after = (direction(corner, way.points[other % count]) for other in (i - 1, i + 1))
        cosine = before[0] * after[0] + before[1] * after[1]
        radius = arc_radius(before, after, reach)
        # The handle of a cubic curve that comes nearest to an arc of the angle that is turned by.
        handle = 4 / 3 * tan(acos(min(1.0, max(-1.0, -cosine))) / 4) * radius
        yield Turn(
            _along(corner, before, reach),
            (_along(corner, before, reach - handle), _along(corner, after, reach - handle)),
            _along(corner, after, reach),
            radius,
            before[0] * after[1] - before[1] * after[0] < 0,
        )


def _along(point: Point, way: Vector, length: float) -> Point:
    return point[0] + way[0] * length, point[1] + way[1] * length
