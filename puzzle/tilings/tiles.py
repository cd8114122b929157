"""Tiles as the corners that they have on the screen, and the `Grid` that they make.

The dots, edges and cells of the grid are numbered in the order in which the tiles name them.
Places are named by the rows and columns in which they lie. A clue is drawn at the centre of the
largest circle in its tile: the centre of a dart or a hat, as the mean of its corners, lies near its
border; the centre of the largest circle has the most room around. It is found as V. Agafonkin's
polylabel does: squares that cover the polygon are divided where a better centre could still be.

Source: https://github.com/mapbox/polylabel
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count
from math import dist, hypot, inf, sqrt
from typing import NamedTuple, TypeAlias, TypeVar

from puzzle.grid import OUTSIDE, Grid, GridKey, edges_at_dots
from puzzle.names import AxisLabels, Coord, column_name, mean_of

Point: TypeAlias = tuple[int, int]
"""A place on the screen as (x, y); y grows downwards."""

Tile: TypeAlias = tuple[Point, ...]
"""The corners of a tile, clockwise on the screen."""
Corner = TypeVar("Corner")

PRECISION = 1e-4
"""By how much a found radius may be too small, as a share of the size of the polygon."""


def sides_of(tile: Sequence[Corner]) -> Iterator[tuple[Corner, Corner]]:
    """The sides of a tile, each by its two corners."""
    return zip(tile, (*tile[1:], tile[0]), strict=True)


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
    for start, end in sides_of(shape):
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


TOLERANCE = 0.1
"""Places this much apart, in shortest edges, are in one row or column if all names differ then."""


class AxisNames:
    """Names of letters by the distinct columns and numbers by the distinct rows of the places.

    Cells and dots are counted apart. On a honeycomb, cells of neighbouring columns are half a
    cell apart, so they have different rows: A1 is beside B2, and there is no B1.

    >>> names = AxisNames([(1.0, 1.0), (2.0, 2.5)], [(0.0, 0.0)])
    >>> names.cell((2.0, 2.5)), names.cell_place("a1"), names.cell_place("A2")
    ('B2', (1.0, 1.0), None)
    """

    def __init__(self, cells: Sequence[Coord], dots: Sequence[Coord]) -> None:
        self._cells = _names(cells)
        self._dots = _names(dots)
        self._cell_places = {name: place for place, name in self._cells.items()}
        self._dot_places = {name: place for place, name in self._dots.items()}

    def cell(self, place: Coord) -> str:
        """The column and row of a cell."""
        return self._cells[place]

    def dot(self, place: Coord) -> str:
        """The column and row of a dot."""
        return self._dots[place]

    def cell_place(self, name: str) -> Coord | None:
        """The centre of the cell in a column and row; None where there is none."""
        return self._cell_places.get(name.upper())

    def dot_place(self, name: str) -> Coord | None:
        """The position of the dot in a column and row; None where there is none."""
        return self._dot_places.get(name.upper())

    def labels(self, places: Iterable[Coord]) -> AxisLabels:
        """The numbers of rows and the letters of columns, at the first place in each."""
        rows: dict[str, float] = {}
        columns: dict[str, float] = {}
        for place in sorted(places):
            name = self._cells.get(place) or self._dots[place]
            letters = name.rstrip("0123456789")
            rows.setdefault(name.removeprefix(letters), place[0])
            columns.setdefault(letters, place[1])
        by_column = sorted(columns.items(), key=lambda item: item[1])
        return AxisLabels(
            {row: text for text, row in rows.items()}, {col: text for text, col in by_column}
        )


def _names(places: Sequence[Coord]) -> Mapping[Coord, str]:
    """The name of each place; no two have the same."""
    for halved in count():
        tolerance = TOLERANCE / 2**halved
        rows, cols = (_numbers([place[axis] for place in places], tolerance) for axis in (0, 1))
        names = {place: f"{column_name(cols[place[1]])}{rows[place[0]] + 1}" for place in places}
        if len(set(names.values())) == len(names):
            return names
    raise AssertionError("places differ")


def _numbers(values: Iterable[float], tolerance: float) -> dict[float, int]:
    """For each value its number from 0, the same for those within a tolerance of the least."""
    numbers: dict[float, int] = {}
    number, least = -1, -tolerance
    for value in sorted(set(values)):
        if number < 0 or value - least > tolerance:
            number, least = number + 1, value
        numbers[value] = number
    return numbers


def assemble(key: GridKey, tiles: list[Tile], builder: Callable[[GridKey], Grid]) -> Grid:
    """The grid of tiles, whose equal corners are the same dots; `builder` made them from `key`.

    The cells are in the order of the tiles. Dots are numbered when a tile first has them as a
    corner, edges when it first has them as a side. All is shifted so that the least coordinates
    are 0, and scaled so that the shortest edge has the length 1.
    """
    left, top = (min(point[axis] for tile in tiles for point in tile) for axis in (0, 1))
    numbers = {point: i for i, point in enumerate(dict.fromkeys(p for tile in tiles for p in tile))}
    sides = [[(numbers[a], numbers[b]) for a, b in sides_of(tile)] for tile in tiles]
    edges = list(dict.fromkeys((min(side), max(side)) for around in sides for side in around))
    edge_index = {ends: edge for edge, ends in enumerate(edges)}
    beside = [[OUTSIDE, OUTSIDE] for _ in edges]
    for cell, around in enumerate(sides):
        for a, b in around:  # going clockwise, the cell is on the right
            beside[edge_index[min(a, b), max(a, b)]][a < b] = cell
    points = list(numbers)
    unit = min(dist(points[a], points[b]) for a, b in edges)
    circles = [largest_circle(tile) for tile in tiles]

    def place(x: float, y: float) -> Coord:
        return (y - top) / unit, (x - left) / unit

    dots = tuple(place(x, y) for x, y in points)
    cells = tuple(place(circle.x, circle.y) for circle in circles)
    return Grid(
        key=key,
        builder=builder,
        dots=dots,
        cells=cells,
        cell_radii=tuple(circle.radius / unit for circle in circles),
        edge_dots=tuple(edges),
        edge_cells=tuple((first, second) for first, second in beside),
        dot_edges=edges_at_dots(len(dots), edges),
        cell_edges=tuple(
            tuple(edge_index[min(side), max(side)] for side in around) for around in sides
        ),
        cell_dots=tuple(tuple(a for a, _ in around) for around in sides),
        names=AxisNames(cells, dots),
    )
