"""Tilings of hats, a single shape that tiles the plane without ever repeating.

A hat is eight kites of a lattice of triangles: each triangle is cut from its centre to the middles
of its sides. Hats, every seventh of them mirrored, group into four kinds of metatiles H, T, P and
F. Metatiles group into larger ones of the same kinds, and so on. The larger ones are not quite the
same shapes enlarged, so their size does not tell where their parts lie. Here a level is enlarged
one metatile after another: one of them is put somewhere, and each next one where its corners meet
those of a metatile that is in place. The parts at the border belong to both, and coincide.

Smith, Myers, Kaplan and Goodman-Strauss, "An aperiodic monotile", arXiv 2303.10798; the path
upwards in a patch: Tatham, https://www.chiark.greenend.org.uk/~sgtatham/quasiblog/aperiodic-tilings/
"""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import sqrt
from types import MappingProxyType
from typing import NamedTuple

from puzzle.tilings.patches import MAX_LEVELS, malformed, too_short, trimmed
from puzzle.tilings.tiles import Point, Tile

_OUTLINE = "-6,6 -9,6 -8,4 -6,3 -6,0 -3,-3 -2,-2 0,-3 0,0 3,0 2,2 0,3 -2,4 -3,3"
_TIPS = "-6,6 -6,6 -6,0 -6,0 0,0 0,0 0,0 0,0"
_KITES = "-7,5 -5,4 -5,1 -4,-1 -1,-1 -2,1 -1,2 1,1"
"""The corners of a hat; for each of its kites, the corner that is one of a triangle, and the middle
of the axis. A place (x, y) is x steps to the right and y steps in the direction a sixth of a turn
clockwise from there. The sides of the triangles are 6 steps long."""

_HATS: Mapping[str, str] = MappingProxyType(
    {
        "H": "6,0,0 6,6,4 0,12,0 0,6,3'",
        "T": "-2,10,2",
        "P": "-2,10,2 -2,16,1",
        "F": "0,6,2 0,12,1",
    }
)
"""The hats of each smallest metatile: shift, and turn before it in sixths; ' is mirrored first."""

_CORNERS: Mapping[str, str] = MappingProxyType(
    {
        "H": "0,0 4,-2 12,6 10,10 -6,18 -8,16",
        "T": "0,0 6,6 -6,12",
        "P": "0,0 4,4 -4,20 -8,16",
        "F": "0,0 4,-2 6,0 -2,16 -6,12",
    }
)
"""The corners of the metatiles of any size, in units of that size."""

_ENLARGED: Mapping[str, str] = MappingProxyType(
    {
        "H": "0,0 12,-6 30,12 24,24 -12,42 -18,36",
        "T": "0,0 12,12 -12,24",
        "P": "0,0 14,8 -4,44 -18,36",
        "F": "0,0 14,-4 18,6 0,42 -14,34",
    }
)
"""The same corners in units of the next smaller size."""

_PARTS: Mapping[str, str] = MappingProxyType(
    {
        "H": "H-4,20,0 H2,2,0 H8,26,4 T6,24,3 P-8,16,0 P4,34,4 P6,0,5 F-10,38,2 F-10,44,4"
        " F-4,2,0 F2,2,4 F26,14,0 F32,8,2",
        "T": "H10,10,2 P-6,0,0 P8,14,1 P18,6,2 F-14,34,3 F-8,-2,5 F22,4,1",
        "P": "H4,22,1 H10,10,2 P-6,0,0 P6,24,0 P8,14,1 F-20,40,5 F-14,34,3 F-8,-2,5 F4,46,2"
        " F10,10,0 F16,4,2",
        "F": "H8,20,1 H14,8,2 P10,22,0 P12,12,1 F-16,38,5 F-10,32,3 F-4,2,0 F2,2,4 F8,44,2"
        " F14,8,0 F20,2,2",
    }
)
"""The parts of each metatile, in units of their size: kind, shift from where its first corner
comes to lie, and turn."""

_MIDDLES: Mapping[str, Point] = MappingProxyType(
    {"H": (2, 8), "T": (0, 6), "P": (-2, 10), "F": (0, 6)}
)
"""About the middle of each metatile."""

_GROWTH = (3 + sqrt(5)) / 2
"""How many times as long as its parts a metatile is, on average: the golden ratio squared."""

_REACH = 60, 30
"""How far from the window a metatile is kept, as 2x + y and as y: twice what boards need."""

