"""Every method solves puzzles on every tiling, and all agree."""

from random import Random

import pytest

from puzzle.grid import Grid, GridKey
from puzzle.model import Puzzle, Solution
from puzzle.rules import is_solved
from puzzle.tilings.catalogue import build_grid
from solver.backbone import find_backbone
from solver.connectivity import METHODS
from solver.core import find_core
from solver.options import Options
from solver.report import Limits, Outcome
from solver.search import solve
from tests.support.tilings import OTHERS, small_grid

SEVERAL = Limits(solutions=20)


def border_of(grid: Grid, cells: set[int]) -> Solution:
    """The edges with one of these cells on one side."""
    return frozenset(
        edge
        for edge, (one, other) in enumerate(grid.edge_cells)
        if (one in cells) is not (other in cells)
    )


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


def _clues(grid: Grid, lines: Solution) -> tuple[int, ...]:
    return tuple(len(lines.intersection(around)) for around in grid.cell_edges)


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("share", [1.0, 0.6])
def test_all_methods_find_the_same_solutions(name: str, share: float) -> None:
    puzzle, loop = puzzle_of(small_grid(name), seed=1, share=share)
    reports = {method: solve(puzzle, SEVERAL, Options(method)) for method in METHODS}
    for method, report in reports.items():
        assert all(is_solved(puzzle, lines) for lines in report.solutions), method
    if reports["cuts"].complete:
        assert {frozenset(report.solutions) for report in reports.values()} == {
            frozenset(reports["cuts"].solutions)
        }
        assert loop in reports["cuts"].solutions


@pytest.mark.parametrize("name", OTHERS)
def test_shared_edges_and_reasons_without_a_solution(name: str) -> None:
    puzzle, loop = puzzle_of(small_grid(name), seed=2, share=1.0)
    assert find_backbone(puzzle).edges.lines <= loop
    cell = next(cell for cell, clue in enumerate(puzzle.clues) if clue)
    wrong = Puzzle(puzzle.grid, tuple(0 if c == cell else k for c, k in enumerate(puzzle.clues)))
    if solve(wrong).outcome is Outcome.NONE:
        core = find_core(wrong)
        assert core is not None


def test_boards_of_one_size_and_tiling_are_not_mixed_up() -> None:
    grids = [build_grid(GridKey("triangular", 3, 3, patch)) for patch in ("0", "")]
    for grid in grids:
        puzzle, loop = puzzle_of(grid, seed=3, share=1.0)
        assert solve(puzzle).solutions == (loop,)
