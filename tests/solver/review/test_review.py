"""Reviews: everything at once, long pauses, bounds, and boards without a review."""

from itertools import accumulate
from random import Random

import pytest

from puzzle.model import Board, EdgeState
from puzzle.moves import parse_marks
from puzzle.notation import parse_puzzle
from puzzle.strokes import Stroke, drawn
from solver.explain.budget import Budget
from solver.explain.explainer import Explainer
from solver.review.judgement import Kind, NotReviewed, Review
from solver.review.review import easy_lines, review
from solver.search import solve

FIVE = parse_puzzle("5x5:b1c3a12a02d1a2c32")
[SOLUTION] = solve(FIVE).solutions
SEVEN_REASONS = "3x3:a2a21b11"
"""A board whose easiest first line takes seven reasons."""
NINE = "9x9:a2a1a23a222b21a3a1a1b2a22a0a3a2a3a31b2b22a1a2a2a1a21a3b1a2a2a13b321a32a1a2a"
LINE = EdgeState.LINE


def test_everything_at_once_follows_from_one_another() -> None:
    loop = dict.fromkeys(SOLUTION, EdgeState.LINE)
    found = review(Explainer(FIVE), [Stroke(60, loop)])
    assert isinstance(found, Review)
    assert [found.count(kind) for kind in Kind] == [22, *[0] * 7]
    assert (found.solution, found.open_steps, found.pauses) == (SOLUTION, (), ())


@pytest.mark.parametrize(
    ("waits", "pauses"),
    [
        ([21, 1, 1], (0,)),
        ([20, 1, 1], ()),
        ([30, 5, 5, 5, 5, 5, 5, 5, 20, 21, 22, 40, 40, 5, 23], (11, 12, 0, 14, 10)),
        ([6, 6, 6, 6, 24, 25, 20], (5,)),
        ([300, 300, 300], ()),
    ],
)
def test_long_pauses_are_long_for_this_player(waits: list[int], pauses: tuple[int, ...]) -> None:
    loop = dict.fromkeys(range(4), EdgeState.LINE)
    found = review(Explainer(parse_puzzle("1x1:4")), [Stroke(at, loop) for at in accumulate(waits)])
    assert isinstance(found, Review)
    assert found.pauses == pauses


def test_every_harder_stroke_counts_that_passes_an_easy_step() -> None:
    wide = parse_puzzle("4x3:a11a3d223")
    [line] = parse_marks("A2 top", wide.grid)
    states = (EdgeState.LINE, EdgeState.UNKNOWN)
    strokes = [Stroke(number, {line: states[number % 2]}) for number in range(60)]
    explainer = Explainer(wide)
    assert explainer.solution is not None
    found = review(explainer, [*strokes, Stroke(60, dict.fromkeys(explainer.solution, states[0]))])
    assert isinstance(found, Review)
    assert [(one.since, one.passed) for one in found.open_steps] == [(0, 30)]


class CountedBudget(Budget):
    """A budget that tells the units spent of the whole review."""

    spent = 0

    def spend(self, units: int) -> None:
        if self._parent is None:
            CountedBudget.spent += units
        super().spend(units)


MOST_AT_ONCE = 1_500
"""Units of what is under way when the work of a review of a 9x9 is used up."""


@pytest.mark.parametrize("units", [0, 1_000, 4_000])
@pytest.mark.parametrize("order", ["random", "reversed", "erased"])
def test_all_work_is_within_the_budget_and_what_is_beyond_is_not_judged(
    monkeypatch: pytest.MonkeyPatch, units: int, order: str
) -> None:
    monkeypatch.setattr("solver.review.review.Budget", CountedBudget)
    explainer = Explainer(parse_puzzle(NINE))
    assert explainer.solution is not None
    lines = sorted(explainer.solution, reverse=True)
    if order == "random":
        Random(1).shuffle(lines)
    states = [LINE, EdgeState.UNKNOWN, LINE] if order == "erased" else [LINE]
    changes = [{edge: state} for edge in lines for state in states]
    strokes = [Stroke(number, states) for number, states in enumerate(changes)]
    CountedBudget.spent = 0
    found = review(explainer, strokes, units)
    assert isinstance(found, Review)
    assert CountedBudget.spent <= units + MOST_AT_ONCE
    assert found.count(Kind.OPEN)
    assert sum(found.count(kind) for kind in Kind) == len(strokes)
    judged = [n for n, one in enumerate(found.strokes) if one.of(Kind.FOLLOWED, Kind.AHEAD)]
    then = drawn(explainer.puzzle, strokes[: max(judged, default=-1) + 2])
    assert all(one.step.forced.keys() & then.lines for one in found.open_steps)
    again = review(Explainer(explainer.puzzle), strokes, units)
    assert again == found


