"""Levels and scores, and their independence of orientation and time."""

import itertools
import statistics
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver.explain.budget
from puzzle.bounds import DEFAULT_BOUNDS
from puzzle.grid import SQUARE, square_grid
from puzzle.model import Board, Puzzle
from puzzle.notation import parse_puzzle
from puzzle.symmetry import canonical, images
from solver.explain.direct import close
from solver.explain.explainer import TRUTH_LIMITS, Explainer
from solver.explain.rule_graph import UNKNOWN, RuleGraph, states_of
from solver.explain.step import Difficulty, Step, TechniqueFamily
from solver.explain.techniques import TABLE
from solver.rating import (
    BOUNDS,
    LARGE_RATING_BUDGET,
    RATING_BUDGET,
    SHARE_OF_LINES,
    WEIGHTS,
    NotRated,
    RatedStep,
    Rating,
    exceptions_allowed,
    level_of,
    rate,
    rate_as_laid,
    rate_within,
    rating_of,
    steps_within,
)
from solver.search import Limits, solve
from tests.support.long import some_or_all
from tests.support.shared import Collections
from tests.support.solver.boards import clues_of
from tools.bench.boards import minimal_board
from tools.bench.datasets import load

EASY, NORMAL, HARD, EXPERT, EXTREME = Difficulty
SQUARES = WEIGHTS[SQUARE]

PUZZLES = (
    ("1x1:4", EASY, 1),
    ("5x4:a201a2a3233a2123a3b", EASY, 1),
    ("5x4:a232a1011a2a0a21233a", EASY, 1),
    ("2x1:3a", NORMAL, 2),
    ("5x4:02a12c123b22e", NORMAL, 2),
    ("5x4:a32b1a0a2b231a1a3a", NORMAL, 2),
    ("5x4:j12a122a1a3", HARD, 3),
    ("5x4:a201e33a212e", EXPERT, 5),
    ("5x4:j12a122a1b", HARD, 5),
    ("5x4:3f1221a3a22a3b", HARD, 6),
    ("5x4:a3b2a3a2a1a222e", EXPERT, 10),
    ("5x4:d3a3d12b21b3", EXTREME, 11),
    ("5x4:b32a3c221a23e", EXTREME, 19),
)

"""Puzzles with their levels and the number of reasons in their hardest steps."""


def read(text: str) -> Puzzle:
    return parse_puzzle(text, DEFAULT_BOUNDS)


@cache
def rated(puzzle: Puzzle) -> Rating:
    answer = rate(puzzle, Limits(seconds=None))
    assert isinstance(answer, Rating)
    return answer


@pytest.mark.parametrize(("text", "level", "hardest"), PUZZLES)
def test_levels_of_puzzles(text: str, level: Difficulty, hardest: int) -> None:
    rating = rated(read(text))
    assert (rating.level, rating.hardest) == (level, hardest)


@pytest.mark.parametrize("text", [text for text, _, _ in PUZZLES])
def test_the_parts_of_a_rating_agree(text: str) -> None:
    puzzle = read(text)
    rating = rated(puzzle)
    assert rating.hardest == max(rating.sizes)
    assert sum(rating.techniques.values()) == sum(rating.sizes.values())
    assert set(rating.techniques) <= {row.name for row in TABLE}
    harder = sum(count for size, count in rating.sizes.items() if size > rating.typical)
    assert harder <= exceptions_allowed(len(puzzle.clues)) or rating.typical == rating.hardest
    assert rating.level is level_of(rating.typical, rating.score)


@pytest.mark.parametrize("text", [text for text, _, _ in PUZZLES])
def test_no_step_of_the_walkthrough_is_harder_than_rated(text: str) -> None:
    """A known pattern counts as one reason there. Steps beyond Expert may differ, since the search
    for the fewest reasons is not exact.
    """
    puzzle = read(text)
    steps = [step for step in Explainer(puzzle).walkthrough() if isinstance(step, Step)]
    hardest = max(1 if step.pattern else step.cost for step in steps)
    assert hardest <= rated(puzzle).hardest or hardest > BOUNDS[-1].reasons


@pytest.mark.parametrize("text", [text for text, _, _ in PUZZLES])
def test_turned_and_mirrored_a_puzzle_is_as_hard(text: str) -> None:
    puzzle = read(text)
    assert {str(rate(image)) for image in images(puzzle)[1::5]} == {str(rated(puzzle))}
    as_laid = [rate_as_laid(image) for image in images(puzzle)[::3]]
    assert {found.level for found in as_laid if isinstance(found, Rating)} == {rated(puzzle).level}


