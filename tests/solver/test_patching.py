"""Joining subloops keeps every local rule and never increases their number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.grid import square_grid
from puzzle.model import EdgeState, Puzzle
from puzzle.rules import ViolationCode, find_loops, violations
from solver.encoding import local_rules
from solver.options import CutPolicy, Options
from solver.patching import Patcher
from solver.search import Limits, Outcome, solve
from solver.session import SatAnswer, Session
from tests.support.solver.boards import sparse_board
from tests.support.solver.expected import expected, marked_puzzles

PATCHING = [
    Options(patch=max_flips, inside=inside, policy=CutPolicy(negation=0, enclosure=2, patching=0))
    for max_flips in (1, 2, 4)
    for inside in (False, True)
]


def broken(puzzle: Puzzle, lines: frozenset[int]) -> set[ViolationCode]:
    return {violation.code for violation in violations(puzzle, lines)}


@given(seed=st.integers(0, 500), max_flips=st.integers(1, 4))
def test_joining_keeps_the_local_rules(seed: int, max_flips: int) -> None:
    puzzle = sparse_board(9, 11, 0.3, seed)
    edges = len(puzzle.grid.edge_dots)
    with Session() as session:
        session.add_formula(local_rules(puzzle, session.supports_bounds, inside=True))
        assert session.solve() is SatAnswer.SAT
        lines = frozenset(session.lines(edges))
        inside = {c for c, literal in enumerate(session.literals()[edges:]) if literal > 0}
    subloops = [list(loop.edges) for loop in find_loops(puzzle.grid, lines)]
    patched = Patcher(puzzle, max_flips).join(subloops)
    assert sorted(edge for loop in patched.subloops for edge in loop) == sorted(patched.lines)
    assert len(patched.subloops) <= len(subloops)
    assert broken(puzzle, frozenset(patched.lines)) <= {ViolationCode.SEVERAL_LOOPS}
    flipped = inside ^ patched.flipped
    for edge, sides in enumerate(puzzle.grid.edge_cells):
        assert (edge in patched.lines) == ((sides[0] in flipped) != (sides[1] in flipped))


def test_joining_removes_most_subloops_of_a_sparse_board() -> None:
    puzzle = sparse_board(30, 40, 0.3, seed=5)
    with Session() as session:
        session.add_formula(local_rules(puzzle, session.supports_bounds, inside=True))
        assert session.solve() is SatAnswer.SAT
        lines = session.lines(len(puzzle.grid.edge_dots))
    subloops = [list(loop.edges) for loop in find_loops(puzzle.grid, lines)]
    assert len(Patcher(puzzle, 4).join(subloops).subloops) < len(subloops) / 2


@pytest.mark.parametrize("options", PATCHING)
@given(case=marked_puzzles(side=4))
def test_solutions_agree_with_the_oracle_when_subloops_are_joined(
    options: Options, case: tuple[Puzzle, dict[int, EdgeState]]
) -> None:
    puzzle, marks = case
    report = solve(puzzle, Limits(seconds=60, solutions=10_000), options, marks)
    assert report.complete
    assert len(set(report.solutions)) == len(report.solutions)
    assert set(report.solutions) == expected(puzzle, marks)


def test_a_large_sparse_board_is_shown_ambiguous() -> None:
    report = solve(sparse_board(40, 50, 0.4, seed=1), Limits(seconds=60))
    assert report.outcome is Outcome.MULTIPLE
    assert report.solutions[0] != report.solutions[1]


def test_a_blank_cell_joins_two_loops_only_where_clues_allow() -> None:
    grid = square_grid(1, 3)
    ends = [list(grid.cell_edges[0]), list(grid.cell_edges[2])]
    assert len(Patcher(Puzzle(grid, (None, 2, None)), 1).join(ends).subloops) == 1
    assert len(Patcher(Puzzle(grid, (4, None, None)), 1).join(ends).subloops) == 2
