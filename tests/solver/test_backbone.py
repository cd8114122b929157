"""Edges that some or all solutions share, checked against the oracle."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.grid import edge_rows, square_grid
from puzzle.model import EdgeState, Puzzle, Solution
from solver.agreement import Agreement, agreed
from solver.backbone import find_backbone
from solver.connectivity import METHODS
from solver.options import Options
from solver.report import Limits, Outcome
from tests.support.long import some_or_all
from tests.support.solver.boards import ring
from tests.support.solver.expected import expected, marked_puzzles

LONG = Limits(seconds=60)


def in_common(puzzle: Puzzle, solutions: set[Solution]) -> Agreement:
    """The agreement, computed edge by edge."""
    if not solutions:
        return Agreement()
    edges = range(len(puzzle.grid.edge_dots))
    uses = {edge: sum(edge in solution for solution in solutions) for edge in edges}
    return Agreement(
        frozenset(edge for edge in edges if uses[edge] == len(solutions)),
        frozenset(edge for edge in edges if uses[edge] == 0),
    )


@some_or_all("step", 7, 1)
@pytest.mark.parametrize("method", METHODS)
def test_clue_patterns_of_1x3_and_2x2_agree_with_the_oracle(method: str, step: int) -> None:
    for rows, cols in ((1, 3), (2, 2)):
        patterns = itertools.product((None, 0, 1, 2, 3), repeat=rows * cols)
        for clues in itertools.islice(patterns, None, None, step):
            puzzle = Puzzle(square_grid(rows, cols), clues)
            solutions = expected(puzzle)
            backbone = find_backbone(puzzle, LONG, Options(method))
            assert backbone.complete
            assert backbone.outcome is Outcome.of(min(len(solutions), 2), complete=True)
            assert backbone.edges == in_common(puzzle, solutions)


@pytest.mark.parametrize("options", [Options(), Options("negate-loops"), Options(inside=False)])
@given(case=marked_puzzles(4))
def test_marked_puzzles_agree_with_the_oracle(
    options: Options, case: tuple[Puzzle, dict[int, EdgeState]]
) -> None:
    puzzle, marks = case
    backbone = find_backbone(puzzle, LONG, options, marks)
    assert backbone.complete
    assert backbone.edges == in_common(puzzle, expected(puzzle, marks))


def test_an_edge_only_in_subloops_that_are_left_out_is_crossed() -> None:
    """Dropped loops on the right can satisfy "some edge differs" repeatedly."""
    clues: list[int | None] = [None] * 24
    clues[8], clues[2], clues[10], clues[18] = 4, 0, 0, 0
    puzzle = Puzzle(square_grid(3, 8), tuple(clues))
    backbone = find_backbone(puzzle, LONG)
    assert backbone.outcome is Outcome.UNIQUE
    assert backbone.edges.lines == frozenset(puzzle.grid.cell_edges[8])
    assert len(backbone.edges) == len(puzzle.grid.edge_dots)


def test_no_solution_has_no_backbone() -> None:
    backbone = find_backbone(ring(16), LONG)
    assert (backbone.outcome, backbone.complete) == (Outcome.NONE, True)
    assert len(backbone.edges) == 0


def test_limits_leave_an_estimate() -> None:
    puzzle = Puzzle(square_grid(5, 6), (None,) * 30)
    none = find_backbone(puzzle, Limits(calls=0))
    assert (none.outcome, none.complete, len(none.edges)) == (Outcome.LIMIT, False, 0)
    some = find_backbone(puzzle, Limits(calls=3))
    assert (some.outcome, some.complete) == (Outcome.MULTIPLE, False)
    assert len(some.edges) > 0


@given(st.data())
def test_agreed_finds_the_edges_that_all_solutions_share(data: st.DataObject) -> None:
    puzzle = Puzzle(square_grid(2, 3), (None,) * 6)
    pool = sorted(expected(puzzle), key=lambda solution: edge_rows(puzzle.grid, solution))
    solutions = data.draw(st.lists(st.sampled_from(pool), max_size=4))
    assert agreed(puzzle.grid, solutions) == in_common(puzzle, set(solutions))
