"""Boards for benchmarks: random clues, minimal clues, and crafted boards.

Crafted boards are hard for lazy methods: few clues, large blank areas, narrow passages. Each family
is a function of one size. Many of the boards have no solution, only because no loop can pass some
place. The puzzles for people come from `solver.generate`.
"""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from msgspec import Struct

from puzzle.grid import Grid, square_grid
from puzzle.model import Puzzle, Solution
from solver.generate.draft import Draft, OtherLoops
from solver.generate.loops import random_loop
from solver.generate.seeded_random import SeededRandom
from solver.generate.uniqueness import minimal_groups, open_uniqueness

Cell = tuple[int, int]


def clues_of(grid: Grid, loop: Solution) -> tuple[int, ...]:
    """The number of the loop's edges around each cell."""
    return tuple(len(loop.intersection(edges)) for edges in grid.cell_edges)


def sparse_board(rows: int, cols: int, share: float, seed: int) -> Puzzle:
    """A board on which a random `share` of the cells keep their clue."""
    grid, rng = square_grid(rows, cols), SeededRandom(seed)
    clues = clues_of(grid, random_loop(grid, rng))
    shown = set(rng.shuffled(range(len(clues)))[: round(share * len(clues))])
    return Puzzle(grid, tuple(c if i in shown else None for i, c in enumerate(clues)))


def minimal_board(rows: int, cols: int, seed: int) -> Puzzle:
    """A board with one solution, of which no clue can be removed without a second solution."""
    grid, rng = square_grid(rows, cols), SeededRandom(seed)
    groups = [(cell,) for cell in range(len(grid.cells))]
    while True:  # even with all clues, the loop may not be the only solution
        draft = Draft(grid, random_loop(grid, rng), groups)
        with open_uniqueness(draft) as unique:
            kept = minimal_groups(unique, rng.shuffled(range(len(groups))), OtherLoops())
        if kept is not None:
            return draft.puzzle(kept)


class PuzzleFamily(Struct, frozen=True):
    """A function that builds a board of a size, and the sizes to build."""

    build: Callable[[int], Puzzle]
    sizes: tuple[int, ...]


def _cells(side: int, step: int = 1) -> list[Cell]:
    return [(row, col) for row in range(0, side, step) for col in range(0, side, step)]


def _board(side: int, clues: Mapping[Cell, int]) -> Puzzle:
    return Puzzle(square_grid(side, side), tuple(clues.get(cell) for cell in _cells(side)))


def _ring_cells(side: int, inset: int) -> list[Cell]:
    far = side - 1 - inset
    span = range(inset, far + 1)
    return [(i, j) for i in span for j in span if i in {inset, far} or j in {inset, far}]


def ring(side: int, gap: int = 0) -> Puzzle:
    """A closed ring of 0s three cells from the border, a 3 in a corner, and a 1 in the middle.

    It has no solution, because no line crosses the ring. Excluding loops one by one takes
    exponential time. A `gap` of that many blank cells in the upper side lets `gap - 1` edges
    through; a loop needs a gap of three.
    """
    clues = dict.fromkeys(_ring_cells(side, 3), 0)
    for col in range(gap):
        del clues[3, side // 2 - gap // 2 + col]
    return _board(side, clues | {(0, 0): 3, (side // 2, side // 2): 1})


def nested_rings(side: int, gap: int = 0) -> Puzzle:
    """Rings of 0s at a distance of four cells, with gaps alternately above and below."""
    clues: dict[Cell, int] = {}
    for rank, inset in enumerate(range(3, side // 2 - 2, 4)):
        clues |= dict.fromkeys(_ring_cells(side, inset), 0)
        row = side - 1 - inset if rank % 2 else inset
        for col in range(gap):
            del clues[row, side // 2 - gap // 2 + col]
    return _board(side, clues | {(0, 0): 3, (side // 2, side // 2): 1})


def sea(islands: int, side: int = 6, strait: int = 0) -> Puzzle:
    """A sea of 0s with `islands` by `islands` blank islands of `side` cells, with a 2 in each.

    A `strait` of that many blank cells joins neighbouring islands; a loop needs three to pass.
    """
    period = side + 1
    length = islands * period + 1
    start = 1 + (side - strait) // 2
    opening = range(start, start + strait)
    clues: dict[Cell, int] = {}
    for row, col in _cells(length):
        if row % period and col % period:
            if row % period == side // 2 == col % period:
                clues[row, col] = 2
            continue
        within = 0 < row < length - 1 and 0 < col < length - 1
        if not (within and (row % period in opening or col % period in opening)):
            clues[row, col] = 0
    return _board(length, clues)


def lattice(side: int, clue: int, step: int = 2) -> Puzzle:
    """A clue in every `step`-th cell of every `step`-th row."""
    return _board(side, dict.fromkeys(_cells(side, step), clue))


FAMILIES: Mapping[str, PuzzleFamily] = MappingProxyType(
    {
        "ring": PuzzleFamily(ring, (12, 16, 20, 24, 32, 40)),
        "ring, gap 2": PuzzleFamily(partial(ring, gap=2), (12, 16, 24, 32, 40)),
        "ring, gap 3": PuzzleFamily(partial(ring, gap=3), (12, 16, 24, 32, 40)),
        "nested rings, gap 2": PuzzleFamily(partial(nested_rings, gap=2), (16, 24, 32, 40)),
        "nested rings, gap 3": PuzzleFamily(partial(nested_rings, gap=3), (16, 24, 32, 40)),
        "sea": PuzzleFamily(sea, (2, 3, 4, 5)),
        "sea, straits 2": PuzzleFamily(partial(sea, strait=2), (2, 3, 4, 5)),
        "sea, straits 4": PuzzleFamily(partial(sea, strait=4), (2, 3, 4, 5)),
        "3s, every second": PuzzleFamily(partial(lattice, clue=3), (10, 14, 18, 22, 26, 32, 40)),
        "1s, every second": PuzzleFamily(partial(lattice, clue=1), (10, 18, 26, 32, 40)),
        "1s, every third": PuzzleFamily(partial(lattice, clue=1, step=3), (10, 16, 22, 31, 40)),
    }
)
"""The families by name."""
