"""Trimming of the ragged border of a patch, after which the patch is a disc."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from puzzle.tilings.patches import no_tiles
from puzzle.tilings.tiles import Point, Tile


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
    sides = Counter(frozenset(side) for tile in tiles for side in _edges(tile))
    coast = {point for side, count in sides.items() if count == 1 for point in side}
    neighbours: dict[Point, list[Point]] = defaultdict(list)
    for tile in tiles:
        for start, end in _edges(tile):
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


def _edges(tile: Tile) -> Iterator[tuple[Point, Point]]:
    return zip(tile, (*tile[1:], tile[0]), strict=True)