@pytest.mark.parametrize(
    ("puzzle", "units"),
    [("5x5:b1c3a12a02d1a2c32", 2189), ("6x6:sheep-wolf_1a333dS0b2232321210b2Wd323a1", 1227)],
)
def test_the_work_is_counted_exactly(
    monkeypatch: pytest.MonkeyPatch, puzzle: str, units: int
) -> None:
    monkeypatch.setattr("solver.review.review.Budget", CountedBudget)
    explainer = Explainer(parse_puzzle(puzzle))
    assert explainer.solution is not None
    CountedBudget.spent = 0
    strokes = [Stroke(at, {edge: LINE}) for at, edge in enumerate(sorted(explainer.solution))]
    assert isinstance(review(explainer, strokes), Review)
    assert CountedBudget.spent == units


@pytest.mark.parametrize(("thoughts", "kind"), [(8, Kind.FOLLOWED), (0, Kind.AHEAD)])
def test_a_mark_is_ahead_if_no_more_steps_are_thought_of(
    monkeypatch: pytest.MonkeyPatch, thoughts: int, kind: Kind
) -> None:
    monkeypatch.setattr("solver.review.review.MAX_THOUGHT", thoughts)
    explainer = Explainer(parse_puzzle(SEVEN_REASONS))
    assert explainer.solution is not None
    first = parse_marks("A3 top", explainer.puzzle.grid)
    strokes = [Stroke(1, first), Stroke(2, dict.fromkeys(explainer.solution, LINE))]
    found = review(explainer, strokes)
    assert isinstance(found, Review)
    assert [one.kind for one in found.strokes[0].judgements] == [kind]


def test_marks_stay_open_where_searches_find_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.review.review.SEARCH_UNITS", 0)
    explainer = Explainer(parse_puzzle("3x3:2b322c"))
    assert explainer.solution is not None
    found = review(explainer, [Stroke(1, dict.fromkeys(explainer.solution, LINE))])
    assert isinstance(found, Review)
    judged = found.strokes[0].judgements
    assert [one.edge for one in judged] == [1, 16, 2, 15, 3, 13, 6, 7, 18, 5]
    assert [one.edge for one in judged if one.kind is Kind.OPEN] == [2, 3]
    assert found.count(Kind.FOLLOWED) == len(judged) - 2


def test_the_marks_of_a_hint_are_told_in_the_order_of_edges() -> None:
    lines = dict.fromkeys(sorted(SOLUTION, reverse=True), LINE)
    found = review(Explainer(FIVE), [Stroke(1, lines, own=False)])
    assert isinstance(found, Review)
    assert [one.edge for one in found.strokes[0].judgements] == sorted(SOLUTION)


def test_the_nearest_easy_line_comes_first() -> None:
    explainer = Explainer(FIVE)
    blank = Board.blank(FIVE)
    near = [tuple(parse_marks("A1 top", FIVE.grid))]
    [anywhere, *_], [nearest, *_] = (
        [step.technique.name for step, _ in easy_lines(explainer, blank, some)]
        for some in ((), near)
    )
    assert (anywhere, nearest) == ("corner-2", "three-next-to-zero")


@pytest.mark.parametrize(
    ("puzzle", "why"),
    [
        ("5x5:b1c3a12a02d1a2c32", NotReviewed.INCOMPLETE),
        ("3x3:3a3c3a3", NotReviewed.SEVERAL_SOLUTIONS),
    ],
)
def test_without_the_only_solution_there_is_no_review(puzzle: str, why: NotReviewed) -> None:
    assert review(Explainer(parse_puzzle(puzzle)), []) is why
