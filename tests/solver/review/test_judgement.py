"""The values of reviews: efforts, counts, times, and boards without wrong marks."""

import pytest

from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.strokes import Stroke
from solver.review.judgement import (
    Effort,
    JudgedStroke,
    Judgement,
    Kind,
    Review,
    is_right,
    without_wrong,
)

LINE, CROSS = EdgeState.LINE, EdgeState.CROSS
BLANK = Board.blank(Puzzle(square_grid(1, 2), (4, None)))
SOLUTION = frozenset({0, 2, 4, 5})


@pytest.mark.parametrize(
    ("effort", "within_sight"),
    [
        (Effort(), True),
        (Effort(0), False),
        (Effort(4, 2, 1), True),
        (Effort(5), False),
        (Effort(1, 3), False),
        (Effort(1, 0, 2), False),
    ],
)
def test_what_is_within_sight(effort: Effort, *, within_sight: bool) -> None:
    assert effort.is_within_sight == within_sight


def test_counts_are_of_marks_and_times_are_between_strokes() -> None:
    marks = ((Kind.MISTAKE, Kind.FOLLOWED, Kind.MISTAKE), (Kind.CORRECTION,), (Kind.MISTAKE,))
    strokes = [
        JudgedStroke(Stroke(seconds, {}), BLANK, tuple(Judgement(k, e) for e, k in enumerate(some)))
        for seconds, some in zip((5, 12, 40), marks, strict=True)
    ]
    review = Review(SOLUTION, strokes, (), ())
    assert [review.count(kind) for kind in (Kind.MISTAKE, Kind.FOLLOWED, Kind.AHEAD)] == [3, 1, 0]
    assert review.count(Kind.MISTAKE, Kind.CORRECTION) == 4
    assert [one.edge for one in strokes[0].of(Kind.MISTAKE)] == [0, 2]
    assert [review.seconds_before(number) for number in range(3)] == [5, 7, 28]


def test_only_wrong_marks_are_taken_off_a_board() -> None:
    assert [is_right(state, 0, SOLUTION) for state in EdgeState] == [True, True, False]
    assert [is_right(state, 1, SOLUTION) for state in EdgeState] == [True, False, True]
    board = BLANK.mark({0: LINE, 1: LINE, 2: CROSS, 3: CROSS})
    assert without_wrong(board, SOLUTION) == BLANK.mark({0: LINE, 3: CROSS})
    right = BLANK.mark({0: LINE})
    assert without_wrong(right, SOLUTION) is right
