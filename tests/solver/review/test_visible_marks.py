"""What is easy to see, kept from stroke to stroke, as when all is looked for anew."""

import random

import pytest

from puzzle.notation import parse_puzzle
from solver.explain.explainer import Explainer
from solver.explain.rule_graph import CROSS, LINE, UNKNOWN
from solver.review.known_marks import VisibleMarks, forced_by
from tests.support.review.truth import TrueSight

PUZZLES = (
    "5x5:b1c3a12a02d1a2c32",
    "4x3:a11a3d223",
    "5x4t2:d0a443a432e4a",
    "7x7:3a2311122a1322b1a2013113212311a2b3122a1223232a2",
)


@pytest.mark.parametrize("text", PUZZLES)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_easy_is_the_same_as_when_all_is_looked_for_anew(text: str, seed: int) -> None:
    explainer, chance = Explainer(parse_puzzle(text)), random.Random(seed)
    assert explainer.solution is not None
    edges = len(explainer.puzzle.grid.edge_dots)
    blank = [*[UNKNOWN] * edges, CROSS]
    visible, true = VisibleMarks(explainer, blank), TrueSight(explainer)
    for edge in chance.sample(range(edges), edges):
        state = LINE if edge in explainer.solution else CROSS
        visible.draw(edge, state)
        true.draw(edge, state)
        assert visible.states == true.states
        assert visible.easy.keys() == true.easy
        for each, easy in visible.easy.items():
            right, given = forced_by(easy)[each]
            assert right == (LINE if each in explainer.solution else CROSS)
            assert all(true.states[one] for one in given)
    assert not visible.easy
