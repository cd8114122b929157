"""Parts of aperiodic tilings: their descriptions, their windows, and the trimming of their border.

An aperiodic board is a window onto an endless tiling. Loopy describes where the window lies by
Simon Tatham's combinatorial coordinates: the small tile at a known place in the window, the larger
tile that it is part of, the still larger one round that, and so on. The text is a patch; it is
good if the last tile named covers the window. A walk from tile to tile finds the tiles inside the
window. Trimming takes their ragged border away, after which the part is a disc.

Source: https://www.chiark.greenend.org.uk/~sgtatham/quasiblog/aperiodic-tilings/
"""

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from puzzle.errors import NotationError
from puzzle.lazy_messages import LazyMessage, lazy
from puzzle.tilings.exact import Number
from puzzle.tilings.tiles import Point, Tile, sides_of

MAX_LEVELS = 60
"""The largest number of tiles round each other in a patch; Loopy needs about twenty."""

_NAME = lazy("a Loopy game ID")
_COPY = lazy("copy the whole ID from Loopy again")


def malformed() -> NotationError:
    """The error for a patch that names no tile."""
    return _error(lazy("there is no valid description of the grid"), _COPY)


def outdated() -> NotationError:
    """The error for a Penrose patch of Loopy before 2023, where rounded numbers decide."""
    return _error(
        lazy("the grid is described as in Loopy before 2023, which only Loopy can read"),
        lazy("let Loopy make a new puzzle and copy its ID"),
    )


def too_short() -> NotationError:
    """The error for a patch whose largest tile does not cover the window."""
    return _error(lazy("the description of the grid is too short for a board of this size"), _COPY)


def _error(problem: LazyMessage, remedy: LazyMessage) -> NotationError:
    return NotationError(_NAME, problem, lazy('before the "_"'), remedy)


def no_tiles() -> NotationError:
    """The error for a window in which no tile is left after trimming."""
    return NotationError(
        _NAME,
        lazy("the board is too small for the tiles of this tiling"),
        remedy=lazy("choose a larger size in Loopy"),
    )


Coordinates: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""The coordinates x and y of a place, each as (m, n) for m + n·r with an irrational r."""


class TilingWindow(Struct, frozen=True):
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
    owners = {side: number for number, tile in enumerate(tiles) for side in sides_of(tile)}
    found = {first: first} if inside[first] else {}
    waiting = deque(found)
    while waiting:
        number = waiting.popleft()
        for start, end in sides_of(tiles[number]):
            beyond = owners.get((end, start))
            if beyond is None:
                raise too_short()
            if inside[beyond] and beyond not in found:
                found[beyond] = number
                waiting.append(beyond)
    return found


def trimmed(tiles: Sequence[Tile]) -> list[Tile]:
    """The tiles with a corner in the largest inner part, in their order.

    A point is landlocked if every edge at it has tiles on both sides. An inner part is a set of
    landlocked points joined by such edges. The tiles round one part leave no hole and touch each
    other along edges, while tiles elsewhere may hang on by a single corner or not at all.
    Raises `NotationError` if no point is landlocked.

    >>> middle, ring = (0, 0), [(1, -1), (1, 1), (-1, 1), (-1, -1)]
    >>> square = [(middle, ring[i - 1], ring[i]) for i in range(4)]
    >>> trimmed([((1, 1), (5, 1), (1, 5)), *square]) == square
    True
    """
    inner = _largest_part(_landlocked(tiles))
    if not inner:
        raise no_tiles()
    return [tile for tile in tiles if not inner.isdisjoint(tile)]


def _landlocked(tiles: Sequence[Tile]) -> dict[Point, list[Point]]:
    """The landlocked points, each with the points at the other ends of its edges."""
    sides = Counter(frozenset(side) for tile in tiles for side in sides_of(tile))
    coast = {point for side, count in sides.items() if count == 1 for point in side}
    neighbours: dict[Point, list[Point]] = defaultdict(list)
    for tile in tiles:
        for start, end in sides_of(tile):
            if start not in coast:
                neighbours[start].append(end)
    return neighbours


def _largest_part(neighbours: Mapping[Point, list[Point]]) -> set[Point]:
    """The largest connected set of the points; the first of several."""
    largest: set[Point] = set()
    seen: set[Point] = set()
    for point in neighbours:
        if point in seen:
            continue
        part = {point}
        waiting = [point]
        while waiting:
            for end in neighbours[waiting.pop()]:
                if end in neighbours and end not in part:
                    part.add(end)
                    waiting.append(end)
        seen |= part
        largest = max(largest, part, key=len)
    return largest
