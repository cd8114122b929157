"""Every method solves puzzles on every tiling, and all agree."""

import pytest

from puzzle.model import Puzzle
from puzzle.rules import is_solved
from solver.backbone import find_backbone
from solver.connectivity import METHODS
from solver.core import find_core
from solver.options import Options
from solver.report import Limits, Outcome
from solver.search import solve
from tests.support.long import some_pairs
from tests.support.tilings import OTHERS, puzzle_of, small_grid

SEVERAL = Limits(solutions=20)


@some_pairs("name,share", OTHERS, [1.0, 0.6])
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
