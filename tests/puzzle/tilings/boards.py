"""Boards of Loopy's aperiodic tilings, and what holds for the tiles of every board."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

from hypothesis import reject
from hypothesis import strategies as st

from puzzle.errors import NotationError
from puzzle.tilings.tiles import Point, Tile
from tests.support.shared import shared_file

Tiler: TypeAlias = Callable[[int, int, str], list[Tile]]

SIDES = st.integers(6, 9)


class LoopyBoard(NamedTuple):
    """A board as Loopy lays it."""

    cols: int
    rows: int
    patch: str
    tiles: list[Tile]


def loopy_boards(shared: Path, tiling: int) -> Iterator[LoopyBoard]:
    """The shared boards of one of Loopy's tilings."""
    for line in shared_file(shared, "tilings/puzzles.jsonl").read_text("utf-8").splitlines():
        record = json.loads(line)
        if record["type"] != tiling:
            continue
        size, _, rest = record["game_id"].partition("t")
        cols, _, rows = size.partition("x")
        patch = rest.partition(":")[2].partition("_")[0]
        tiles = []
        for face in record["faces"]:
            sides = [set(record["edges"][edge]) for edge in face]
            shared_dots = [(sides[i - 1] & sides[i]).pop() for i in range(len(sides))]
            x_and_y = [record["dots"][dot] for dot in shared_dots]
            tiles.append(normal(tuple((x, y) for x, y in x_and_y)))
        yield LoopyBoard(int(cols), int(rows or cols), patch, tiles)


def check_against_loopy(tiler: Tiler, shared: Path, tiling: int) -> None:
    """Every shared board has the tiles of Loopy, in Loopy's order."""
    boards = list(loopy_boards(shared, tiling))
    assert len(boards) == 8
    for board in boards:
        tiles = tiler(board.cols, board.rows, board.patch)
        assert list(map(normal, tiles)) == board.tiles, board.patch


def normal(tile: Tile) -> Tile:
    """The corners clockwise from the least one."""
    if area(tile) < 0:
        tile = tile[::-1]
    start = tile.index(min(tile))
    return tile[start:] + tile[:start]


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
