"""Boards for benchmarks and tests: minimal clues.

The puzzles for people come from `solver.generate`.
"""

from puzzle.grid import square_grid
from puzzle.model import Puzzle
from solver.generate.draft import Draft, OtherLoops
from solver.generate.loops import random_loop
from solver.generate.seeded_random import SeededRandom
from solver.generate.uniqueness import minimal_groups, open_uniqueness


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
