"""Outlines as the path data of SVG (www.w3.org/TR/SVG11/paths.html)."""

from renderer.outlines import Circle, Outline, Polyline, turns
from renderer.shapes import Point


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
    parts = [] if polyline.closed else [_start(polyline.points[0])]
    for turn in turns(polyline):
        radius, sweep = number(turn.radius), int(turn.clockwise)
        parts.append(f"{'L' if parts else 'M'}{_pair(turn.start)}A{radius} {radius} 0 0 {sweep} ")
        parts.append(_pair(turn.end))
    return "".join(parts) + ("Z" if polyline.closed else f"L{_pair(polyline.points[-1])}")


def _straight(polyline: Polyline) -> str:
    return "M" + "L".join(map(_pair, polyline.points)) + ("Z" if polyline.closed else "")


def _start(point: Point) -> str:
    return f"M{_pair(point)}"


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def number(value: float) -> str:
    """A number with at most four digits behind the point.

    >>> number(0.5), number(2 / 3)
    ('0.5', '0.6667')
    """
    return f"{round(value, 4):g}"
