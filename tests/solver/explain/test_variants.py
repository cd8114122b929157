"""Steps under other rules than the plain ones are sound, and name the reasons of these rules."""

import random

import pytest

from puzzle.model import Board, EdgeState
from puzzle.moves import parse_marks
from puzzle.notation import parse_loopy, parse_puzzle
from puzzle.rules import Capability
from solver.explain.conflicts import find_conflict
from solver.explain.explainer import Explainer, NoStep
from solver.explain.mistakes import CheckOutcome, check
from solver.explain.rule_graph import CROSS, LINE, UNKNOWN, RuleGraph, states_of
from solver.explain.sides import ConnectedCells
from solver.explain.step import (
    Contradiction,
    SidesReason,
    Step,
    Subloop,
    Unvisited,
    Way,
    WrongSide,
)
from solver.rating import Rating, rate
from tests.support.explain.judge import Judge, Tally
from tests.support.explain.plays import play
from tests.support.explain.truth import Truth
from tests.support.variants import EXPLAINED, made_puzzle, shared_variants


@pytest.mark.parametrize("name", EXPLAINED)
@pytest.mark.parametrize(
    ("rows", "cols", "puzzles", "steps"),
    [
        (3, 3, 3, 20),
        (5, 5, 1, 20),
        pytest.param(3, 3, 60, 25, marks=pytest.mark.long),
        pytest.param(5, 5, 100, 40, marks=pytest.mark.long),
        pytest.param(7, 5, 40, 60, marks=pytest.mark.long),
    ],
)
def test_every_step_is_sound(name: str, rows: int, cols: int, puzzles: int, steps: int) -> None:
    rng = random.Random(f"{name} {rows} {cols} {puzzles}")  # nothing secret about a board
    tally = Tally()
    for _ in range(puzzles):
        puzzle, loop = made_puzzle(rng, name, rows, cols)
        with Truth(puzzle) as truth:
            play(rng, Judge(puzzle, truth, tally), loop, steps)
    assert tally.states == puzzles * steps


@pytest.mark.long
def test_published_puzzles_are_rated_and_explained_to_the_end() -> None:
    puzzles = [parse_puzzle(record["url"]) for record in shared_variants()]
    explained = [each for each in puzzles if each.rules.supports(Capability.HINTS)]
    assert len(explained) > 8 or not puzzles
    for puzzle in explained:
        assert isinstance(rate(puzzle), Rating)
        with Truth(puzzle) as truth:
            judge, board = Judge(puzzle, truth, Tally()), Board.blank(puzzle)
            for step in Explainer(puzzle).walkthrough(board):
                judge.check(board, step)
                if isinstance(step, Step):
                    board = board.mark(step.forced)
        assert step is NoStep.SOLVED


# Reasons


def conflict(text: str, marks: str) -> Contradiction | None:
    puzzle = parse_loopy(text)
    board = Board.blank(puzzle).mark(parse_marks(marks, puzzle.grid))
    found = find_conflict(RuleGraph(puzzle), states_of(board))
    return None if found is None else found.fact


def test_crosses_may_leave_a_dot_unvisited() -> None:
    assert conflict("3x3:full_i", "x B1-C1") is None
    assert conflict("3x3:full_i", "x B2-B1-C1") == Unvisited(1)
    assert conflict("3x3:i", "x B2-B1-C1") is None


def test_a_loop_may_miss_a_dot() -> None:
    around = "A1-D1-D3-A3-A1"
    found = conflict("3x3:full_i", around)
    assert isinstance(found, Subloop)
    assert (found.unmet, found.outside, found.missed) == (None, None, 5)
    assert conflict("3x3:i", around) is None


@pytest.mark.parametrize(("animal", "is_wrong"), [("S", False), ("W", True)])
def test_a_loop_may_have_an_animal_on_the_wrong_side(animal: str, is_wrong: bool) -> None:
    found = conflict(f"3x3:sheep-wolf_d{animal}d", "A1-D1-D4-A4-A1")
    if is_wrong:
        assert isinstance(found, Subloop)
        assert found.unmet == 4
    else:
        assert found is None


def test_marks_may_put_an_animal_on_the_wrong_side() -> None:
    found = conflict("3x1:sheep-wolf_aSa", "x B1-B2 x B1-A1")
    assert found == WrongSide(Way((-1, 0, 1), (0, 7)), 0)
    assert conflict("3x1:sheep-wolf_aSa", "x B1-B2 A1-B1") is None
    assert conflict("3x1:sheep-wolf_aWa", "x B1-B2 x B1-A1") is None


def test_animals_are_never_counts() -> None:
    graph = RuleGraph(parse_loopy("4x3:sheep-wolf_c130aSa2aW"))
    assert graph.clues[:12] == (None, None, None, 1, 3, 0, None, None, None, 2, None, None)
    assert graph.animals == {7: True, 11: False}
    assert graph.clue_cells == (3, 4, 5, 9)


def test_the_plain_rules_have_no_sides_among_the_rules() -> None:
    plain = RuleGraph(parse_loopy("4x3:c130c2b"))
    assert plain.global_rules == {plain.loop_rule}
    full = RuleGraph(parse_loopy("4x3:full_c130c2b"))
    assert {plain.clues[-1], full.clues[-1]} == {-1, 2}


def test_sides_of_different_animals_tell_an_edge() -> None:
    puzzle = parse_loopy("3x1:sheep-wolf_SaW")
    states = [UNKNOWN] * len(puzzle.grid.edge_dots) + [CROSS]
    first, edge = ([*map(set, puzzle.grid.edge_cells)].index({at, at + 1}) for at in (0, 1))
    states[first] = CROSS
    found = ConnectedCells(puzzle.grid, states, animals={0: True, 2: False})
    way = found.way(1, 2)
    assert (way.cells, way.jump, found.is_other_side(way)) == ((1, 0, 2), 2, True)
    assert found.decides(edge)
    assert found.inside_cells(way) == {0, 1}
    assert found.conflict() is None
    states[edge] = LINE
    assert ConnectedCells(puzzle.grid, states, animals={0: True, 2: True}).conflict() is not None


def test_the_first_steps_are_those_of_animals_side_by_side() -> None:
    puzzle = parse_loopy("4x4:sheep-wolf_eSWb2f")
    step = Explainer(puzzle).next_step(Board.blank(puzzle))
    assert isinstance(step, Step)
    assert (step.technique.name, step.reasons) == ("known-sides", (SidesReason(),))
    assert [found.state for found in step.deductions] == [EdgeState.LINE]


def test_wrong_marks_are_explained_by_the_rules() -> None:
    puzzle = parse_loopy("4x3:sheep-wolf_c130aSa2aW")
    explainer = Explainer(puzzle)
    (line,) = parse_marks("D2 right", puzzle.grid)
    found = check(explainer, Board.blank(puzzle).mark({line: EdgeState.CROSS}))
    assert found.outcome is CheckOutcome.WRONG
    assert found.is_explained
