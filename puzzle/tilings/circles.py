"""The largest circle in a polygon, where its clue is drawn.

The centre of a dart or a hat, as the mean of its corners, lies near its border; the centre of the
largest circle has the most room around. It is found as V. Agafonkin's polylabel does: squares
that cover the polygon are divided where a better centre could still be.

Source: https://github.com/mapbox/polylabel
"""

from functools import lru_cache
from heapq import heappop, heappush
from math import hypot, inf, sqrt
from typing import NamedTuple

from puzzle.names import mean_of
from puzzle.tilings.tiles import Point, Tile

PRECISION = 1e-4
"""By how much a found radius may be too small, as a share of the size of the polygon."""


class Incircle(NamedTuple):
    """A circle, in the units of the polygon."""

    x: float
    y: float
    radius: float


def largest_circle(tile: Tile) -> Incircle:
    """The largest circle inside a polygon.

    >>> largest_circle(((10, 10), (14, 10), (14, 14), (10, 14)))
    Incircle(x=12.0, y=12.0, radius=2.0)
    """
    left, top = min(x for x, _ in tile), min(y for _, y in tile)
    found = _circle_of(tuple((x - left, y - top) for x, y in tile))
    return Incircle(found.x + left, found.y + top, found.radius)


@lru_cache(maxsize=512)
def _circle_of(shape: Tile) -> Incircle:
    """The circle in a polygon that touches both axes; a board has few such shapes."""
    width, height = max(x for x, _ in shape), max(y for _, y in shape)
    side = min(width, height) / 2
    best = _circle_at(shape, *mean_of(shape))
    waiting: list[tuple[float, float, float, float]] = []

    def look(x: float, y: float, half: float) -> None:
        nonlocal best
        here = _circle_at(shape, x, y)
        best = max(best, here, key=lambda circle: circle.radius)
        heappush(waiting, (-(here.radius + half * sqrt(2)), x, y, half))

    for col in range(int(width / side) + 1):
        for row in range(int(height / side) + 1):
            look((col + 0.5) * side, (row + 0.5) * side, side / 2)
    while waiting:
        bound, x, y, half = heappop(waiting)
        if -bound - best.radius <= PRECISION * max(width, height):
            break
        for right, down in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            look(x + right * half / 2, y + down * half / 2, half / 2)
    return best


def _circle_at(shape: Tile, x: float, y: float) -> Incircle:
    """The largest circle around a point; its radius is below 0 outside the polygon."""
    nearest, inside = inf, False
    for start, end in zip(shape, (*shape[1:], shape[0]), strict=True):
        nearest = min(nearest, _distance(x, y, start, end))
        if (start[1] > y) != (end[1] > y):
            across = start[0] + (y - start[1]) * (end[0] - start[0]) / (end[1] - start[1])
            inside ^= x < across
    return Incircle(x, y, nearest if inside else -nearest)


def _distance(x: float, y: float, start: Point, end: Point) -> float:
    """The distance of a point from a side."""
    right, down = end[0] - start[0], end[1] - start[1]
    along = ((x - start[0]) * right + (y - start[1]) * down) / (right**2 + down**2)
    along = min(1.0, max(0.0, along))
    return hypot(x - start[0] - along * right, y - start[1] - along * down)
