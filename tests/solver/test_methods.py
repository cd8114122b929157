"""All methods agree with the oracle: on clue patterns of 2x3, and at random up to 4x4."""

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from puzzle.grid import square_grid
from puzzle.model import Puzzle
from solver.connectivity import METHODS, STATIC_METHODS
from solver.options import BACKENDS, Options, Phase
from solver.search import Limits, Outcome, solve
from tests.support.long import some_or_all
from tests.support.oracle import solutions
from tests.support.solver.expected import ALL, found_cycles
from tests.support.solver.puzzles import sparse_puzzles

LAZY_METHODS = [name for name in METHODS if name not in STATIC_METHODS]


def assert_agreement(puzzle: Puzzle, options: Options) -> None:
    report = solve(puzzle, ALL, options)
    expected = solutions(puzzle.grid.rows, puzzle.grid.cols, puzzle.clues)
    assert report.complete
    assert found_cycles(puzzle, report) == expected
    assert report.outcome is [Outcome.NONE, Outcome.UNIQUE, Outcome.MULTIPLE][min(2, len(expected))]


def clue_patterns(rows: int, cols: int, step: int = 1) -> Iterator[Puzzle]:
    """Boards with every `step`-th clue pattern of this size."""
    patterns = itertools.product((None, 0, 1, 2, 3), repeat=rows * cols)
    for clues in itertools.islice(patterns, None, None, step):
        yield Puzzle(square_grid(rows, cols), clues)


@some_or_all("step", 97, 1)
@pytest.mark.parametrize("method", METHODS)
def test_clue_patterns_of_2x3_agree_with_the_oracle(method: str, step: int) -> None:
    for puzzle in clue_patterns(2, 3, step):
        assert_agreement(puzzle, Options(method))


@some_or_all("step", 97, 1)
@pytest.mark.parametrize("method", LAZY_METHODS)
def test_cutting_unconstrained_subloops_too_loses_nothing(method: str, step: int) -> None:
    options = Options(method, keep_unconstrained=True)
    for rows, cols in ((1, 3), (3, 1), (2, 2)):
        for puzzle in clue_patterns(rows, cols):
            assert_agreement(puzzle, options)
    for puzzle in clue_patterns(2, 3, step):
        assert_agreement(puzzle, options)


@pytest.mark.parametrize("method", METHODS)
@given(
    puzzle=sparse_puzzles(),
    inside=st.none() | st.booleans(),
    keep=st.booleans(),
    backend=st.sampled_from(sorted(BACKENDS)),
)
def test_methods_agree_with_the_oracle_whatever_the_other_options(
    method: str, puzzle: Puzzle, inside: bool | None, keep: bool, backend: str
) -> None:
    options = Options(method, backend, inside=inside, keep_unconstrained=keep)
    assert_agreement(puzzle, options)


@pytest.mark.parametrize("method", LAZY_METHODS)
def test_subloops_that_touch_no_clue_need_cuts_only_when_they_are_kept(method: str) -> None:
    puzzle = Puzzle(square_grid(6, 6), (3, *(None,) * 35))
    left_out = Options(method, "cadical195", phase=Phase.LINE, inside=False)
    kept = replace(left_out, keep_unconstrained=True)
    without, with_them = (solve(puzzle, Limits(solutions=20), o) for o in (left_out, kept))
    assert without.stats.cuts == 0
    assert with_them.stats.cuts > 0
    assert with_them.stats.calls > without.stats.calls
