"""What holds for the tiles of every board of an aperiodic tiling."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeAlias

from hypothesis import reject
from hypothesis import strategies as st

from puzzle.errors import NotationError
from puzzle.tilings.tiles import Point, Tile

Tiler: TypeAlias = Callable[[int, int, str], list[Tile]]

SIDES = st.integers(6, 9)


def area(tile: Tile) -> int:
    """Twice the area; negative if the corners are counterclockwise on the screen."""
    return sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in edges(tile))


def edges(tile: Tile) -> Iterator[tuple[Point, Point]]:
    return zip(tile, tile[1:] + tile[:1], strict=True)


def laid(tiler: Tiler, cols: int, rows: int, patch: str) -> list[Tile]:
    """The tiles of a random patch; patches that lie at the border of their tile are rejected."""
    try:
        return tiler(cols, rows, patch)
    except NotationError as error:
        if "is too short for a board of this size" not in str(error):
            raise
        reject()


def check_disc(tiles: list[Tile]) -> None:
    """The tiles are clockwise and make a disc without holes: no border touches itself."""
    assert all(area(tile) > 0 for tile in tiles)
    directed = Counter(edge for tile in tiles for edge in edges(tile))
    assert set(directed.values()) == {1}
    undirected = Counter(frozenset(edge) for edge in directed)
    points = {point for tile in tiles for point in tile}
    assert len(points) == len(undirected) - len(tiles) + 1
    border = {start: end for start, end in directed if (end, start) not in directed}
    assert len(border) == list(undirected.values()).count(1)
    start = point = next(iter(border))
    steps = 0
    while steps == 0 or point != start:
        point, steps = border[point], steps + 1
    assert steps == len(border)
