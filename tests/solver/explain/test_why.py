"""Explanations of several or no solutions: correct by the oracle, and of minimum size."""

import pytest
from hypothesis import given

from puzzle.model import EdgeState, Puzzle
from puzzle.notation import parse_puzzle
from solver.explain.explainer import Explainer
from solver.explain.step import ClueReason, Deduction, DotReason, LoopReason
from solver.explain.why import Ambiguous, Impossible, why_not_unique
from solver.report import Limits, Outcome
from tests.support.explain.truth import Truth
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
        ("3", {ClueReason(0)}),
        ("0", {ClueReason(0), LoopReason()}),
        ("4.4", {ClueReason(0), ClueReason(2), LoopReason()}),
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