_PATCH = re.compile(
    rf"(?P<kite>[0-7]),(?P<hat>[0-3])(?P<path>(,1?[0-9]){{0,{MAX_LEVELS}}}),(?P<kind>[HTPF])"
)


class _Hat(NamedTuple):
    """Where a hat lies: mirrored in the x axis or not, then turned by sixths, then shifted."""

    turn: int
    shift: Point
    mirrored: bool


class _Metatile(NamedTuple):
    """Where a metatile lies: turned by sixths about its first corner, then shifted from 0."""

    kind: str
    turn: int
    shift: Point


class _Box(NamedTuple):
    """A part of the plane by its least and greatest 2x + y, which grows rightwards, and y."""

    left: float
    top: float
    right: float
    bottom: float

    def has(self, place: Point, margin: Point = (0, 0)) -> bool:
        """Whether a place is in the box, made larger by a margin, or on its border."""
        x, y = 2 * place[0] + place[1], place[1]
        return (
            self.left - margin[0] <= x <= self.right + margin[0]
            and self.top - margin[1] <= y <= self.bottom + margin[1]
        )

    def moved(self, by: Point) -> "_Box":
        """The box shifted."""
        x, y = 2 * by[0] + by[1], by[1]
        return _Box(self.left + x, self.top + y, self.right + x, self.bottom + y)

    def shrunk(self) -> "_Box":
        """About the same box in units of the next larger metatiles."""
        return _Box(*(side / _GROWTH for side in self))


def hat_tiles(cols: int, rows: int, patch: str) -> list[Tile]:
    """The hats of a board; raises `NotationError` if there is no such patch.

    >>> tiles = hat_tiles(6, 6, "7,0,0,10,6,10,6,F")
    >>> len(tiles), tiles[0][:3]
    (16, ((168, 0), (196, 0), (196, 16)))
    """
    window = _Box(0, 0, 12 * cols, 6 * rows)
    hats = _hats(patch, window)
    kites = sum(window.has(kite, (-1, 0)) for hat in hats for kite in _places(_KITES, hat))
    if kites < rows * (6 * cols - 1):  # in each row, the border cuts through the first and last
        raise too_short()
    inside = [hat for hat in hats if all(map(window.has, _places(_OUTLINE, hat)))]
    inside.sort(key=lambda hat: _rank(_places(_KITES, hat)[0], window))
    return trimmed([_tile(hat) for hat in inside])


