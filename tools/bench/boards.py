"""Boards for benchmarks and tests: random clues and minimal clues.

The puzzles for people come from `solver.generate`.
"""

from puzzle.grid import Grid, square_grid
from puzzle.model import Puzzle, Solution
from solver.generate.draft import Draft, OtherLoops
from solver.generate.loops import random_loop
from solver.generate.seeded_random import SeededRandom
from solver.generate.uniqueness import minimal_groups, open_uniqueness


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
