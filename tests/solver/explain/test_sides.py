"""Steps by inside and outside."""

import random

import pytest

from puzzle.grid import OUTSIDE, square_grid
from puzzle.model import Board, Puzzle
from puzzle.moves import parse_marks
from puzzle.notation.rows import parse_rows
from solver.explain.explainer import Explainer
from solver.explain.rule_graph import RuleGraph, states_of
from solver.explain.sides import ConnectedCells, find_sides, step_of_sides
from solver.explain.sides_at_clue import find_tied_clues, step_of_tied_clue
from solver.explain.step import Deduction, SidesReason, Step
from solver.generate.loops import random_loop
from solver.generate.seeded_random import SeededRandom
from tests.support.explain.judge import CROSS, LINE, Judge, Tally, marks_of, state_in
from tests.support.explain.truth import Truth
from tests.support.solver.boards import clues_of


@pytest.mark.parametrize("seed", range(40))
def test_sides_decide_what_an_independent_solver_says_that_they_decide(seed: int) -> None:
    rng = random.Random(seed)
    rows, cols = rng.randint(2, 6), rng.randint(2, 6)
    grid = square_grid(rows, cols)
    loop = random_loop(grid, SeededRandom(seed))
    share = rng.uniform(0.2, 0.9)
    edges = [edge for edge in range(len(grid.edge_dots)) if rng.random() < share]
    board = Board.blank(Puzzle(grid, (None,) * len(grid.cells)))
    board = board.mark({edge: state_in(loop, edge) for edge in edges})
    connected = ConnectedCells(grid, states_of(board))
    found = find_sides(connected)
    lengths = [len(one.way.cells) for one in found]
    assert lengths == sorted(lengths)
    marks = marks_of(board)
    with Truth(board.puzzle) as truth:
        forced = {
            Deduction(edge, state)
            for edge, mark in enumerate(board.marks)
            for state in (LINE, CROSS)
            if not mark and truth.forces([SidesReason()], marks, Deduction(edge, state))
        }
    assert {one for sides in found for one in step_of_sides(connected, sides).deductions} == (
        forced
    )


def test_steps_of_a_clue_and_sides_need_all_that_they_use() -> None:
    found = 0
    for seed in range(20):
        rng = random.Random(seed)
        rows, cols = rng.randint(3, 6), rng.randint(3, 6)
        grid = square_grid(rows, cols)
        loop = random_loop(grid, SeededRandom(seed))
        puzzle = Puzzle(grid, clues_of(grid, loop))
        share = rng.uniform(0.2, 0.7)
        edges = [edge for edge in range(len(grid.edge_dots)) if rng.random() < share]
        board = Board.blank(puzzle).mark({edge: state_in(loop, edge) for edge in edges})
        connected = ConnectedCells(grid, states_of(board))
        with Truth(puzzle) as truth:
            judge = Judge(puzzle, truth, Tally())
            for tied in find_tied_clues(RuleGraph(puzzle), connected):
                judge.check_step(board, step_of_tied_clue(connected, tied))
                found += 1
    assert found > 12


def test_a_way_by_the_border_tells_which_cells_are_inside() -> None:
    puzzle = parse_rows(".../.../...")
    board = Board.blank(puzzle).mark(parse_marks("B1-C1 C2-C3 D2-D3", puzzle.grid))
    step = Explainer(puzzle).next_step(board)
    assert isinstance(step, Step)
    assert step.pattern is not None
    assert step.way is not None
    assert step.way.cells == (4, 5, OUTSIDE, 1)
    assert step.pattern.inside == {1, 5}
    assert step.reasons == (SidesReason(),)