def _tile(hat: _Hat) -> Tile:
    corners = tuple((14 * (2 * x + y) // 3, 8 * y) for x, y in _places(_OUTLINE, hat))
    return corners[::-1] if hat.mirrored else corners


def _rank(kite: Point, window: _Box) -> tuple[int, float]:
    """The rank of a kite in the window: by rows, to the right along the upper side of each row, and
    back to the left along its lower side."""
    row, height = divmod(kite[1], 6)
    across = 2 * kite[0] + kite[1]
    return row, across if height < 3 else 2 * window.right - across


def _hats(patch: str, window: _Box) -> list[_Hat]:
    """The hats in the window and round it."""
    chain, tip = _named(patch)
    boxes = [window.moved(tip)]
    for part in reversed(chain[1:]):
        boxes.append(boxes[-1].moved(part.shift).shrunk())
    tiles = [chain[0]]
    for (whole, part), box in zip(pairwise(chain), reversed(boxes[:-1]), strict=True):
        tiles = _divided(tiles, whole, part, box)
    return [
        _Hat(
            (tile.turn + hat.turn) % 6,
            _minus(_plus(tile.shift, _turned(hat.shift, tile.turn)), tip),
            hat.mirrored,
        )
        for tile in tiles
        for hat in _hats_of(tile.kind)
    ]


def _named(patch: str) -> tuple[list[_Metatile], Point]:
    """The metatiles that a patch names, from the largest on, and where the tip of its kite is.

    They are turned so that the kite is the first of the board. Each is shifted from where the first
    corner of the one before it comes to lie when that is enlarged, and the tip from the last.
    """
    found = _PATCH.fullmatch(patch)
    if not found:
        raise malformed()
    path = [int(number) for number in found["path"].split(",")[1:]]
    last = _chain(found["kind"], 0, path)[-1]
    hats = _hats_of(last.kind)
    if int(found["hat"]) >= len(hats):
        raise malformed()
    hat = hats[int(found["hat"])]
    tip, middle = (
        _turned(_places(places, hat)[int(found["kite"])], last.turn) for places in (_TIPS, _KITES)
    )
    turn = next(turn for turn in range(6) if _turned(_minus(middle, tip), turn) == (1, 1))
    return _chain(found["kind"], turn, path), _turned(tip, turn)


def _chain(kind: str, turn: int, path: Sequence[int]) -> list[_Metatile]:
    """A metatile, its part, the part of that and so on; the path has their numbers backwards."""
    chain = [_Metatile(kind, turn, (0, 0))]
    for number in reversed(path):
        parts = _parts(chain[-1].kind, chain[-1].turn)
        if number >= len(parts):
            raise malformed()
        chain.append(parts[number])
    return chain


def _divided(
    tiles: Collection[_Metatile], whole: _Metatile, part: _Metatile, box: _Box
) -> list[_Metatile]:
    """The parts of metatiles that are near the box, each once.

    `whole` has its first corner at 0, and `part`, which is one of its parts, will have it there.
    """
    parts: dict[_Metatile, None] = {}
    for tile, first in _enlarged(tiles, whole._replace(shift=(0, 0))).items():
        origin = _minus(first, part.shift)
        for kind, turn, shift in _parts(tile.kind, tile.turn):
            place = _plus(origin, shift)
            if box.has(_plus(place, _turned(_MIDDLES[kind], turn)), _REACH):
                parts[_Metatile(kind, turn, place)] = None
    return list(parts)


def _enlarged(tiles: Collection[_Metatile], start: _Metatile) -> dict[_Metatile, Point]:
    """Where the first corners of metatiles lie in units of their parts.

    `start` keeps its place at 0; all others follow from their common corners.
    """
    meeting: dict[Point, list[tuple[_Metatile, Point]]] = defaultdict(list)
    for tile in tiles:
        for corner, enlarged in _corners(tile.kind, tile.turn):
            meeting[_plus(tile.shift, corner)].append((tile, enlarged))
    firsts = {start: (0, 0)}
    waiting = [start]
    while waiting:
        tile = waiting.pop()
        for corner, enlarged in _corners(tile.kind, tile.turn):
            place = _plus(firsts[tile], enlarged)
            for other, its_enlarged in meeting.pop(_plus(tile.shift, corner), ()):
                if other not in firsts:
                    firsts[other] = _minus(place, its_enlarged)
                    waiting.append(other)
    return firsts


@cache
def _corners(kind: str, turn: int) -> tuple[tuple[Point, Point], ...]:
    """The corners of a turned metatile, in its units and in those of its parts."""
    corners, enlarged = (
        [_turned(place, turn) for place in _read(text)]
        for text in (_CORNERS[kind], _ENLARGED[kind])
    )
    return tuple(zip(corners, enlarged, strict=True))


@cache
def _parts(kind: str, turn: int) -> tuple[_Metatile, ...]:
    """The parts of a turned metatile whose enlarged first corner is at 0."""
    parts = []
    for text in _PARTS[kind].split():
        x, y, own_turn = map(int, text[1:].split(","))
        parts.append(_Metatile(text[0], (turn + own_turn) % 6, _turned((x, y), turn)))
    return tuple(parts)


@cache
def _hats_of(kind: str) -> tuple[_Hat, ...]:
    """The hats of a smallest metatile."""
    hats = []
    for text in _HATS[kind].split():
        x, y, turn = map(int, text.rstrip("'").split(","))
        hats.append(_Hat(turn, (x, y), text.endswith("'")))
    return tuple(hats)


def _places(text: str, hat: _Hat) -> list[Point]:
    """Where some places of a hat lie."""
    return [_plus(place, hat.shift) for place in _turned_places(text, hat.turn, hat.mirrored)]


@cache
def _turned_places(text: str, turn: int, mirrored: bool) -> tuple[Point, ...]:
    places = _read(text)
    if mirrored:
        places = [(x + y, -y) for x, y in places]
    return tuple(_turned(place, turn) for place in places)


def _read(text: str) -> list[Point]:
    """The places of a text such as "0,0 4,-2"."""
    return [(int(x), int(y)) for x, y in (place.split(",") for place in text.split())]


def _turned(place: Point, turn: int) -> Point:
    x, y = place
    for _ in range(turn % 6):
        x, y = -y, x + y
    return x, y


def _plus(one: Point, other: Point) -> Point:
    return one[0] + other[0], one[1] + other[1]


def _minus(one: Point, other: Point) -> Point:
    return one[0] - other[0], one[1] - other[1]
