"""Boards of all tilings: those in the shared data, as a program that shares no code reads them,
and small ones of our own."""

import json
from cmath import rect
from collections.abc import Sequence
from itertools import product
from math import dist, radians
from pathlib import Path
from random import Random
from types import MappingProxyType

from hypothesis import strategies as st
from msgspec import Struct

from puzzle.bounds import Bounds
from puzzle.errors import SizeError
from puzzle.grid import SQUARE, Grid, GridKey
from puzzle.model import Puzzle, Solution
from puzzle.names import Coord
from puzzle.rules import is_solved
from puzzle.tilings.catalogue import TILINGS, build_grid
from renderer.chains import border_of
from tests.support.shared import shared_file

LOOPY = range(18)
"""The numbers of Loopy's tilings, of which the shared data has boards."""
OTHERS = tuple(name for name in TILINGS if name != SQUARE)
"""The names of all tilings but squares."""
PERIODIC = tuple(name for name in OTHERS if TILINGS[name].is_periodic)
"""The names of the periodic ones of them."""
PATCHES = MappingProxyType(
    {
        "triangular": ("0", ""),
        "penrose-kites": ("02AAAVVBUAAVBUUAA", "12AVBBUUUUUUUAAVB"),
        "penrose-rhombs": ("60XYXXYXXYCCXDYCX", "10CXXYXYXYXDDYXYY"),
        "hats": ("3,0,1,5,1,3,3,6,F", "1,0,3,3,4,2,1,6,F"),
        "spectres": ("2015103641X", "B064455503Y"),
    }
)
"""Patches of the tilings that have some, large enough for boards of 20x15."""
LEAST = 6
"""The least side at which each of `PATCHES` has cells."""
SMALL = Bounds(max_side=7, max_cells=150)


@st.composite
def tiled_keys(draw: st.DrawFn, names: Sequence[str] = OTHERS, bounds: Bounds = SMALL) -> GridKey:
    """Keys of grids of these tilings, as large as the bounds allow."""
    name = draw(st.sampled_from(names))
    sides = st.integers(1, bounds.max_side)
    rows, cols = draw(
        st.tuples(sides, sides).filter(lambda size: _fits(name, size[0], size[1], bounds))
    )
    return GridKey(name, rows, cols, draw(st.sampled_from(PATCHES.get(name, ("",)))))


def small_grid(name: str) -> Grid:
    """The smallest board of a tiling."""
    tiling = TILINGS[name]
    sides = tiling.shortest, max(tiling.shortest, tiling.longest)
    if not tiling.is_periodic:
        sides = LEAST, LEAST
    return build_grid(GridKey(name, *sides, PATCHES.get(name, ("",))[0]))


def puzzle_of(grid: Grid, seed: int, share: float) -> tuple[Puzzle, Solution]:
    """A share of the clues of a random loop, and the loop."""
    random, cells = Random(seed), {0}
    loop = border_of(grid, cells)
    all_clues = _clues(grid, loop)
    for _ in range(200):
        cell = random.randrange(len(grid.cells))
        tried = cells ^ {cell}
        lines = border_of(grid, tried)
        if lines and is_solved(Puzzle(grid, _clues(grid, lines)), lines):
            cells, loop, all_clues = tried, lines, _clues(grid, lines)
    kept = tuple(clue if random.random() < share else None for clue in all_clues)
    return Puzzle(grid, kept), loop


def images_on_board(puzzle: Puzzle) -> list[Puzzle]:
    """The images of a puzzle under the turns and reflections that map its board onto itself."""
    grid = puzzle.grid
    at = {place_key(place): cell for cell, place in enumerate(grid.cell_means)}
    rows, cols = zip(*grid.cell_means, strict=True)
    middle = complex(min(rows) + max(rows), min(cols) + max(cols)) / 2
    around = [complex(*place) - middle for place in grid.cell_means]
    found = []
    for angle, flip in product(range(0, 360, 15), (False, True)):
        turned = [place * rect(1, radians(angle)) for place in around]
        moved = [middle + (place.conjugate() if flip else place) for place in turned]
        cells = [at.get(place_key((place.real, place.imag)), -1) for place in moved]
        if sorted(cells) == list(range(len(cells))):
            clues = dict(zip(cells, puzzle.clues, strict=True))
            found.append(Puzzle(grid, tuple(clues[cell] for cell in range(len(cells)))))
    return found


def place_key(place: Coord) -> tuple[int, int]:
    """A place in thousandths; no place that matters is between two."""
    return round(place[0] * 1000 + 0.137), round(place[1] * 1000 + 0.137)


def _clues(grid: Grid, lines: Solution) -> tuple[int, ...]:
    return tuple(len(lines.intersection(around)) for around in grid.cell_edges)


def _fits(name: str, rows: int, cols: int, bounds: Bounds) -> bool:
    try:
        TILINGS[name].check(rows, cols, bounds)
    except SizeError:
        return False
    return TILINGS[name].is_periodic or min(rows, cols) >= LEAST


class LoopyBoard(Struct, frozen=True):
    """A board of the shared data, with its dots in shortest edges from the top left corner."""

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


def loopy_boards(shared: Path | None) -> list[LoopyBoard]:
    """The boards in the shared folder, eight of each tiling; none without it."""
    if shared is None:
        return []
    lines = shared_file(shared, "tilings/puzzles.jsonl").read_text("utf-8").splitlines()
    return [_read(line) for line in lines]


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
        frozenset(edge for edge, sign in enumerate(board["solution_edges"]) if sign == "1"),
    )


def _nearest(grid: Grid, place: tuple[float, float]) -> int:
    near = min(range(len(grid.dots)), key=lambda dot: dist(grid.dots[dot], place))
    return near if dist(grid.dots[near], place) < 1e-6 else -1