def test_a_board_that_single_reasons_solve_is_easy_and_no_other() -> None:
    for text, level, _ in PUZZLES:
        puzzle = read(text)
        states = states_of(Board.blank(puzzle))
        for _ in close(RuleGraph(puzzle), states):
            pass
        assert (UNKNOWN not in states) == (level is EASY)


def test_callers_outside_of_chat_may_have_more_work_done(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []

    def noted(_: Puzzle, limits: Limits = TRUTH_LIMITS, units: int | None = 0) -> NotRated:
        asked.append((limits, units))
        return NotRated.TOO_HARD

    monkeypatch.setattr("solver.rating.rate", noted)
    puzzle = read(PUZZLES[0][0])
    rate_within(puzzle)
    rate_within(puzzle, seconds=7)
    assert asked == [(TRUTH_LIMITS, LARGE_RATING_BUDGET), (Limits(7), None)]
    assert LARGE_RATING_BUDGET > RATING_BUDGET


def more_and_more_clues(puzzle: Puzzle) -> Iterator[Puzzle]:
    """The puzzle with one true clue added after another."""
    (solution,) = solve(puzzle).solutions
    every = clues_of(puzzle.grid, solution)
    clues = list(puzzle.clues)
    yield puzzle
    for cell, clue in enumerate(puzzle.clues):
        if clue is None:
            clues[cell] = every[cell]
            yield Puzzle(puzzle.grid, tuple(clues))


@pytest.mark.parametrize("seed", [1, 2, 3, 5])
def test_a_further_clue_never_makes_the_hardest_step_harder(seed: int) -> None:
    """All edges that reasons force remain forced by the same reasons."""
    hardest = [rated(p).hardest for p in more_and_more_clues(minimal_board(4, 5, seed))]
    assert hardest[0] > hardest[-1]
    assert all(more >= less for more, less in itertools.pairwise(hardest))


@given(st.integers(1, 20), st.floats(0, 500), st.integers(0, 5), st.floats(0, 100))
def test_levels_rise_with_both_numbers(
    typical: int, score: float, harder: int, more: float
) -> None:
    assert level_of(typical, score) <= level_of(typical + harder, score + more)


def steps(*sizes: int, open_edges: int = 20) -> list[RatedStep]:
    return [RatedStep.of(size, "", SQUARES, draws=True, open_edges=open_edges) for size in sizes]


def test_few_steps_may_be_harder_than_the_level() -> None:
    """A 10x10 board may have one of them, whatever it needs, and a 20x20 board seven."""
    hard, board = [1] * 90 + [2] * 9 + [4] * 5, Puzzle(square_grid(10, 10), (None,) * 100)
    assert rating_of(board, steps(*hard)).level is HARD
    found = rating_of(board, steps(*hard, 17))
    assert (found.level, found.typical, found.hardest) == (HARD, 4, 17)
    assert rating_of(board, steps(*hard, 17, 5)).level is EXPERT
    assert rating_of(board, steps(*hard, 17, 9)).level is EXTREME
    four_times = Puzzle(square_grid(20, 20), (None,) * 400)
    assert rating_of(four_times, steps(*4 * (*hard, 17))).typical == 4
    assert rating_of(four_times, steps(*4 * (*hard, 17))).score == found.score


def test_a_step_counts_more_where_no_other_is_open_and_where_it_draws_nothing() -> None:
    few, many = (steps(4, open_edges=count)[0].work for count in (1, 20))
    assert few > 2 * many
    crosses = RatedStep.of(2, "", SQUARES, draws=False, open_edges=1)
    assert crosses.work > steps(2)[0].work > steps(1)[0].work == 0
    assert steps(9)[0].work == steps(99)[0].work


@pytest.mark.parametrize(
    "text",
    [
        "5x5:3322322e2a23b32a2a22",
        "10x10:a213a2i13a3a3g3c3a203132a2b3a3c2d2b0b3a2a2c3b1132a2a2b2a2a1b2a22a2b223",
    ],
)
def test_a_loop_beside_a_clue_or_dot_counts_twice_and_makes_a_puzzle_hard(text: str) -> None:
    rating = rated(read(text))
    loops = [row.name for row in TABLE if row.family is TechniqueFamily.LOOP and row.cost == 2]
    assert any(name in rating.techniques for name in loops)
    assert (rating.level, rating.typical, rating.hardest) == (HARD, 3, 3)


def test_every_level_has_its_bounds() -> None:
    assert [bound.level for bound in BOUNDS] == [EASY, NORMAL, HARD, EXPERT]
    for bound in BOUNDS:
        assert level_of(bound.reasons, bound.score) is bound.level
        assert level_of(bound.reasons + 1, bound.score) > bound.level
        assert level_of(bound.reasons, bound.score + 1) > bound.level


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("3x2:f", NotRated.SEVERAL_SOLUTIONS),
        ("2x2:3c", NotRated.SEVERAL_SOLUTIONS),
        ("1x1:0", NotRated.NO_SOLUTION),
        ("3x2:333333", NotRated.NO_SOLUTION),
    ],
)
def test_only_puzzles_with_one_solution_are_rated(text: str, why: NotRated) -> None:
    assert rate(read(text)) is why


