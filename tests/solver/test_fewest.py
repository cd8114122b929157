"""No set of fewer clues than found is contradictory, checked on all such sets."""

from itertools import combinations

import pytest
from hypothesis import given

from puzzle.grid import square_grid
from puzzle.model import EdgeState, Puzzle
from puzzle.notation import parse_puzzle
from solver.core import find_core
from solver.fewest import find_fewest_clues
from solver.report import Limits, Outcome
from solver.search import solve
from tests.support.solver.expected import expected, marked_puzzles
from tests.support.solver.puzzles import only
from tests.support.strategies import puzzles
from tools.bench.boards import minimal_board, ring

LONG = Limits(seconds=60)


def check_against_all_sets(puzzle: Puzzle) -> None:
    found = find_fewest_clues(puzzle, LONG)
    if expected(puzzle):
        assert (found.outcome, found.clues, found.smallest) == (Outcome.LIMIT, frozenset(), False)
        return
    assert found.outcome is Outcome.NONE
    assert found.smallest
    assert not expected(only(puzzle, found.clues))
    for fewer in combinations(puzzle.clue_cells, len(found.clues) - 1):
        assert expected(only(puzzle, frozenset(fewer)))


@given(case=marked_puzzles())
def test_fewest_of_clues_that_almost_fit(case: tuple[Puzzle, dict[int, EdgeState]]) -> None:
    check_against_all_sets(case[0])


@given(puzzle=puzzles(max_side=3))
def test_fewest_of_any_clues(puzzle: Puzzle) -> None:
    check_against_all_sets(puzzle)


@pytest.mark.parametrize(
    "text", ["4x3:a3a2222d2", "4x3:b3122222a22", "4x3:23a3a1223220", "4x3:31a2a3a11a2a"]
)
def test_fewer_than_dropping_one_by_one_leaves(text: str) -> None:
    puzzle = parse_puzzle(text)
    check_against_all_sets(puzzle)
    core = find_core(puzzle, LONG, minimise=True).core
    assert core is not None
    assert core.minimal
    assert len(find_fewest_clues(puzzle, LONG).clues) < len(core.clues)


def test_a_spoiled_puzzle_of_many_clues() -> None:
    """The clues found are contradictory, and satisfiable without any one of them."""
    puzzle = minimal_board(10, 12, 1)
    spoiled = next(
        spoiled
        for cell in puzzle.clue_cells
        if solve(spoiled := with_more(puzzle, cell)).outcome is Outcome.NONE
    )
    found = find_fewest_clues(spoiled, LONG)
    assert found.smallest
    assert solve(only(spoiled, found.clues)).outcome is Outcome.NONE
    for cell in found.clues:
        assert solve(only(spoiled, found.clues - {cell})).solutions


def with_more(puzzle: Puzzle, cell: int) -> Puzzle:
    clues = list(puzzle.clues)
    clues[cell] = ((clues[cell] or 0) + 1) % 4
    return Puzzle(puzzle.grid, tuple(clues))


def test_limits_leave_what_was_found() -> None:
    puzzle = ring(16)
    assert find_fewest_clues(puzzle, Limits(calls=0)).outcome is Outcome.LIMIT
    found = find_fewest_clues(puzzle, Limits(calls=60))
    assert (found.outcome, found.smallest) == (Outcome.NONE, False)
    assert solve(only(puzzle, found.clues)).outcome is Outcome.NONE


def test_one_clue_can_be_impossible() -> None:
    found = find_fewest_clues(Puzzle(square_grid(1, 1), (3,)))
    assert (found.clues, found.smallest) == (frozenset({0}), True)
