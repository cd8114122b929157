"""Cores are contradictory by the oracle, and if minimal, satisfiable without any one member."""

import pytest
from hypothesis import given

from puzzle.grid import square_grid
from puzzle.model import EdgeState, Puzzle
from puzzle.moves import parse_marks
from solver.core import find_core, find_mark_core
from solver.errors import AssumptionError
from solver.options import BACKENDS, CutPolicy, Options
from solver.report import Core, Limits, Outcome
from solver.search import solve
from tests.support.solver.boards import ring
from tests.support.solver.expected import expected, fits, marked_puzzles
from tests.support.solver.puzzles import only

LONG = Limits(seconds=60)


def is_possible(puzzle: Puzzle, core: Core) -> bool:
    return bool(expected(only(puzzle, core.clues), dict(core.marks)))


def check(puzzle: Puzzle, marks: dict[int, EdgeState], core: Core) -> None:
    assert core.clues <= set(puzzle.clue_cells)
    assert core.marks <= set(marks.items())
    assert not is_possible(puzzle, core)
    if core.minimal:
        for mark in core.marks:
            assert is_possible(puzzle, Core(core.marks - {mark}, core.clues, minimal=False))
        for cell in core.clues:
            assert is_possible(puzzle, Core(core.marks, core.clues - {cell}, minimal=False))


CELLS = Options(inside=True)
EAGER = Options(policy=CutPolicy(negation=0, enclosure=0))


@pytest.mark.parametrize("options", [Options(), EAGER, Options(inside=False)])
@pytest.mark.parametrize("minimise", [False, True])
@given(case=marked_puzzles())
def test_cores_agree_with_the_oracle(
    minimise: bool, options: Options, case: tuple[Puzzle, dict[int, EdgeState]]
) -> None:
    puzzle, marks = case
    solutions = expected(puzzle, marks)
    report = find_core(puzzle, LONG, options, marks, minimise=minimise)
    if solutions:
        assert (report.outcome, report.core) == (Outcome.LIMIT, None)
        assert set(report.solutions) <= solutions
    else:
        assert report.outcome is Outcome.NONE
        assert report.core is not None
        assert report.core.minimal or not minimise
        check(puzzle, marks, report.core)


@given(case=marked_puzzles())
def test_cores_of_marks_assume_all_clues(
    case: tuple[Puzzle, dict[int, EdgeState]],
) -> None:
    puzzle, marks = case
    solutions = expected(puzzle, marks)
    report = find_mark_core(puzzle, LONG, assume=marks)
    if solutions:
        assert (report.outcome, report.core) == (Outcome.LIMIT, None)
        assert set(report.solutions) <= solutions
        return
    core = report.core
    assert core is not None
    assert core.minimal
    assert core.clues == frozenset()
    assert core.marks <= set(marks.items())
    assert not expected(puzzle, dict(core.marks))
    for mark in core.marks:
        assert expected(puzzle, dict(core.marks - {mark}))


@pytest.mark.parametrize("backend", BACKENDS)
def test_every_backend_gives_cores(backend: str) -> None:
    grid = square_grid(2, 3)
    puzzle = Puzzle(grid, (None, 0, None, None, None, 1))
    marks = parse_marks("A1-B1 x A3-B3 D2-D3", grid)
    report = find_core(puzzle, LONG, Options(backend=backend), marks, minimise=True)
    assert report.core is not None
    assert report.core.minimal
    check(puzzle, marks, report.core)


def test_two_threes_that_only_two_loops_could_meet() -> None:
    """The clues can be satisfied locally, but not by a single loop."""
    puzzle = Puzzle(square_grid(1, 5), (3, None, 0, None, 3))
    report = find_core(puzzle, LONG, minimise=True)
    assert report.core is not None
    assert report.core.clues in ({0, 2}, {2, 4}, {0, 2, 4})
    check(puzzle, {}, report.core)


def test_a_ring_of_zeros_is_named_as_the_reason() -> None:
    """Small loops of every shape lie on both sides: the cuts must not depend on one shape."""
    puzzle = ring(16)
    report = find_core(puzzle, LONG, minimise=True)
    assert report.core is not None
    assert report.core.minimal
    assert len(report.core.clues) < 25
    assert solve(only(puzzle, report.core.clues), LONG, CELLS).outcome is Outcome.NONE
    for cell in sorted(report.core.clues)[::7]:
        rest = only(puzzle, report.core.clues - {cell})
        assert solve(rest, LONG, CELLS).outcome is Outcome.MULTIPLE


def test_limits_end_the_search_and_the_minimisation() -> None:
    puzzle = ring(16)
    report = find_core(puzzle, Limits(calls=0))
    assert (report.outcome, report.core, report.solutions) == (Outcome.LIMIT, None, ())
    first = find_core(puzzle, LONG)
    assert first.core is not None
    assert not first.core.minimal
    stopped = find_core(puzzle, Limits(calls=first.stats.calls + 2), minimise=True)
    assert stopped.core is not None
    assert not stopped.core.minimal
    assert solve(only(puzzle, stopped.core.clues), LONG, CELLS).outcome is Outcome.NONE


def test_an_edge_that_is_not_there_is_refused() -> None:
    with pytest.raises(AssumptionError):
        find_core(Puzzle(square_grid(1, 1), (4,)), assume={9: EdgeState.LINE})


def test_marks_of_the_oracle_filter_its_solutions() -> None:
    assert fits(frozenset({1}), {1: EdgeState.LINE, 0: EdgeState.CROSS, 2: EdgeState.UNKNOWN})
    assert not fits(frozenset({1}), {1: EdgeState.CROSS})
    assert not fits(frozenset({1}), {0: EdgeState.LINE})