def test_a_solution_that_no_rules_force_has_no_rating() -> None:
    """It is the only loop there is, but no clue, dot or subloop says that there must be one."""
    assert rate(read("1x1:a")) is NotRated.TOO_HARD


@pytest.mark.parametrize(
    "limits", [Limits(seconds=0), Limits(calls=0), Limits(seconds=10, calls=1, solutions=1)]
)
def test_without_a_proof_that_the_solution_is_the_only_one_there_is_no_rating(
    limits: Limits,
) -> None:
    undecided = read("5x5:b1c3a12a02d1a2c32")  # by propagation, which has no limits
    assert rate(undecided, limits) is NotRated.TOO_HARD


class FastClock:
    """A clock that advances by a second with every call."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        self.now += 1
        return self.now


def test_a_rating_ends_at_its_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = FastClock()
    monkeypatch.setattr(solver.explain.budget, "time", clock)
    puzzle = read("5x4:a3b2a3a2a1b2f")
    assert rate(puzzle, Limits(seconds=20)) is NotRated.TOO_HARD
    assert clock.now < 25
    assert isinstance(rate(puzzle, Limits(seconds=10_000)), Rating)
    assert isinstance(rate(puzzle, Limits(seconds=None)), Rating)


# Puzzles with levels from their authors


def scores(collections: Collections, name: str, count: int = 8) -> list[float]:
    return [rated(puzzle).score for puzzle in load(collections.path(name)).spread(count)]


@pytest.mark.parametrize("size", ["5x5", "10x10"])
def test_medium_puzzles_are_told_from_hard_ones(collections: Collections, size: str) -> None:
    medium, hard = (scores(collections, f"{level}_{size}") for level in ("medium", "hard"))
    told = [high > low for low, high in itertools.product(medium, hard)]
    assert statistics.mean(told) >= 0.99


def test_levels_are_in_their_order(collections: Collections) -> None:
    easy, normal, tricky, expert = (
        statistics.median(scores(collections, f"{level}_10x10", 5))
        for level in ("easy", "normal", "tricky", "expert")
    )
    assert easy <= normal < tricky < expert


@some_or_all("each", 8, 50)
def test_crosses_of_two_reasons_are_set_only_where_no_pair_draws_a_line(
    collections: Collections, each: int
) -> None:
    """So all of Loopy's Easy boards are told from its Normal ones, which need such crosses."""
    for name, needed in (("easy_10x10", False), ("normal_10x10", True)):
        for puzzle in load(collections.path(name)).spread(each):
            rating = rated(puzzle)
            of_lines = round(rating.sizes.get(2, 0) * SHARE_OF_LINES, 1)
            assert (rating.score > of_lines) is needed


@some_or_all("each", 12, 100)
def test_easy_and_normal_puzzles_need_no_harder_technique(
    collections: Collections, each: int
) -> None:
    """Beside the steps that may be harder than the level."""
    levels = {row.name: row.difficulty for row in TABLE}
    for name in ("medium_5x5", "hard_5x5", "hard_10x10", "easy_10x10", "normal_10x10"):
        for puzzle in load(collections.path(name)).spread(each):
            rating = rated(puzzle)
            if rating.level <= NORMAL:
                used = rating.techniques.items()
                harder = sum(count for technique, count in used if levels[technique] > rating.level)
                others = sum(count for size, count in rating.sizes.items() if size > rating.typical)
                assert harder <= others <= exceptions_allowed(len(puzzle.clues))


@some_or_all("count", 1, 8)
def test_minimal_puzzles_are_beyond_most_people(collections: Collections, count: int) -> None:
    puzzles = load(collections.path("minimal_10x10")).spread(8)[-count:]  # the last one is quick
    assert min(rated(puzzle).level for puzzle in puzzles) >= EXPERT


@pytest.mark.parametrize(
    "notation", ["5x5:sheep-wolf_3SeSW211S223WSeS2", "5x5:b2a32a2322c2322a23a2b"]
)
def test_bounded_steps_go_on_where_only_small_cores_are_found(notation: str) -> None:
    explainer = Explainer(canonical(parse_puzzle(notation)))
    taken = steps_within(explainer, BOUNDS[-1], exceptions=1)
    assert taken is not None
    assert rating_of(explainer.puzzle, taken) == rate(explainer.puzzle)
