"""The boards of Loopy's tilings in the shared data, as a program that shares no code reads them."""

import json
from dataclasses import dataclass
from math import dist

from puzzle.grid import Grid
from tests.support.paths import SHARED

BOARDS = SHARED / "tilings" / "puzzles.jsonl"


@dataclass(frozen=True)
class LoopyBoard:
    """A board of the shared data, with the points of its dots in cells of our scale."""

    game_id: str
    number: int
    grade: str
    dots: list[tuple[float, float]]
    edges: list[tuple[int, int]]
    faces: list[list[int]]
    clues: list[int]
    solution: frozenset[int]

    def edges_on(self, grid: Grid) -> list[int]:
        """The number on a grid of each edge of this board; -1 where the grid has none there."""
        dots = [_nearest(grid, place) for place in self.dots]
        found = (grid.edge_between(dots[a], dots[b]) for a, b in self.edges)
        return [-1 if edge is None else edge for edge in found]


def loopy_boards() -> list[LoopyBoard]:
    """All boards; none where the shared data is not there."""
    if not BOARDS.exists():
        return []
    return [_read(line) for line in BOARDS.read_text().splitlines()]


def _read(line: str) -> LoopyBoard:
    board = json.loads(line)
    dots, edges = board["dots"], [(a, b) for a, b in board["edges"]]
    unit = min(dist(dots[a], dots[b]) for a, b in edges)
    left, top = (min(dot[axis] for dot in dots) for axis in (0, 1))
    return LoopyBoard(
        board["game_id"],
        board["type"],
        board["grade"],
        [((y - top) / unit, (x - left) / unit) for x, y in dots],
        edges,
        board["faces"],
        board["clues"],
        frozenset(i for i, sign in enumerate(board["solution_edges"]) if sign == "1"),
    )


def _nearest(grid: Grid, place: tuple[float, float]) -> int:
    near = min(range(len(grid.dots)), key=lambda dot: dist(grid.dots[dot], place))
    return near if dist(grid.dots[near], place) < 1e-6 else -1
