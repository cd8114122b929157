"""Both ways: each way is what it says, on squares, tilings and with other rules."""

from io import BytesIO

import pytest
from PIL import Image

from narrator.narration import Level, narrate
from narrator.techniques import TECHNIQUES
from narrator.ways import both_ways
from puzzle.model import Board, EdgeState
from puzzle.notation import parse_loopy
from solver.explain.completions import MAX_WAYS
from solver.explain.conflicts import find_conflict
from solver.explain.explainer import Explainer
from solver.explain.rule_graph import LINE, states_of
from solver.explain.step import Step

PUZZLES = (
    "5x5:a2c23f2a22b3a3b3",
    "6x6:3a222a22a32b2a2a22a3a2b22a33a223a1",
    "4x4t2:a4a3b33a4b443a",
    "4x4t4:a1a3d3d3d433c",
    "4x4t1:0_2011111a1b2d1a110b10b1b1a2121",
    "6x6:sheep-wolf_SWb3a122a11cWdSc32a131a1bWS",
)


@pytest.mark.parametrize("text", PUZZLES)
def test_the_solution_is_one_way_and_all_that_are_left_share_the_conclusion(text: str) -> None:
    explainer = Explainer(parse_loopy(text))
    board, solution = Board.blank(explainer.puzzle), explainer.solution or frozenset()
    drawn = 0
    for step in explainer.walkthrough():
        if not isinstance(step, Step):
            break
        ways = both_ways(board, step)
        if ways is not None:
            drawn += 1
            assert step.cost > 1
            assert len(ways.found.ways) <= MAX_WAYS
            chosen = [
                way
                for way in ways.found.ways
                if all((state == LINE) is (edge in solution) for edge, state in way.chosen.items())
            ]
            assert [way.fails for way in chosen] == [False]
            for way in ways.found.ways:
                states = {**way.chosen, **way.follows}
                marked = board.mark({edge: EdgeState(state) for edge, state in states.items()})
                assert way.fails or all(marked.marks[e] is s for e, s in step.forced.items())
                if way.broken is not None:
                    assert find_conflict(explainer.graph, states_of(marked)) is not None
        board = board.mark(step.forced)
    assert drawn >= 2


@pytest.mark.parametrize("text", [PUZZLES[0], PUZZLES[2], PUZZLES[5]])
def test_pictures_fit_into_a_message_and_have_words(text: str) -> None:
    board = Board.blank(parse_loopy(text))
    for step in Explainer(board.puzzle).walkthrough():
        if isinstance(step, Step) and (ways := both_ways(board, step)) is not None:
            width, height = Image.open(BytesIO(ways.png("dark"))).size
            assert width < 3 * height
            assert ways.alt().count("(") == len(ways.found.ways)
            return
        assert isinstance(step, Step)
        board = board.mark(step.forced)


def test_a_hint_tells_only_the_place_of_a_known_technique() -> None:
    board = Board.blank(parse_loopy("3x2:3e"))
    step = Explainer(board.puzzle).next_step(board)
    assert isinstance(step, Step)
    assert narrate(board, step, Level.HINT).sentences[0] == TECHNIQUES["corner-3"].description.text
    known = narrate(board, step, Level.HINT, known=["corner-3"])
    assert known.title == TECHNIQUES["corner-3"].title.text
    assert known.sentences == narrate(board, step, Level.NUDGE).sentences
