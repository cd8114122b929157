"""Tilings of spectres, a single shape with fourteen equal sides that never repeats.

A spectre is not mirrored anywhere in a tiling. Spectres, two of which may stand for one, group into
clusters of seven or eight, clusters into larger ones in the same way but mirrored, and so on. There
are nine kinds of cluster. They differ in the kinds of their parts, never in where the parts lie:
a cluster meets others at four key points, and parts lie where their key points meet.

Smith, Myers, Kaplan and Goodman-Strauss, "A chiral aperiodic monotile", arXiv 2305.17743; the path
upwards in a patch: Tatham, https://www.chiark.greenend.org.uk/~sgtatham/quasiblog/aperiodic-spectre/
"""

import re
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from math import hypot, sqrt
from types import MappingProxyType

from msgspec import Struct

from puzzle.tilings.exact import ONE, TWELFTHS, ZERO, Number, minus, plus
from puzzle.tilings.patches import (
    MAX_LEVELS,
    Coordinates,
    TilingWindow,
    found_from,
    malformed,
    no_tiles,
    trimmed,
)
from puzzle.tilings.tiles import Tile

_PARTS: Mapping[str, str] = MappingProxyType(
    {
        "G": "FXGSPDJ",
        "D": "FPGSXDFX",
        "J": "FPGSYDFP",
        "L": "FPGSYDFX",
        "X": "FYGSYDFP",
        "P": "FYGSYDFX",
        "S": "LPGSXDFX",
        "F": "FPGSYDFY",
        "Y": "FYGSYDFY",
    }
)
"""The kinds of the parts of each kind of cluster, by number. The kinds are Γ, Δ, Θ, Λ, Ξ, Π, Σ, Φ
and Ψ in the paper. Γ lacks the last part; the smallest clusters are one spectre, and Γ two."""

_SLOTS = (6, 5, 7, 4, 0, 1, 3, 2)
"""The slot of each part, by number; slots are numbered in the order in which they are laid."""

_STEPS = ((2, 1, 3), (0, 0, 2), (2, 1, 3), (2, 1, 3), (0, 0, 2), (2, 1, 3), (-4, 3, 3))
"""For each slot but the first: the turn from the slot before it in twelfths, and which of its key
points meets which key point of the slot before it."""

_SUPER_KEYS = ((6, 2), (5, 1), (3, 2), (0, 1))
"""The key points of a cluster, each as a slot and one of the key points of the part there."""

_TURNS = (-3, -2, 3, -2, -3, 2, -3, 2, -3, -2, 0, -2, 3, -2)
"""The turns at the corners of a spectre, in twelfths; a corner with turn 0 divides a long side."""

_KEYS = (3, 1, 13, 9)
"""The corners of a spectre that are its key points."""

_SIDE = minus(ONE, TWELFTHS.turned(ONE, 3))
"""The first side of a spectre: 1 - i, as Loopy lays it."""

_START: Number = (-2, 0, 4, 0)
"""The first corner of the spectre that a patch names, where its first side is `_SIDE`."""

_PATCH = re.compile(
    rf"(?P<turn>[0-9AB])(?P<number>[01])(?P<path>[0-7]{{0,{MAX_LEVELS}}})(?P<kind>[GDJLXPSFY])"
)


def spectre_tiles(cols: int, rows: int, patch: str) -> list[Tile]:
    """The spectres of a board; raises `NotationError` if there is no such patch.

    >>> tiles = spectre_tiles(6, 6, "805365F")
    >>> len(tiles), tiles[0][:3]
    (12, ((216, 196), (194, 202), (178, 186)))
    """
    window = _window(cols, rows)
    spectres, first = _spectres(patch, window)
    inside = [all(map(window.holds, spectre)) for spectre in spectres]
    found = found_from(spectres, inside, first)
    return trimmed([tuple(map(window.point, spectres[number])) for number in found])


def _window(cols: int, rows: int) -> TilingWindow:
    """The window round the number 0."""
    width, height = 7 * cols, 7 * rows
    left, top = width // 2, height // 2
    return TilingWindow(
        coordinates=_coordinates,
        root=sqrt(3),
        across=(-left, width - left),
        down=(-top, height - top),
        origin=(left, top),
        unit=(8, 8),
    )


def _coordinates(number: Number) -> Coordinates:
    """The x and y of a number, which is (x - iy)/2."""
    a, b, c, d = number
    return (2 * a + c, b), (-b - 2 * d, -c)


