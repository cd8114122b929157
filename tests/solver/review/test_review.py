"""Strokes, one after another, on boards that are small enough to see what follows."""

import pytest

from puzzle.model import EdgeState
from puzzle.moves import parse_marks
from puzzle.notation import parse_puzzle
from puzzle.strokes import Stroke, parse_strokes
from solver.explain.explainer import Explainer
from solver.review.judgement import Kind, NotReviewed, Review
from solver.review.review import review
from solver.search import solve

FIVE = parse_puzzle("5x5:b1c3a12a02d1a2c32")
[SOLUTION] = solve(FIVE).solutions
REST = [Stroke(60, dict.fromkeys(SOLUTION, EdgeState.LINE))]


def reviewed(text: str, *more: Stroke) -> Review:
    found = review(Explainer(FIVE), [*parse_strokes(text, FIVE.grid), *more, *REST])
    assert isinstance(found, Review)
    return found


def kinds(found: Review, number: int) -> list[Kind]:
    return [one.kind for one in found.strokes[number].judgements]


def test_a_line_at_a_zero_is_a_mistake_and_taking_it_back_a_correction() -> None:
    found = reviewed("0:03 B3 top\n0:09 erase B3 top")
    assert (kinds(found, 0), kinds(found, 1)) == ([Kind.MISTAKE], [Kind.CORRECTION])
    derivation = found.strokes[0].judgements[0].derivation
    assert derivation is not None
    assert derivation.step(Explainer(FIVE).graph).technique.name in {"zero", "three-next-to-zero"}


def test_a_wrong_mark_that_a_wrong_mark_forces_is_a_consequence() -> None:
    found = reviewed("0:03 B3 top, x B2 left, x B2 right\n0:05 B2 top\n0:08 erase B3 top, B2 top")
    wrong = [one.kind for judged in found.strokes[:2] for one in judged.judgements]
    assert Kind.MISTAKE in wrong


def test_erasing_a_right_mark_is_no_mistake_nor_is_drawing_it_again() -> None:
    found = reviewed("0:03 x B3 top\n0:05 erase B3 top\n0:07 x B3 top")
    assert [kinds(found, number) for number in range(3)] == [
        [Kind.FOLLOWED],
        [Kind.ERASED],
        [Kind.FOLLOWED],
    ]


def test_what_a_hint_marks_is_given() -> None:
    edge = min(parse_marks("x B3 top", FIVE.grid))
    found = reviewed("", Stroke(4, {edge: EdgeState.CROSS}, own=False))
    assert kinds(found, 0) == [Kind.GIVEN]


def test_everything_at_once_follows_from_one_another() -> None:
    found = reviewed("")
    assert found.count(Kind.FOLLOWED) == len(SOLUTION)
    assert not found.count(Kind.AHEAD, Kind.MISTAKE)


def test_long_pauses_are_long_for_this_player() -> None:
    crosses = ["x B3 top", "x B3 left", "x B3 right", "x B3 bottom"]
    quick = "\n".join(f"0:0{2 * number} {cross}" for number, cross in enumerate(crosses))
    assert reviewed(quick).pauses == (4,)
    slow = "\n".join(f"{number}:00 {cross}" for number, cross in enumerate(crosses, 1))
    found = review(Explainer(FIVE), [*parse_strokes(slow, FIVE.grid), Stroke(300, REST[0].states)])
    assert isinstance(found, Review)
    assert found.pauses == ()


@pytest.mark.parametrize(
    ("puzzle", "why"),
    [
        ("5x5:b1c3a12a02d1a2c32", NotReviewed.INCOMPLETE),
        ("3x3:3a3c3a3", NotReviewed.SEVERAL_SOLUTIONS),
    ],
)
def test_without_the_only_solution_there_is_no_review(puzzle: str, why: NotReviewed) -> None:
    assert review(Explainer(parse_puzzle(puzzle)), []) is why
