"""All solutions, one after another: none twice, none missing, in a stable order."""

import tracemalloc
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.model import EdgeState, Puzzle
from solver.connectivity import METHODS
from solver.enumeration import Enumeration, count_solutions
from solver.errors import UnknownMethodError
from solver.options import Options
from solver.report import Limits, Outcome
from solver.search import solve
from tests.support.solver.expected import expected, marked_puzzles
from tests.support.solver.puzzles import blank

LONG = Limits(seconds=120)


@pytest.mark.parametrize("part", [2, 3, 10, 1000])
def test_splitting_neither_loses_nor_repeats_solutions(part: int) -> None:
    puzzle = blank(3, 3)
    walk = Enumeration(puzzle, LONG, part=part)
    found = list(walk.solutions())
    assert (len(found), walk.found, walk.complete) == (213, 213, True)
    assert set(found) == expected(puzzle)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_enumerates_all_solutions(method: str) -> None:
    walk = Enumeration(blank(2, 3), LONG, Options(method), part=7)
    assert set(walk.solutions()) == expected(blank(2, 3))
    assert walk.complete


@given(case=marked_puzzles(4), part=st.sampled_from([2, 5, 50]))
def test_puzzles_agree_with_the_oracle(
    case: tuple[Puzzle, dict[int, EdgeState]], part: int
) -> None:
    puzzle, _ = case
    found = list(Enumeration(puzzle, LONG, part=part).solutions())
    assert len(found) == len(set(found))
    assert set(found) == expected(puzzle)


def test_the_blank_4x4_board_has_9349_solutions() -> None:
    walk = Enumeration(blank(4, 4), LONG, part=500)
    assert sum(1 for _ in walk.solutions()) == 9349
    assert walk.complete


def test_the_order_is_stable_and_begins_like_a_search() -> None:
    one, two = (
        list(islice(Enumeration(blank(4, 5), LONG, part=20).solutions(), 200)) for _ in (1, 2)
    )
    assert one == two
    assert tuple(one[:20]) == solve(blank(4, 5), Limits(solutions=20)).solutions


def test_memory_does_not_grow_with_the_solutions() -> None:
    """Measures the memory of Python; each part frees its solver's clauses."""
    walk = Enumeration(blank(6, 7), LONG, part=50)
    solutions = walk.solutions()
    sizes = []
    tracemalloc.start()
    try:
        for _ in range(4):
            assert sum(1 for _ in islice(solutions, 200)) == 200
            sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert sizes[-1] < sizes[0] + 200_000


def test_limits_end_the_enumeration() -> None:
    for limits in (Limits(seconds=0), Limits(calls=0), Limits(conflicts=0), Limits(propagations=0)):
        walk = Enumeration(blank(6, 7), limits)
        assert list(walk.solutions()) == []
        assert not walk.complete
    walk = Enumeration(blank(6, 7), Limits(calls=50), part=10)
    assert 10 < sum(1 for _ in walk.solutions()) < 100  # a call can meet several at once
    assert (walk.complete, walk.stats.calls) == (False, 50)


@pytest.mark.parametrize(
    ("most", "found", "complete"),
    [(None, 213, True), (214, 213, True), (213, 213, False), (5, 5, False)],
)
def test_solutions_are_counted_up_to_a_limit(most: int | None, found: int, complete: bool) -> None:
    counted = count_solutions(blank(3, 3), LONG, most=most)
    assert (counted.found, counted.complete) == (found, complete)
    assert str(counted) == (str(found) if complete else f"at least {found}")
    assert counted.stats.calls > 0
    assert counted.outcome is Outcome.MULTIPLE


def test_a_count_keeps_to_limits() -> None:
    counted = count_solutions(blank(6, 7), Limits(calls=50))
    assert not counted.complete
    assert counted.stats.calls == 50
    nothing = count_solutions(blank(6, 7), Limits(calls=0))
    assert (nothing.found, nothing.outcome) == (0, Outcome.LIMIT)


def test_an_unknown_method_is_refused() -> None:
    with pytest.raises(UnknownMethodError):
        next(Enumeration(blank(1, 1), options=Options("magic")).solutions())
