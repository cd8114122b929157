"""Reviews of simulated games, whose mistakes, corrections and guesses are known."""

import pytest

from puzzle.model import Puzzle
from puzzle.notation import parse_puzzle
from solver.explain.explainer import Explainer
from solver.review.judgement import Kind, Review
from solver.review.review import review
from tests.support.long import some_or_all
from tests.support.review.measure import Agreement, reviewed_game
from tests.support.review.players import Marks, Planted, SimulatedPlayer
from tests.support.shared import Collections

WRONG = {
    Planted.MISTAKE: Kind.MISTAKE,
    Planted.CONSEQUENCE: Kind.CONSEQUENCE,
    Planted.CORRECTION: Kind.CORRECTION,
}
GAMES = (("hard_10x10", Marks.ALL), ("tricky_10x10", Marks.LINES), ("normal_10x10", Marks.SEVERAL))


def puzzles(collections: Collections, name: str, count: int) -> list[Puzzle]:
    return [parse_puzzle("/".join(record["clues"])) for record in collections.records(name)[:count]]


@some_or_all("count", 1, 12)
def test_mistakes_are_exact_and_honest_strokes_are_hardly_ever_ahead(
    collections: Collections, count: int
) -> None:
    agreement = Agreement()
    for name, marks in GAMES:
        for seed, puzzle in enumerate(puzzles(collections, name, count)):
            found, planted = reviewed_game(puzzle, marks, seed)
            for one, judged in zip(planted, found.strokes, strict=True):
                agreement.add(one, judged)
                if one.kind in WRONG:
                    assert [each.kind for each in judged.judgements] == [WRONG[one.kind]]
                else:
                    assert not judged.of(Kind.MISTAKE, Kind.CONSEQUENCE)
    assert agreement.of(Planted.MISTAKE) > count
    assert agreement.falsely_ahead <= 0.02
    assert agreement.precision >= 0.8
    assert agreement.recall >= 0.4


@pytest.mark.parametrize("units", [0, 500])
def test_without_work_nobody_is_ahead(collections: Collections, units: int) -> None:
    [puzzle] = puzzles(collections, "expert_7x7", 1)
    planted = SimulatedPlayer(puzzle, Marks.LINES, 3).play()
    found = review(Explainer(puzzle), [one.stroke for one in planted], units)
    assert isinstance(found, Review)
    assert found.count(Kind.MISTAKE) == sum(one.kind is Planted.MISTAKE for one in planted)
    if not units:
        assert not found.count(Kind.AHEAD)
        assert found.count(Kind.OPEN)
