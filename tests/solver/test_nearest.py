"""The nearest solution is as near as the nearest of the oracle's solutions."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puzzle.grid import square_grid
from puzzle.model import EdgeState, Puzzle
from puzzle.rules import is_solved
from solver.nearest import find_nearest
from solver.report import Limits
from solver.search import solve
from tests.support.solver.expected import expected, marked_puzzles
from tools.bench.boards import sparse_board

LONG = Limits(seconds=60)


@given(case=marked_puzzles(), data=st.data())
def test_no_solution_is_nearer(
    case: tuple[Puzzle, dict[int, EdgeState]], data: st.DataObject
) -> None:
    puzzle, _ = case
    solutions = sorted(expected(puzzle), key=sorted)
    assume(len(solutions) > 1)
    first = data.draw(st.sampled_from(solutions))
    second = data.draw(st.sampled_from([other for other in solutions if other != first]))
    found = find_nearest(puzzle, first, second, LONG)
    assert found.complete
    assert found.solution in solutions
    distances = {len(first ^ other) for other in solutions if other != first}
    assert len(first ^ found.solution) == min(distances)


@pytest.mark.parametrize("seed", range(3))
def test_a_sparse_board_has_neighbours_a_cell_apart(seed: int) -> None:
    puzzle = sparse_board(10, 14, 0.2, seed)
    first, second = solve(puzzle).solutions
    found = find_nearest(puzzle, first, second, LONG)
    assert found.complete
    assert is_solved(puzzle, found.solution)
    assert 0 < len(first ^ found.solution) <= len(first ^ second)


def test_without_time_the_given_solution_is_returned() -> None:
    puzzle = Puzzle(square_grid(2, 3), (None,) * 6)
    first, second = frozenset({0, 2, 8, 10}), frozenset({5, 7, 14, 15})
    found = find_nearest(puzzle, first, second, Limits(calls=0))
    assert (found.solution, found.complete) == (second, False)
