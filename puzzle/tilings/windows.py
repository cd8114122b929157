"""The window of a board onto an endless tiling, and the walk from tile to tile inside it."""

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from puzzle.tilings.exact import Number
from puzzle.tilings.patches import too_short
from puzzle.tilings.tiles import Point

Coordinates: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""The coordinates x and y of a place, each as (m, n) for m + n·r with an irrational r."""


@dataclass(frozen=True, slots=True)
class TilingWindow:
    """A rectangle of the plane; its own coordinates are those of the screen, with y downwards.

    - `coordinates` turns a number into coordinates, whose irrational number r is `root`.
    - `across` and `down` are the least and the greatest x and y.
    - `origin` are the units left of and above the number 0 in the picture, and `unit` the width and
      height of a unit in pixels.
    """

    coordinates: Callable[[Number], Coordinates]
    root: float
    across: tuple[int, int]
    down: tuple[int, int]
    origin: Point
    unit: Point

    def place(self, number: Number) -> tuple[float, float]:
        """The coordinates of a number."""
        (x, x_root), (y, y_root) = self.coordinates(number)
        return x + x_root * self.root, y + y_root * self.root

    def holds(self, number: Number) -> bool:
        """Whether a number lies in the window or on its border."""
        return self.meets([number])

    def meets(self, numbers: Iterable[Number], margin: float = 0) -> bool:
        """Whether the upright box round some numbers, widened by a margin, meets the window."""
        places = [self.place(number) for number in numbers]
        xs, ys = [x for x, _ in places], [y for _, y in places]
        (left, right), (top, bottom) = self.across, self.down
        return (
            min(xs) - margin <= right
            and max(xs) + margin >= left
            and min(ys) - margin <= bottom
            and max(ys) + margin >= top
        )

    def point(self, number: Number) -> Point:
        """The pixel of a number. The parts m and n·r are rounded apart, as in Loopy."""
        (x, x_root), (y, y_root) = self.coordinates(number)
        (left, top), (width, height) = self.origin, self.unit
        return (
            width * (left + x) + round(width * x_root * self.root),
            height * (top + y) + round(height * y_root * self.root),
        )


def found_from(
    tiles: Sequence[Sequence[Hashable]], inside: Sequence[bool], first: int
) -> dict[int, int]:
    """The tiles inside the window, in the order of a breadth-first walk over their common sides.

    Each has the number of the tile from which it is found; the first its own. A tile is given by
    its corners, all tiles in the same sense of rotation, so that neighbours run along a side in
    opposite directions. Raises `NotationError` if there is no tile beyond a side of a tile inside:
    the tiles do not cover the window then.

    >>> found_from(["abc", "cbd", "bad", "acd"], [True, True, True, False], 1)
    {1: 1, 0: 1, 2: 1}
    """
    owners = {side: number for number, tile in enumerate(tiles) for side in _sides(tile)}
    found = {first: first} if inside[first] else {}
    waiting = deque(found)
    while waiting:
        number = waiting.popleft()
        for start, end in _sides(tiles[number]):
            beyond = owners.get((end, start))
            if beyond is None:
                raise too_short()
            if inside[beyond] and beyond not in found:
                found[beyond] = number
                waiting.append(beyond)
    return found


def _sides(tile: Sequence[Hashable]) -> Iterator[tuple[Hashable, Hashable]]:
    return zip(tile, (*tile[1:], tile[0]), strict=True)
