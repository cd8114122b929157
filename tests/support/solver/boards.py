"""Boards for tests: the clues of a loop, some of them, and those that are hard for lazy methods."""

from collections.abc import Mapping
from itertools import product

from puzzle.grid import Grid, square_grid
from puzzle.model import Puzzle, Solution
from solver.generate.loops import random_loop
from solver.generate.seeded_random import SeededRandom

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


def _board(side: int, clues: Mapping[Cell, int]) -> Puzzle:
    cells = product(range(side), range(side))
    return Puzzle(square_grid(side, side), tuple(map(clues.get, cells)))


def ring(side: int) -> Puzzle:
    """A closed ring of 0s three cells from the border, a 3 in a corner, and a 1 in the middle.

    It has no solution, because no line crosses the ring. Excluding loops one by one takes
    exponential time.
    """
    far = side - 4
    span = range(3, far + 1)
    cells = ((i, j) for i in span for j in span if i in {3, far} or j in {3, far})
    return _board(side, dict.fromkeys(cells, 0) | {(0, 0): 3, (side // 2, side // 2): 1})


def sea(islands: int) -> Puzzle:
    """A sea of 0s with `islands` by `islands` blank islands of six cells a side, a 2 in each."""
    side = islands * 7 + 1
    clues: dict[Cell, int] = {}
    for row, col in product(range(side), repeat=2):
        if not (row % 7 and col % 7):
            clues[row, col] = 0
        elif row % 7 == col % 7 == 3:
            clues[row, col] = 2
    return _board(side, clues)
