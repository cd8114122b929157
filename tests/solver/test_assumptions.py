"""Solving with marks taken as given, against the oracle."""

import itertools
import random

import pytest
from hypothesis import given

from puzzle.grid import square_grid
from puzzle.model import EdgeState, Puzzle
from puzzle.moves import parse_marks
from solver.connectivity import METHODS
from solver.errors import AssumptionError
from solver.options import Options
from solver.search import Outcome, solve
from tests.support.long import some_or_all
from tests.support.solver.expected import ALL, expected, marked_puzzles

LINE, CROSS = EdgeState.LINE, EdgeState.CROSS


@some_or_all("step", 4, 1)
@pytest.mark.parametrize("method", METHODS)
def test_pairs_of_marks_on_clue_patterns_of_2x3_agree_with_the_oracle(
    method: str, step: int
) -> None:
    """Pairs of marked edges, each with a clue pattern drawn anew from a fixed seed."""
    chance = random.Random(3)
    grid = square_grid(2, 3)
    every = itertools.combinations(range(len(grid.edge_dots)), 2)
    pairs = itertools.islice(every, None, None, step)
    for (one, two), states in itertools.product(pairs, itertools.product((LINE, CROSS), repeat=2)):
        clues = tuple(chance.choice((None, None, None, 0, 1, 2, 3)) for _ in grid.cells)
        puzzle, marks = Puzzle(grid, clues), dict(zip((one, two), states, strict=True))
        report = solve(puzzle, ALL, Options(method), marks)
        assert report.complete
        assert len(set(report.solutions)) == len(report.solutions)
        assert set(report.solutions) == expected(puzzle, marks)


@pytest.mark.parametrize(
    "options", [Options(), Options("negate-loops"), Options(keep_unconstrained=True)]
)
@given(case=marked_puzzles(4))
def test_marked_puzzles_agree_with_the_oracle(
    options: Options, case: tuple[Puzzle, dict[int, EdgeState]]
) -> None:
    puzzle, marks = case
    report = solve(puzzle, ALL, options, marks)
    assert report.complete
    assert set(report.solutions) == expected(puzzle, marks)


def test_a_subloop_with_an_assumed_line_is_not_left_out() -> None:
    """Only the left loop satisfies the clue, and only the right one has the assumed line."""
    grid = square_grid(1, 5)
    puzzle = Puzzle(grid, (3, None, None, None, None))
    line = parse_marks("F1-F2", grid)
    report = solve(puzzle, ALL, assume=line)
    assert [len(found) for found in report.solutions] == [12]
    closed = {**line, **parse_marks("x C1-D1", grid)}
    assert solve(puzzle, ALL, assume=closed).outcome is Outcome.NONE


def test_a_loop_that_solves_the_puzzle_alone_is_still_found_without_the_assumption() -> None:
    grid = square_grid(1, 3)
    puzzle = Puzzle(grid, (4, None, None))
    assert solve(puzzle, ALL).outcome is Outcome.UNIQUE
    assert solve(puzzle, ALL, assume=parse_marks("D1-D2", grid)).outcome is Outcome.NONE
    assert solve(puzzle, ALL, assume=parse_marks("A1-A2", grid)).outcome is Outcome.UNIQUE


def test_unknown_marks_say_nothing() -> None:
    puzzle = Puzzle(square_grid(2, 2), (None,) * 4)
    unknown = dict.fromkeys(range(12), EdgeState.UNKNOWN)
    assert len(solve(puzzle, ALL, assume=unknown).solutions) == 13


@pytest.mark.parametrize("edge", [-1, 4])
def test_an_edge_that_is_not_there_is_refused(edge: int) -> None:
    with pytest.raises(AssumptionError, match="this board has the edges 0 to 3"):
        solve(Puzzle(square_grid(1, 1), (4,)), assume={edge: LINE})
