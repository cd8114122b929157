"""The search against an oracle that shares no code with it, and its limits."""

import pickle

import pytest
from hypothesis import given

from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.notation.rows import parse_rows
from solver.errors import LimitsError, UnknownMethodError
from solver.options import CutPolicy, Options
from solver.search import Limits, Outcome, solve
from tests.support.oracle import simple_cycles, solutions
from tests.support.shared import Collections
from tests.support.solver.boards import ring, sea
from tests.support.solver.expected import ALL, found_cycles
from tests.support.solver.puzzles import blank, sparse_puzzles

NEGATION = Options("negate-loops")


@pytest.mark.parametrize(
    ("rows", "cols", "count"),
    [(1, 2, 3), (2, 1, 3), (2, 3, 40), (3, 2, 40), (1, 1, 1), (2, 2, 13), (3, 3, 213)],
)
def test_blank_boards_have_as_many_solutions_as_simple_cycles(
    rows: int, cols: int, count: int
) -> None:
    report = solve(blank(rows, cols), ALL)
    assert len(simple_cycles(rows, cols)) == count
    assert report.complete
    assert found_cycles(blank(rows, cols), report) == set(simple_cycles(rows, cols))


@given(puzzle=sparse_puzzles())
def test_the_same_puzzle_gives_the_same_solutions_in_the_same_order(puzzle: Puzzle) -> None:
    assert solve(puzzle, ALL).solutions == solve(puzzle, ALL).solutions


def test_a_shorter_search_gives_a_prefix_of_a_longer_one() -> None:
    few = solve(blank(3, 4), Limits(solutions=5)).solutions
    many = solve(blank(3, 4), Limits(solutions=50)).solutions
    assert many[:5] == few


@pytest.mark.parametrize("side", [16, 24, 40])
def test_a_closed_ring_of_zeros_is_proved_impossible(side: int) -> None:
    report = solve(ring(side), Limits(seconds=20))
    assert report.outcome is Outcome.NONE
    assert report.stats.calls < 120


@pytest.mark.parametrize("islands", [2, 3, 5])
def test_islands_in_a_sea_of_zeros_are_proved_impossible(islands: int) -> None:
    report = solve(sea(islands), Limits(seconds=20))
    assert report.outcome is Outcome.NONE
    assert report.stats.calls < 120


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("enclosure", [0, 1000])
@pytest.mark.parametrize(
    "text", ["..1./..../.0../.1..", "......./...12..", "..../.1.1/.12./....", ".1../.0../..1./1..."]
)
def test_cuts_lose_no_loop_on_either_side_of_them(text: str, inside: bool, enclosure: int) -> None:
    """Loops in several places can satisfy the few clues, so cuts must not assume one place."""
    puzzle = parse_rows(text)
    policy = CutPolicy(negation=0, enclosure=enclosure)
    report = solve(puzzle, ALL, Options(inside=inside, patch=0, policy=policy))
    assert report.complete
    wanted = solutions(puzzle.grid.rows, puzzle.grid.cols, puzzle.clues)
    assert found_cycles(puzzle, report) == wanted


def test_a_loop_round_one_blank_cell_is_found_on_a_large_board() -> None:
    """The four clues around it are too few to exclude such a loop before the search."""
    grid = square_grid(15, 14)
    clues: list[int | None] = [0] * 210
    middle = 7 * 14 + 6
    clues[middle] = None
    for cell in (middle - 14, middle - 1, middle + 1, middle + 14):
        clues[cell] = 1
    report = solve(Puzzle(grid, tuple(clues)))
    assert (report.outcome, report.solutions) == (
        Outcome.UNIQUE,
        (frozenset(grid.cell_edges[middle]),),
    )


def test_negating_loops_alone_fails_on_the_ring_within_its_calls() -> None:
    report = solve(ring(16), Limits(seconds=20, calls=50), NEGATION)
    assert report.outcome is Outcome.LIMIT


def test_a_ring_with_a_narrow_gap_agrees_with_plain_negation() -> None:
    puzzle = ring(9)
    clues = list(puzzle.clues)
    clues[3 * 9 + 4] = None
    gap = Puzzle(puzzle.grid, tuple(clues))
    cuts = solve(gap, Limits(seconds=30, solutions=400))
    plain = solve(gap, Limits(seconds=30, solutions=400), NEGATION)
    assert cuts.outcome is plain.outcome
    assert cuts.complete == plain.complete
    if cuts.complete:
        assert set(cuts.solutions) == set(plain.solutions)


def test_one_solution_at_most_leaves_open_whether_there_are_more() -> None:
    report = solve(blank(2, 3), Limits(solutions=1))
    assert (report.outcome, len(report.solutions), report.complete) == (Outcome.LIMIT, 1, False)


def test_exactly_two_solutions_are_known_to_be_all_when_three_are_asked_for() -> None:
    clues = (3, None, 3, None, None, None, 3, None, 3)
    report = solve(Puzzle(square_grid(3, 3), clues), Limits(solutions=3))
    assert (report.outcome, len(report.solutions), report.complete) == (Outcome.MULTIPLE, 2, True)


def test_no_calls_and_no_conflicts_and_no_time_are_limits() -> None:
    no_propagations = Limits(propagations=0)
    for limits in (Limits(calls=0), Limits(conflicts=0), Limits(seconds=0), no_propagations):
        report = solve(blank(5, 6), limits)
        assert (report.outcome, report.solutions) == (Outcome.LIMIT, ())


def test_conflicts_are_limited() -> None:
    report = solve(ring(30), Limits(seconds=20, conflicts=40), NEGATION)
    assert report.outcome is Outcome.LIMIT
    assert report.stats.conflicts <= 60


def test_propagations_are_limited() -> None:
    report = solve(ring(30), Limits(None, propagations=50_000), NEGATION)
    assert report.outcome is Outcome.LIMIT
    assert 50_000 <= report.stats.propagations < 1_000_000


def test_time_is_limited_on_a_board_that_negation_cannot_finish() -> None:
    report = solve(ring(30), Limits(seconds=0.5), NEGATION)
    assert report.outcome is Outcome.LIMIT
    assert 0.5 <= report.stats.seconds < 20  # it would take hours


@pytest.mark.parametrize(
    "wrong",
    [
        {"seconds": -1},
        {"seconds": float("nan")},
        {"calls": -1},
        {"propagations": -1},
        {"solutions": 0},
    ],
)
def test_limits_that_no_search_can_keep_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(LimitsError, match="The limit of"):
        Limits(**wrong)


def test_an_unknown_method_is_named_with_the_known_ones() -> None:
    with pytest.raises(UnknownMethodError, match="'magic'; choose one of cuts, negate-loops"):
        solve(blank(1, 2), options=Options("magic"))


def test_a_report_survives_pickling() -> None:
    report = solve(blank(2, 3))
    assert pickle.loads(pickle.dumps(report)) == report  # noqa: S301 - our own bytes


def test_the_embedded_solution_of_a_model_is_not_lost(collections: Collections) -> None:
    """Small boards with a known number of solutions, some of which are hard to find."""
    checked = 0
    for record in collections.records("degenerate"):
        if isinstance(count := record["num_solutions"], int):
            puzzle = parse_rows("\n".join(record["clues"]))
            assert len(solve(puzzle, ALL).solutions) == count, record["id"]
            checked += 1
    assert checked > 20
