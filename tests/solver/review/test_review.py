"""Reviews: everything at once, long pauses, bounds, and boards without a review."""

from itertools import accumulate

import pytest

from puzzle.model import Board, EdgeState
from puzzle.moves import parse_marks
from puzzle.notation import parse_puzzle
from puzzle.strokes import Stroke
from solver.explain.explainer import Explainer
from solver.review.judgement import Kind, NotReviewed, Review
from solver.review.review import easy_lines, review
from solver.search import solve

FIVE = parse_puzzle("5x5:b1c3a12a02d1a2c32")
[SOLUTION] = solve(FIVE).solutions


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


def test_twenty_harder_strokes_are_looked_at_for_easy_steps() -> None:
    wide = parse_puzzle("4x3:a11a3d223")
    [line] = parse_marks("A2 top", wide.grid)
    states = (EdgeState.LINE, EdgeState.UNKNOWN)
    strokes = [Stroke(number, {line: states[number % 2]}) for number in range(44)]
    explainer = Explainer(wide)
    assert explainer.solution is not None
    found = review(explainer, [*strokes, Stroke(44, dict.fromkeys(explainer.solution, states[0]))])
    assert isinstance(found, Review)
    assert [judged.is_hard for judged in found.strokes[:44]] == [True, False] * 22
    assert [(one.since, one.passed) for one in found.open_steps] == [(0, 20)]


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
