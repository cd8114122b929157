"""Why a puzzle has no single solution, correct by the oracle and of minimum size."""

from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puzzle.grid import square_grid
from puzzle.model import EdgeState, Puzzle
from puzzle.notation import parse_puzzle
from puzzle.rules import is_solved
from solver.core import find_core
from solver.explain.explainer import Explainer
from solver.explain.step import ClueReason, Deduction, DotReason, LoopReason
from solver.explain.why import (
    Ambiguous,
    Impossible,
    find_fewest_clues,
    find_nearest,
    why_not_unique,
)
from solver.report import Limits, Outcome
from solver.search import solve
from tests.support.explain.truth import Truth
from tests.support.solver.boards import ring, sparse_board
from tests.support.solver.expected import expected, marked_puzzles
from tests.support.solver.puzzles import only
from tests.support.strategies import puzzles
from tools.bench.boards import minimal_board

LONG = Limits(seconds=60)


def check(puzzle: Puzzle) -> None:
    solutions = expected(puzzle)
    found = why_not_unique(Explainer(puzzle), LONG)
    if len(solutions) == 1:
        assert found is Outcome.UNIQUE
    elif solutions:
        assert isinstance(found, Ambiguous)
        check_ambiguous(puzzle, found)
        nearest = min(len(found.first ^ other) for other in solutions - {found.first})
        assert (len(found.edges), found.nearest) == (nearest, True)
    else:
        assert isinstance(found, Impossible)
        check_impossible(puzzle, found)


def check_ambiguous(puzzle: Puzzle, found: Ambiguous) -> None:
    """Both are solutions and differ exactly in `edges`."""
    assert {found.first, found.second} <= expected(puzzle)
    assert found.first != found.second
    assert found.edges == found.first ^ found.second
    grid = puzzle.grid
    for edge, sides in enumerate(grid.edge_cells):
        assert (edge in found.edges) is (len(found.cells.intersection(sides)) == 1)


def check_impossible(puzzle: Puzzle, found: Impossible) -> None:
    """No loop satisfies the clues, but without any one of them some loop does."""
    clues = frozenset(found.cells)
    assert found.smallest
    assert list(found.cells) == sorted(clues)
    assert not expected(only(puzzle, clues))
    for cell in clues:
        assert expected(only(puzzle, clues - {cell}))
    assert [r.cell for r in found.reasons if isinstance(r, ClueReason)] == list(found.cells)
    if LoopReason() in found.reasons:
        assert not any(isinstance(reason, DotReason) for reason in found.reasons)
    with Truth(puzzle) as truth:
        assert not possible(truth, found) or LoopReason() in found.reasons
        if LoopReason() in found.reasons:
            every_dot = [DotReason(dot) for dot in range(len(puzzle.grid.dots))]
            assert possible(
                truth, Impossible((), (*found.reasons[:-1], *every_dot), smallest=False)
            )
        else:
            for reason in found.reasons:
                rest = tuple(other for other in found.reasons if other != reason)
                assert possible(truth, Impossible((), rest, smallest=False))


def possible(truth: Truth, found: Impossible) -> bool:
    """Whether the reasons are satisfiable: they do not exclude both states of edge 0."""
    return any(
        not truth.forces(found.reasons, {}, Deduction(0, state))
        for state in (EdgeState.LINE, EdgeState.CROSS)
    )


@given(case=marked_puzzles())
def test_puzzles_whose_clues_almost_fit(case: tuple[Puzzle, dict[int, EdgeState]]) -> None:
    check(case[0])


@given(puzzle=puzzles(max_side=3))
def test_puzzles_with_any_clues(puzzle: Puzzle) -> None:
    check(puzzle)


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("3/", {ClueReason(0)}),
        ("0/", {ClueReason(0), LoopReason()}),
        ("4.4/", {ClueReason(0), ClueReason(2), LoopReason()}),
        ("30\n..", {ClueReason(0), ClueReason(1), DotReason(1)}),
    ],
)
def test_the_reasons_of_an_impossible_puzzle(text: str, reasons: set[object]) -> None:
    found = why_not_unique(Explainer(parse_puzzle(text)), LONG)
    assert isinstance(found, Impossible)
    assert reasons <= set(found.reasons)
    assert (LoopReason() in found.reasons) is (LoopReason() in reasons)


def test_without_one_clue_the_solutions_are_near() -> None:
    puzzle = minimal_board(10, 12, 3)
    cells = frozenset(puzzle.clue_cells[1:])
    found = why_not_unique(Explainer(only(puzzle, cells)), LONG)
    assert isinstance(found, Ambiguous)
    assert found.nearest
    assert found.edges == found.first ^ found.second
    assert found.cells


def test_without_time_there_is_no_answer() -> None:
    puzzle = minimal_board(5, 6, 3)
    assert why_not_unique(Explainer(puzzle, Limits(calls=0))) is Outcome.LIMIT
    spoiled = Puzzle(puzzle.grid, (0,) * len(puzzle.clues))
    assert why_not_unique(Explainer(spoiled), Limits(calls=0)) is Outcome.LIMIT


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
