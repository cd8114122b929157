"""Penrose tilings of kites and darts (P2) and of two rhombs (P3), as Loopy lays them.

Each tile is cut into two triangles that mirror each other. A triangle divides exactly into two or
three of the next smaller size, whose sides are shorter by the golden ratio φ. Dividing again and
again, and enlarging as often, covers more and more of the plane with triangles of one size. A patch
names a small triangle, the triangle that it is part of, and so on up to one that covers the window.
Dividing that one finds everything in the window, and what lies elsewhere is dropped on the way.

Penrose, "The rôle of aesthetics in pure and applied mathematical research" (1974); the triangles:
Grünbaum and Shephard, "Tilings and Patterns" (1987), chapter 10.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import sqrt
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct

from puzzle.tilings.exact import ONE, TENTHS, ZERO, Number, minus, plus
from puzzle.tilings.patches import (
    MAX_LEVELS,
    Coordinates,
    TilingWindow,
    found_from,
    malformed,
    outdated,
    trimmed,
)
from puzzle.tilings.tiles import Tile

_Triangle: TypeAlias = tuple[Number, Number, Number]
"""Three corners, counterclockwise if y grows upwards; side i joins corners i and i + 1."""

_GOLDEN: Number = (1, 0, 1, -1)
_SHORTER: Number = (0, 0, 1, -1)
"""The golden ratio φ, and 1/φ = φ - 1."""


class _Kind(Struct, frozen=True):
    """One of the triangles, each half of a tile.

    - `base` is the length of side 0, and `apex` the corner across from it, where side 0 runs from
      0 to the right.
    - `twin` is the side along which the other half of the tile lies.
    - `parts` are the triangles into which it divides: the kind and the corners of each. A number is
      a corner of the whole; "2+" is the place on side 2 at 1/φ of its length, and "2-" the same
      from the other end of the side.
    """

    base: Number
    apex: Number
    twin: int
    parts: Mapping[str, str]


_TALL = TENTHS.turned(ONE, 2)
_LOW = TENTHS.turned(_SHORTER, 1)
_WIDE = TENTHS.turned(ONE, 1)

_KINDS: Mapping[str, _Kind] = MappingProxyType(
    {
        # Kites, and darts
        "A": _Kind(_SHORTER, _TALL, 2, {"A": "2+ 0 1", "B": "1+ 2+ 1", "U": "2 2+ 1+"}),
        "B": _Kind(_SHORTER, _TALL, 1, {"A": "1- 2- 0", "B": "1 1- 0", "V": "1- 2 2-"}),
        "U": _Kind(ONE, _LOW, 2, {"B": "0+ 2 0", "U": "1 2 0+"}),
        "V": _Kind(ONE, _LOW, 1, {"A": "2 0- 1", "V": "2 0 0-"}),
        # Thin rhombs, and thick rhombs
        "C": _Kind(_SHORTER, _TALL, 0, {"C": "1 1- 0", "Y": "2 0 1-"}),
        "D": _Kind(_SHORTER, _TALL, 0, {"D": "2+ 0 1", "X": "1 2 2+"}),
        "X": _Kind(_GOLDEN, _WIDE, 0, {"C": "2 2- 0+", "X": "1 2 0+", "Y": "0 0+ 2-"}),
        "Y": _Kind(_GOLDEN, _WIDE, 0, {"D": "1+ 2 0-", "X": "0- 1 1+", "Y": "2 0 0-"}),
    }
)
_PATCH = re.compile(rf"(?P<turn>[0-9])(?P<corner>[0-2])(?P<path>[A-Z]{{1,{MAX_LEVELS}}})")


def kite_tiles(cols: int, rows: int, patch: str) -> list[Tile]:
    """The kites and darts of a board; raises `NotationError` if there is no such patch.

    >>> tiles = kite_tiles(5, 4, "40AABAVBBBB")
    >>> len(tiles), tiles[0]
    (5, ((274, 111), (220, 185), (132, 213), (132, 65)))
    """
    return _tiles(patch, "ABUV", _window(cols, rows, 44, 37))


def rhomb_tiles(cols: int, rows: int, patch: str) -> list[Tile]:
    """The thick and thin rhombs of a board; raises `NotationError` if there is no such patch.

    >>> len(rhomb_tiles(3, 3, "60DDYXXDDDY"))
    3
    """
    return _tiles(patch, "CDXY", _window(cols, rows, 35, 30))


def _tiles(patch: str, letters: str, window: TilingWindow) -> list[Tile]:
    kinds, triangles, first = _triangles(patch, letters, window)
    inside = [all(map(window.holds, triangle)) for triangle in triangles]
    found = found_from(triangles, inside, first)
    return trimmed([tuple(map(window.point, tile)) for tile in _joined(kinds, triangles, found)])


def _window(cols: int, rows: int, width: int, height: int) -> TilingWindow:
    """The window round the number 0, for units of so many pixels."""
    x_units, y_units = 100 * cols // width, 100 * rows // height
    left, top = x_units // 2, y_units // 2
    return TilingWindow(
        coordinates=_coordinates,
        root=sqrt(5),
        across=(left - x_units, left),
        down=(-top, y_units - top),
        origin=(left, top),
        unit=(width, height),
    )


def _coordinates(number: Number) -> Coordinates:
    """The x and y of a number; the board lies on its side, with the real axis pointing down.

    The number is y/4 + ix·sin(36°)/2.
    """
    a, b, c, d = number
    return (2 * b + c + d, c + d), (4 * a + b - c + d, b + c - d)


def _triangles(
    patch: str, letters: str, window: TilingWindow
) -> tuple[Sequence[str], Sequence[_Triangle], int]:
    """The kinds and the corners of the triangles round the window, and the number of the first.

    The triangle that the patch names first has its side 0 in the given direction, and the given
    corner at 0. The largest triangle is first put anywhere, then moved to where this is so.
    """
    if patch.startswith("G"):
        raise outdated()
    found = _PATCH.fullmatch(patch)
    if not found or not _is_possible(path := found["path"], letters):
        raise malformed()
    named = whole = _largest(path)
    for kind, part in pairwise(reversed(path)):
        named = _part(named, _KINDS[kind].parts[part])
    origin = named[int(found["corner"])]
    turn = int(found["turn"]) - _direction(path[0], named)

    def moved(triangle: _Triangle) -> _Triangle:
        one, two, three = (TENTHS.turned(minus(corner, origin), turn) for corner in triangle)
        return one, two, three

    triangles = [(path[-1], moved(whole))]
    for _ in path[1:]:
        triangles = [
            (kind, part)
            for parent, triangle in triangles
            for kind, corners in _KINDS[parent].parts.items()
            if window.meets(part := _part(triangle, corners))
        ]
    kinds, corners = zip(*triangles, strict=True)
    return kinds, corners, triangles.index((path[0], moved(named)))


def _is_possible(path: str, letters: str) -> bool:
    """Whether each triangle of a path is of this tiling and a part of the one after it."""
    return set(path) <= set(letters) and all(
        part in _KINDS[whole].parts for part, whole in pairwise(path)
    )


def _largest(path: str) -> _Triangle:
    """The last triangle of a path, with its side 0 to the right of 0."""
    size = ONE
    for _ in path[1:]:
        size = TENTHS.times(size, _GOLDEN)
    kind = _KINDS[path[-1]]
    return ZERO, TENTHS.times(kind.base, size), TENTHS.times(kind.apex, size)


def _direction(kind: str, triangle: _Triangle) -> int:
    """The direction of side 0 of a small triangle, in tenths of a turn."""
    base = minus(triangle[1], triangle[0])
    return next(turn for turn in range(10) if TENTHS.turned(_KINDS[kind].base, turn) == base)


def _part(whole: _Triangle, corners: str) -> _Triangle:
    """A part of a triangle by the letters of its corners."""
    one, two, three = (_corner(whole, *letters) for letters in corners.split())
    return one, two, three


def _corner(whole: _Triangle, number: str, end: str = "") -> Number:
    start = int(number)
    if not end:
        return whole[start]
    one, other = whole[start], whole[(start + 1) % 3]
    if end == "-":
        one, other = other, one
    return plus(one, TENTHS.times(minus(other, one), _SHORTER))


def _joined(
    kinds: Sequence[str], triangles: Sequence[_Triangle], found: Mapping[int, int]
) -> Iterator[tuple[Number, Number, Number, Number]]:
    """The tiles with both halves among the triangles found.

    A tile is complete when the walk comes to its second half, or passes from one half to the other
    with both known already.
    """
    owners = {}
    for number in found:
        side = _KINDS[kinds[number]].twin
        owners[triangles[number][side], triangles[number][(side + 1) % 3]] = number
    complete = set()
    for (start, end), number in owners.items():
        twin = owners.get((end, start))
        if twin is None or found[twin] == number or twin in complete:
            continue
        complete.add(number)
        apex, other_apex = (
            triangles[half][_KINDS[kinds[half]].twin - 1] for half in (number, twin)
        )
        yield other_apex, start, apex, end
