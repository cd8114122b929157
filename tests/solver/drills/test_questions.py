"""Verdicts on answers to drills, compared with a SAT solver that shares no code."""

import random

import pytest

from puzzle.model import EdgeState
from solver.drills import Drill, DrillVerdict, Graded, grade, make_drill, question
from solver.errors import AssumptionError
from solver.explain.step import Deduction
from tests.support.explain.truth import Truth, meets_clues, some_cycle

LINE, CROSS = EdgeState.LINE, EdgeState.CROSS
OTHER = {LINE: CROSS, CROSS: LINE}
NAMES = ["zero", "way-on", "corner-2", "adjacent-3-3", "line-arriving-2", "diagonal-1-2"]


@pytest.fixture(scope="module", params=NAMES)
def drill(request: pytest.FixtureRequest) -> Drill:
    return make_drill(request.param, 5)


def lines_of(drill: Drill) -> dict[int, EdgeState]:
    return {edge: state for edge, state in drill.answer.items() if state is LINE}


def test_the_answer_is_right_without_its_crosses(drill: Drill) -> None:
    for drawn in (drill.answer, lines_of(drill) or drill.answer):
        assert grade(drill, drawn) == Graded(DrillVerdict.RIGHT)


def test_a_part_of_the_answer_is_a_part(drill: Drill) -> None:
    needed = lines_of(drill) or drill.answer
    for edge in needed:
        rest = {other: state for other, state in needed.items() if other != edge}
        assert grade(drill, rest) == Graded(DrillVerdict.PART)
    assert grade(drill, {}) == Graded(DrillVerdict.PART)


def test_the_opposite_is_impossible(drill: Drill) -> None:
    for edge, state in drill.answer.items():
        assert grade(drill, drill.answer | {edge: OTHER[state]}) == Graded(
            DrillVerdict.IMPOSSIBLE, None, edge
        )


def test_marks_of_the_board_say_nothing(drill: Drill) -> None:
    marks = dict(enumerate(drill.board.marks))
    assert grade(drill, marks) == Graded(DrillVerdict.PART)
    assert grade(drill, marks | drill.answer) == Graded(DrillVerdict.RIGHT)
    edge = next(edge for edge, mark in marks.items() if mark)
    assert grade(drill, {edge: OTHER[marks[edge]]}) == Graded(DrillVerdict.IMPOSSIBLE, None, edge)


def test_other_edges_are_judged_by_what_all_solutions_share(drill: Drill) -> None:
    board, answer = drill.board, drill.answer
    marks = dict(enumerate(board.marks))
    with Truth(board.puzzle) as truth:
        for edge, mark in marks.items():
            for state in (LINE, CROSS) if not mark and edge not in answer else ():
                is_forced = truth.forces(truth.rules, marks, Deduction(edge, state))
                is_refuted = truth.forces(truth.rules, marks, Deduction(edge, OTHER[state]))
                graded = grade(drill, {edge: state})
                if is_forced:
                    assert graded == Graded(DrillVerdict.ALSO_RIGHT)
                    assert grade(drill, answer | {edge: state}) == Graded(DrillVerdict.RIGHT)
                elif is_refuted:
                    assert graded == Graded(DrillVerdict.IMPOSSIBLE, None, edge)
                else:
                    assert_shows(drill, graded, edge, state)


def assert_shows(drill: Drill, graded: Graded, edge: int, state: EdgeState) -> None:
    """The counterexample is a solution with all marks in which the edge is in the other state."""
    loop, board = graded.counterexample, drill.board
    assert (graded.verdict, graded.edge) == (DrillVerdict.NOT_DECIDED, edge)
    assert loop is not None
    assert (edge in loop) is (state is CROSS)
    assert meets_clues(board.puzzle, loop)
    assert some_cycle(board.puzzle, loop) == loop
    assert board.lines <= loop
    assert not board.crosses & loop


def test_the_worst_edge_decides(drill: Drill) -> None:
    """Impossible comes before not decided, whatever the order."""
    asked = question(drill)
    right = asked.edges[asked.right]
    undecided = [edge for edge in asked.edges if edge != right]
    drawn = {undecided[0]: LINE, right: OTHER[asked.state], undecided[1]: CROSS}
    rng = random.Random(1)
    for _ in range(3):
        shuffled = dict(rng.sample([*drawn.items()], len(drawn)))
        assert grade(drill, shuffled) == Graded(DrillVerdict.IMPOSSIBLE, None, right)


def test_an_edge_that_is_not_there_is_refused(drill: Drill) -> None:
    for edge in (-1, len(drill.board.marks)):
        with pytest.raises(AssumptionError):
            grade(drill, {edge: LINE})
