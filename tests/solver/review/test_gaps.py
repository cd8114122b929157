"""Uses of techniques in strokes, and what a player lacks by them."""

import random
from collections import Counter
from statistics import mean

import pytest

from puzzle.errors import RulesError
from puzzle.grid import square_grid
from puzzle.model import EdgeState, Puzzle
from puzzle.moves import parse_changes
from puzzle.notation import parse_puzzle
from puzzle.strokes import Stroke
from solver.explain.explainer import Explainer
from solver.review.gaps import MIN_NEAR, Use, Uses, all_uses, gaps, strengths, uses_of, weaknesses
from tests.support.long import some_or_all
from tests.support.review.learners import COMMON, Learner, ranked_above
from tests.support.review.players import Marks, SimulatedPlayer
from tests.support.shared import Collections

FIVE = parse_puzzle("5x5:b1c3a12a02d1a2c32")
LACKING, BOARDS = 4, 3


def puzzles(collections: Collections, name: str) -> list[Puzzle]:
    return [parse_puzzle("/".join(record["clues"])) for record in collections.records(name)]


@some_or_all("players", 3, 40)
@pytest.mark.parametrize("marks", Marks)
def test_the_techniques_that_a_player_lacks_are_weaker_than_the_others(
    collections: Collections, marks: Marks, players: int
) -> None:
    rng = random.Random(marks.name)
    boards = puzzles(collections, "expert_7x7")
    after: dict[int, list[float]] = {1: [], BOARDS: []}
    named = Counter[bool]()
    for seed in range(players):
        learner = Learner(rng.sample(COMMON, LACKING), marks, seed)
        played: list[Uses] = []
        for puzzle in rng.sample(boards, BOARDS):
            played.append(uses_of(Explainer(puzzle), learner.strokes(puzzle)))
            found = ranked_above(weaknesses(all_uses(played)), learner.lacking)
            if found is not None and len(played) in after:
                after[len(played)].append(found)
        named.update(gap.technique in learner.lacking for gap in gaps(played))
    assert mean(after[1]) >= 0.9
    assert mean(after[BOARDS]) >= 0.95
    assert named[True] >= players
    assert named[False] <= named.total() / 3


def test_who_lacks_nothing_is_told_little(collections: Collections) -> None:
    boards = puzzles(collections, "expert_7x7")[:BOARDS]
    learner = Learner((), Marks.ALL, 1)
    played = [uses_of(Explainer(puzzle), learner.strokes(puzzle)) for puzzle in boards]
    assert len(gaps(played)) <= collections.enough(shared=1, sample=2)
    assert strengths(played)
    assert not {*strengths(played)} & {gap.technique for gap in gaps(played)}


def test_a_step_that_is_left_is_passed_by_once() -> None:
    """The 0 comes last; who draws crosses is taken to see crosses, and not to see them else."""
    solved = Explainer(FIVE).solution
    assert solved is not None
    lines = [Stroke(10 * n, {edge: EdgeState.LINE}) for n, edge in enumerate(sorted(solved), 1)]
    crosses = dict.fromkeys({*range(len(FIVE.grid.edge_dots))} - solved, EdgeState.CROSS)
    found = uses_of(Explainer(FIVE), [*lines, Stroke(400, crosses)])
    assert found == {
        "three-next-to-zero": Use(9, 2, 2, 10.0),
        "corner-2": Use(12, 1, 2, 10.0),
        "way-on": Use(7, 0, 1, 0.0),
        "two-lines-at-dot": Use(18, 1, 4, 180.0),
        "forced-turn-1": Use(1, 0, 0, 0.0),
        "met-clue": Use(16, 0, 2, 0.0),
        "line-arriving-3": Use(10, 1, 1, 10.0),
        "zero": Use(5, 0, 1, 0.0),
        "forced-turn-2": Use(2, 0, 0, 0.0),
    }
    assert "zero" not in uses_of(Explainer(FIVE), lines)


def test_what_is_not_a_players_own_right_mark_counts_nothing() -> None:
    puzzle = Puzzle(square_grid(1, 2), (4, None))
    lines = parse_changes("A1 top, A1 left, A1 bottom, A1 right", puzzle.grid)
    wrong, loop = parse_changes("B1 top", puzzle.grid), Stroke(9, lines)
    erased = Stroke(5, dict.fromkeys(wrong, EdgeState.UNKNOWN))
    explainer = Explainer(puzzle)
    assert uses_of(explainer, [Stroke(9, lines, own=False)]) == {}
    assert uses_of(explainer, [Stroke(3, wrong), erased, loop]) == uses_of(explainer, [loop])
    assert uses_of(explainer, [loop]) == {"full-clue": Use(1, 1, 0, 9.0)}


def test_rules_without_reviews_are_refused() -> None:
    with pytest.raises(RulesError, match="no reviews for Touch"):
        uses_of(Explainer(parse_puzzle("4x3:touch_b1b0d2a")), [])


def test_work_is_bounded(collections: Collections, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = puzzles(collections, "expert_7x7")[0]
    strokes = Learner((), Marks.ALL, 1).strokes(puzzle)
    looks = 5
    monkeypatch.setattr("solver.review.gaps.MAX_EDGES", looks * len(puzzle.grid.edge_dots))
    found = uses_of(Explainer(puzzle), strokes)
    assert sum(use.taken for use in found.values()) <= looks
    assert max(use.near for use in found.values()) <= looks


def test_of_rare_techniques_and_of_one_board_nothing_is_said() -> None:
    weak = Use(near=9, taken=0, passed=3, seconds=0.0)
    known = {"zero": Use(9, 9, 0, 3.0), "corner-3": Use(9, 9, 0, 4.0)}
    rare, enough = Use(MIN_NEAR - 1, 0, 1, 0.0), Use(MIN_NEAR, 0, 1, 0.0)
    assert gaps([]) == gaps([{}, {}]) == gaps([{**known, "corner-1": weak}]) == ()
    assert [gap.technique for gap in gaps([{**known, "corner-1": weak}, known])] == ["corner-1"]
    assert gaps([{**known, "corner-1": rare}, known]) == ()
    assert [gap.technique for gap in gaps([{**known, "corner-1": enough}, known])] == ["corner-1"]
    assert strengths([{**known, "corner-1": weak}]) == ("zero", "corner-3")
    quick = {
        "corner-1": Use(9, MIN_NEAR, 0, 1.0),
        "corner-2": Use(9, MIN_NEAR - 1, 0, 1.0),
    }
    assert strengths([{**known, **quick}]) == ("corner-1", "zero", "corner-3")


def test_games_with_mistakes_and_guesses_are_read(collections: Collections) -> None:
    puzzle = puzzles(collections, "expert_7x7")[1]
    strokes = [one.stroke for one in SimulatedPlayer(puzzle, Marks.LINES, 3).play()]
    assert uses_of(Explainer(puzzle), strokes)
