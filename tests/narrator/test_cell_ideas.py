"""Short texts for a clue and corners of its cell, on cells with any number of sides."""

import re
from collections.abc import Iterator

import pytest

from i18n.localizer import ENGLISH
from i18n.messages import Clause, Message, Template
from narrator import cell_ideas, english
from narrator.arguments import words_for
from narrator.cell_ideas import corner_facts
from narrator.narration import Level, narrate
from puzzle.model import Board
from puzzle.moves import parse_marks
from puzzle.notation import parse_loopy
from solver.explain.explainer import Explainer
from solver.explain.step import Step
from tests.support.truth.arguments import ARGUMENTS
from tests.support.truth.ideas import IDEAS
from tests.support.truth.judging import Judge
from tests.support.truth.messages import messages_in
from tests.support.truth.told import recorder_for
from tests.support.truth.walks import judge_step
from tools.gallery.tilings import PUZZLES

GENERAL: tuple[Clause, ...] = (
    english.EXACTLY_ONE,
    english.AT_LEAST_ONE,
    english.AT_MOST_ONE,
    english.BOTH_OR_NEITHER,
    english.IMPLIES,
    english.ONE_LINE_COMES,
    english.SOME_LINE_COMES,
    english.NOT_TWO_LINES_COME,
    english.TWO_LINES_OR_NONE_COME,
)
"""The clauses that state a relation of two edges as it is, for any argument."""
QUICK = 15
"""Number of puzzles at the start of the gallery that are solved in a moment."""
SHARE = 0.1
"""Maximum share of arguments with such a clause, on other tilings than squares."""


NAMES = {
    message: (name,)
    for module in (english, cell_ideas)
    for name, value in vars(module).items()
    for message in messages_in(value)
    if message in {**ARGUMENTS, **IDEAS}
}
"""The names of messages that state something in arguments."""


def form_of(template: Template) -> str:
    """A message without placeholders, as a pattern."""
    assert isinstance(template, Message)
    return re.sub(r"\\{\w+\\}", ".+", re.escape(template.text))


IS_GENERAL = re.compile(
    "|".join(form_of(part) for each in GENERAL for part in (each.indicative, each.conditional)),
    re.IGNORECASE,
)


def steps_of(text: str) -> Iterator[tuple[Board, Step]]:
    """The steps of several reasons on the way to a solution."""
    board = Board.blank(parse_loopy(text))
    for step in Explainer(board.puzzle).walkthrough():
        if isinstance(step, Step):
            if step.cost > 1:
                yield board, step
            board = board.mark(step.forced)


def test_few_arguments_on_other_tilings_state_relations_alone() -> None:
    told = [
        " ".join(narrate(board, step, Level.STEP).sentences)
        for text in PUZZLES[:QUICK]
        for board, step in steps_of(text)
    ]
    general = [text for text in told if IS_GENERAL.search(text)]
    assert len(told) > 50
    assert len(general) < SHARE * len(told), general


CASES = (
    ("4x3t1:0_m2k", "x J1-K2", "TWO_CROSSES_TOO_MANY TWO_OR_NONE LINES CROSSES"),
    ("6x3t6:l2o", "I4-J5 x L4-K4", "MORE_LINES_TOO_MANY TWO_OR_NONE LINES CROSSES"),
    ("3x2t9:f2c", "I6-H5", "TURNS_ALONG NEEDS_ONE_THERE LINES"),
    ("4x3t1:0_g2q", "D1-F1", "AT_MOST_ONE TURNS_THERE LINES CROSSES"),
    ("6x3t6:t6g", "", "CROSSES_TOO_MANY ALIKE_THERE TWO_OR_NONE LINES"),
    ("4x8t2:l2s", "x D6-C7 x E8-D8", "LINES_TOO_MANY ALIKE_THERE TWO_OR_NONE CROSSES"),
    ("4x6t12:40CXXYYYY_3e", "C1-E2-F4 D3-B4", "ONLY_THERE AT_MOST_ONE CROSSES"),
    ("6x9t12:92XDDDYYCX_c1u", "D12-D8", "LAST_LINES TURNS_ALONG CROSSES"),
    ("4x6t11:50BBUAVBUUUAVVB_b2d", "", "TWO_OR_NONE ONE_ENDS LINES"),
    ("7x7t12:32YXXXXXYYCCCC_f2k", "", "TWO_OR_NONE THIRD_IS_ALONE CROSSES"),
    ("8x8t12:50XYXDYXDY_o2j", "J5-I7", "AT_MOST_ONE TWO_OR_NONE LINES CROSSES"),
    ("7x4t2:r4i", "L4-K5 I6-H6", "TURNS_ALONG NEEDS_ONE_THERE LINES"),
    ("4x4t5:zzk4c", "N21-L20 H23-J22", "TURNS_ALONG AT_MOST_ONE TURNS_THERE LINES CROSSES"),
)
"""Boards on which a clue and its corners are the next step, and the messages that tell it."""


@pytest.mark.parametrize(("puzzle", "marks", "messages"), CASES)
def test_a_clue_and_its_corners_are_told_by_numbers_of_lines(
    puzzle: str, marks: str, messages: str
) -> None:
    blank = Board.blank(parse_loopy(puzzle))
    board = blank.mark(parse_marks(marks, blank.puzzle.grid))
    step = Explainer(board.puzzle).next_step(board)
    assert isinstance(step, Step)
    recorder = recorder_for("en")
    narrate(board, step, Level.STEP, recorder)
    told = [name for each in recorder.told.values() for name in NAMES.get(each.template, ())]
    assert told == messages.split()
    judge = Judge(recorder)
    judge_step(judge, board, step, None)
    assert judge.false == []
    sentences = narrate(board, step, Level.STEP).sentences
    facts = corner_facts(words_for(board, step, ENGLISH), board, step)
    asked = narrate(board, step, Level.HINT).sentences
    assert asked[1 : 1 + len(facts)] == facts == sentences[: len(facts)]
    if facts:
        assert asked[-1] == "What follows from that?"