class _Motion(Struct, frozen=True):
    """A motion of the plane: a number is mirrored in the real axis or not, turned, then shifted."""

    turn: int = 0
    mirrored: bool = False
    shift: Number = ZERO

    def __call__(self, number: Number) -> Number:
        if self.mirrored:
            number = TWELFTHS.mirrored(number)
        return plus(TWELFTHS.turned(number, self.turn), self.shift)

    def after(self, other: "_Motion") -> "_Motion":
        """The motion that moves by another one first."""
        turn = self.turn + (-other.turn if self.mirrored else other.turn)
        return _Motion(turn, self.mirrored != other.mirrored, self(other.shift))

    def inverse(self) -> "_Motion":
        """The motion that undoes this one."""
        back = _Motion(self.turn if self.mirrored else -self.turn, self.mirrored)
        return _Motion(back.turn, back.mirrored, minus(ZERO, back(self.shift)))


class _Cluster(Struct, frozen=True):
    """What the clusters of one size have in common, each laid where its first part would be.

    `parts` are the motions that lay the parts, by number. Everything is within `radius` of
    `middle`, in units of the window.
    """

    parts: tuple[_Motion, ...]
    keys: tuple[Number, ...]
    middle: Number
    radius: float


def _outline() -> tuple[Number, ...]:
    """The corners of the spectre whose first side begins at 0, clockwise if y grows upwards."""
    sides = (TWELFTHS.turned(_SIDE, turn) for turn in accumulate(_TURNS[1:], initial=0))
    return tuple(accumulate(sides, plus, initial=ZERO))[:-1]


_OUTLINE = _outline()


def _smallest() -> _Cluster:
    """The cluster of one spectre, or of two as in Γ."""
    shift = minus(_OUTLINE[12], TWELFTHS.turned(_OUTLINE[6], 1))
    parts = _Motion(), _Motion(1, shift=shift)
    corners = [part(corner) for part in parts for corner in _OUTLINE]
    keys = tuple(_OUTLINE[corner] for corner in _KEYS)
    return _Cluster(parts, keys, *_circle(corners))


def _larger(part: _Cluster) -> _Cluster:
    """The cluster of eight clusters: they are laid slot by slot, and then mirrored together."""
    slots = [_Motion()]
    for turn, key, other_key in _STEPS:
        turned = _Motion(slots[-1].turn + turn)
        shift = minus(slots[-1](part.keys[other_key]), turned(part.keys[key]))
        slots.append(_Motion(turned.turn, shift=shift))
    slots = [_Motion(6, mirrored=True).after(slot) for slot in slots]
    middle, radius = _circle([slot(part.middle) for slot in slots])
    return _Cluster(
        parts=tuple(slots[slot] for slot in _SLOTS),
        keys=tuple(slots[slot](part.keys[key]) for slot, key in _SUPER_KEYS),
        middle=middle,
        radius=radius + part.radius,
    )


def _circle(places: Sequence[Number]) -> tuple[Number, float]:
    """The place that is nearest to the farthest of the others, and how far that one is away."""

    def reach(middle: Number) -> float:
        return max(_length(minus(place, middle)) for place in places)

    middle = min(places, key=reach)
    return middle, reach(middle)


def _length(number: Number) -> float:
    (x, x_root), (y, y_root) = _coordinates(number)
    return hypot(x + x_root * sqrt(3), y + y_root * sqrt(3))


def _spectres(patch: str, window: TilingWindow) -> tuple[list[tuple[Number, ...]], int]:
    """The corners of the spectres round the window, and the number of the one named first.

    That one has the given direction and a fixed place; the largest cluster lies accordingly.
    """
    found = _PATCH.fullmatch(patch)
    if not found or not _is_possible(found["kind"], found["path"], found["number"]):
        raise malformed()
    sizes = list(accumulate(found["path"], lambda part, _: _larger(part), initial=_smallest()))
    named = _Motion()
    for size, number in zip(sizes, found["number"] + found["path"], strict=True):
        named = size.parts[int(number)].after(named)
    turn = int(found["turn"], 12)
    first = _Motion(turn, shift=TWELFTHS.turned(_START, turn))
    laid = [(found["kind"], first.after(named.inverse()))]
    for size, part in pairwise(reversed(sizes)):
        laid = [
            (kind, motion)
            for whole, around in laid
            for kind, motion in zip(_PARTS[whole], map(around.after, size.parts), strict=False)
            if window.meets([motion(part.middle)], part.radius)
        ]
    motions = [
        around.after(motion)
        for kind, around in laid
        for motion in sizes[0].parts[: _spectres_in(kind)]
    ]
    if first not in motions:
        raise no_tiles()
    return [tuple(map(motion, _OUTLINE)) for motion in motions], motions.index(first)


def _is_possible(kind: str, path: str, spectre: str) -> bool:
    """Whether each cluster of a path has the part that the path names, down to a spectre."""
    for number in reversed(path):
        if int(number) >= len(_PARTS[kind]):
            return False
        kind = _PARTS[kind][int(number)]
    return int(spectre) < _spectres_in(kind)


def _spectres_in(kind: str) -> int:
    return 2 if kind == "G" else 1
