"""Puzzles for tests of the solver."""

from collections.abc import Collection

from hypothesis import strategies as st
from msgspec.structs import replace

from puzzle.grid import square_grid
from puzzle.model import Puzzle
from tests.support.oracle import simple_cycles


def blank(rows: int, cols: int) -> Puzzle:
    return Puzzle(square_grid(rows, cols), (None,) * (rows * cols))


def shown_cells(cells: int) -> st.SearchStrategy[set[int]]:
    """The cells with clues on a board of `cells` cells; at least three on more than 9 cells.

    Blank boards of that size have thousands of solutions.
    """
    return st.sets(st.integers(0, cells - 1), min_size=3 if cells > 9 else 0)


@st.composite
def sparse_puzzles(draw: st.DrawFn) -> Puzzle:
    """Boards up to 4x4 with clues of one of their cycles, of which one may be changed."""
    rows, cols = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cycle = draw(st.sampled_from(simple_cycles(rows, cols)))
    grid = square_grid(rows, cols)
    around = ([grid.edge_dots[edge] for edge in edges] for edges in grid.cell_edges)
    at = {dot: (int(r), int(c)) for dot, (r, c) in enumerate(grid.dots)}
    true = [sum((at[a], at[b]) in cycle for a, b in ends) for ends in around]
    shown = draw(shown_cells(len(true)))
    clues = [clue if cell in shown else None for cell, clue in enumerate(true)]
    if draw(st.booleans()):
        clues[draw(st.integers(0, len(clues) - 1))] = draw(st.integers(0, 4))
    return Puzzle(grid, tuple(clues))


def only(puzzle: Puzzle, cells: Collection[int]) -> Puzzle:
    kept = (clue if cell in cells else None for cell, clue in enumerate(puzzle.clues))
    return replace(puzzle, clues=tuple(kept))
