"""Easy steps left open, in games whose truth is known."""

import random

import pytest

from puzzle.model import Board, EdgeState
from puzzle.notation import parse_puzzle
from puzzle.strokes import Stroke, drawn
from solver.explain.explainer import Explainer
from solver.explain.rule_graph import states_of
from solver.explain.step import Step
from solver.review.judgement import OpenStep, Review
from solver.review.review import review
from tests.support.review.truth import passed_edges
from tools.gallery.tilings import PUZZLES

LINE, CROSS = EdgeState.LINE, EdgeState.CROSS
SQUARES = (
    "5x5:b1c3a12a02d1a2c32",
    "7x6:2b32132111c13b2d1b22c33223322b3",
    "7x7:3a2311122a1322b1a2013113212311a2b3122a1223232a2",
    "9x9:a2a1a23a222b21a3a1a1b2a22a0a3a2a3a31b2b22a1a2a2a1a21a3b1a2a2a13b321a32a1a2a",
)
QUICK = 4
OTHERS = (
    *PUZZLES[:QUICK],
    *(pytest.param(text, marks=pytest.mark.long) for text in PUZZLES[QUICK:]),
)


def reviewed(explainer: Explainer, strokes: list[Stroke]) -> Review:
    found = review(explainer, strokes)
    assert isinstance(found, Review)
    return found


def own_steps(explainer: Explainer, *, rules_first: bool) -> list[Stroke]:
    """The strokes of a player who draws each step of Ouro's walk."""
    steps = explainer.walkthrough(rules_first=rules_first)
    forced = [step.forced for step in steps if isinstance(step, Step)]
    return [Stroke(number, states) for number, states in enumerate(forced)]


@pytest.mark.parametrize("text", [*SQUARES, *OTHERS])
@pytest.mark.parametrize("rules_first", [False, True])
def test_who_follows_the_steps_of_a_walk_leaves_nothing_open(
    text: str, *, rules_first: bool
) -> None:
    explainer = Explainer(parse_puzzle(text))
    strokes = own_steps(explainer, rules_first=rules_first)
    assert not reviewed(explainer, strokes).open_steps


def game_in_disorder(explainer: Explainer, seed: int) -> list[Stroke]:
    """Right marks in any order, some together, some not the player's own, some drawn twice.

    It begins with many crosses, so that none are taken to be in mind that no easy step forces.
    """
    chance, solution = random.Random(seed), explainer.solution
    assert solution is not None
    edges = range(len(explainer.puzzle.grid.edge_dots))
    states = {edge: LINE if edge in solution else CROSS for edge in edges}
    crosses = chance.sample(sorted(set(edges) - solution), len(solution) // 3 + 1)
    games: list[tuple[dict[int, EdgeState], bool]] = [(dict.fromkeys(crosses, CROSS), True)]
    left = chance.sample(edges, len(edges))
    while left:
        some = [left.pop() for _ in range(min(len(left), chance.choice((1, 1, 1, 2, 4))))]
        own, again = chance.random() < 0.9, chance.random() < 0.15
        games.append(({edge: states[edge] for edge in some}, own))
        if again:
            games.append((dict.fromkeys(some, EdgeState.UNKNOWN), own))
            left += some
    return [Stroke(number, marks, own) for number, (marks, own) in enumerate(games)]


@pytest.mark.parametrize(
    ("text", "seed"), [*zip((*SQUARES[:3], PUZZLES[4]), range(4), strict=True)]
)
def test_counts_are_those_of_an_independent_count(text: str, seed: int) -> None:
    explainer = Explainer(parse_puzzle(text))
    strokes = game_in_disorder(explainer, seed)
    found = reviewed(explainer, strokes).open_steps
    passed = passed_edges(explainer, strokes)
    longest = max(map(len, passed.values()))
    assert len(found) == 3
    assert longest - 1 <= found[0].passed <= longest
    for one in found:
        assert_true(explainer, strokes, one, passed)


@pytest.mark.parametrize("text", SQUARES[:2])
def test_crosses_are_steps_for_a_player_who_draws_them(text: str) -> None:
    explainer = Explainer(parse_puzzle(text))
    strokes = game_in_disorder(explainer, 5)
    lines = [{e: s for e, s in one.states.items() if s is LINE} for one in strokes]
    of_lines = [Stroke(number, states) for number, states in enumerate(lines) if states]
    all_forced, forced = (
        [set(one.step.forced.values()) for one in reviewed(explainer, some).open_steps]
        for some in (strokes, of_lines)
    )
    assert any(CROSS in states for states in all_forced)
    assert forced == [{LINE}] * 3


def test_a_cross_that_is_never_drawn_is_not_left_open() -> None:
    explainer = Explainer(parse_puzzle(SQUARES[0]))
    strokes = game_in_disorder(explainer, 5)
    told = {e for one in reviewed(explainer, strokes).open_steps for e in one.step.forced}
    never = [
        Stroke(n, {e: s for e, s in one.states.items() if e not in told or s is LINE}, one.own)
        for n, one in enumerate(strokes)
    ]
    found = reviewed(explainer, never).open_steps
    assert told - drawn(explainer.puzzle, never).lines
    left_out = {e for e in told if e not in drawn(explainer.puzzle, never).lines}
    assert all(not one.step.forced.keys() <= left_out for one in found)


def assert_true(
    explainer: Explainer, strokes: list[Stroke], one: OpenStep, passed: dict[int, list[int]]
) -> None:
    """All edges of a step were open before just so many strokes, first before `since`."""
    numbers = sorted(set.intersection(*(set(passed[edge]) for edge in one.step.forced)))
    assert (one.since, one.passed) == (numbers[0], len(numbers))
    before = states_of(drawn(explainer.puzzle, strokes[: one.since]))
    known = states_of(one.board)
    assert all(known[edge] == state for edge, state in enumerate(before) if state)
    assert all(known[edge] for edge in one.step.known)
    assert not any(known[edge] for edge in one.step.forced)
    assert explainer.solution is not None
    assert Board.of_lines(explainer.puzzle, explainer.solution).lines >= one.board.lines
