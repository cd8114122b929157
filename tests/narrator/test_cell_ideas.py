"""Short texts for a clue and corners of its cell, on cells with any number of sides."""

import re
from collections.abc import Iterator

import pytest

from i18n.localizer import ENGLISH
from i18n.messages import Clause, Message, Template
from narrator import english
from narrator.arguments import words_for
from narrator.cell_ideas import corner_facts
from narrator.narration import Level, narrate
from puzzle.model import Board
from puzzle.moves import parse_marks
from puzzle.notation import parse_loopy
from solver.explain.explainer import Explainer
from solver.explain.step import Step
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


CASES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "4x3t1:0_m2k",
        "x J1-K2",
        (
            (
                "No line can leave the top-right corner of I3, so the 2 at I3 has two lines there "
                "or none."
            ),
            (
                "Two crosses would be too many for the 2 at I3, and with lines there it has all "
                "that it needs."
            ),
            "So the top and bottom right of I3 are lines, and the bottom left of I3 is a cross.",
        ),
    ),
    (
        "6x3t6:l2o",
        "I4-J5 x L4-K4",
        (
            "No line can leave the right corner of F2, so the 2 at F2 has two lines there or none.",
            (
                "Two more lines would be too many for the 2 at F2, and with crosses there it needs "
                "all of its other open sides."
            ),
            (
                "So the top left of F2 is a line, and the top right and bottom right of F2 are "
                "crosses."
            ),
        ),
    ),
    (
        "3x2t9:f2c",
        "I6-H5",
        (
            "The line that reaches the bottom-right corner of B2 can only go on along the 2 at B2.",
            "The 2 at B2 needs a line there and all of its other open sides.",
            "So its top left side is a line.",
        ),
    ),
    (
        "4x3t1:0_g2q",
        "D1-F1",
        (
            (
                "A line already reaches the top-left corner of F1, so the 2 at F1 has at most one "
                "line there."
            ),
            (
                "The 2 at F1 needs a line there and all of its other open sides, so the line that "
                "reaches it turns along it."
            ),
            "So the bottom right of F1 is a line, and the bottom right of D1 is a cross.",
        ),
    ),
    (
        "6x3t6:t6g",
        "",
        (
            (
                "No line can leave the 5 and 7 o'clock corners of E5, so "
                "the three sides of the 6 at E5 there are all lines or all crosses."
            ),
            "Three crosses would be too many for the 6 at E5.",
            "So its bottom right, bottom and bottom left sides are lines.",
        ),
    ),
    (
        "4x8t2:l2s",
        "x D6-C7 x E8-D8",
        (
            (
                "No line can leave the top-right and right corners of A7, so the "
                "three sides of the 2 at A7 there are all lines or all crosses."
            ),
            "Three lines would be too many for the 2 at A7.",
            "So its top, top right and bottom right sides are crosses.",
        ),
    ),
    (
        "4x6t12:40CXXYYYY_3e",
        "C1-E2-F4 D3-B4",
        (
            (
                "The 3 at E1 can get its last line only at the bottom-left corner of E1, so the "
                "line that reaches it there turns along it."
            ),
            "So the right of C3 is a cross.",
        ),
    ),
    (
        "6x9t12:92XDDDYYCX_c1u",
        "D12-D8",
        (
            "The line that reaches the bottom corner of D5 can only go on along the 1 at D5.",
            "That is the last line of the 1 at D5.",
            "So its 10 and 2 o'clock sides are crosses.",
        ),
    ),
    (
        "4x6t11:50BBUAVBUUUAVVB_b2d",
        "",
        (
            "No line can leave the left corner of A3, so the 2 at A3 has two lines there or none.",
            "Either way, just one line of the 2 at A3 ends at the top-left corner of A3.",
            "So the top left of A2 is a line.",
        ),
    ),
    (
        "7x7t12:32YXXXXXYYCCCC_f2k",
        "",
        (
            (
                "No line can leave the bottom corner of D9, so the 2 at D9 has two lines there or "
                "none."
            ),
            (
                "The 2 at D9 has two or none at the top corner of D9 too, where another line would"
                " be one too many or alone."
            ),
            "So the right of C8 is a cross.",
        ),
    ),
    (
        "8x8t12:50XYXDYXDY_o2j",
        "J5-I7",
        (
            (
                "A line already reaches the left corner of O2, so the 2 at O2 has at most one line"
                " there."
            ),
            "No line can leave the right corner of O2, so the 2 at O2 has two lines there or none.",
            "Nothing else gives the 2 at O2 the lines that it needs.",
            (
                "So the top right and right of O2 are lines, and the bottom left and left of O2 "
                "are crosses."
            ),
        ),
    ),
    (
        "7x4t2:r4i",
        "L4-K5 I6-H6",
        (
            (
                "The lines that reach the top-right and left corners of E5 can "
                "only go on along the 4 at E5."
            ),
            "The 4 at E5 needs a line at each of these corners and all of its other open sides.",
            "So its bottom right and bottom sides are lines.",
        ),
    ),
    (
        "4x4t5:zzk4c",
        "N21-L20 H23-J22",
        (
            (
                "The line that reaches the bottom-left corner of I13 can only go on along the 4 at"
                " I13."
            ),
            (
                "A line already reaches the right corner of I13, so the 4 at I13 has at most one "
                "line there."
            ),
            (
                "The 4 at I13 needs a line at each of these corners and all of its other open "
                "sides, so the lines that reach it turn along it."
            ),
            "So the top and top left of I13 are lines, and the top left of L13 is a cross.",
        ),
    ),
)


@pytest.mark.parametrize(("puzzle", "marks", "told"), CASES)
def test_a_clue_and_its_corners_are_told_by_numbers_of_lines(
    puzzle: str, marks: str, told: tuple[str, ...]
) -> None:
    blank = Board.blank(parse_loopy(puzzle))
    board = blank.mark(parse_marks(marks, blank.puzzle.grid))
    step = Explainer(board.puzzle).next_step(board)
    assert isinstance(step, Step)
    narration = narrate(board, step, Level.STEP)
    assert (*narration.sentences, narration.conclusion) == told
    facts = corner_facts(words_for(board, step, ENGLISH), board, step)
    asked = narrate(board, step, Level.HINT).sentences
    assert asked[1 : 1 + len(facts)] == facts == told[: len(facts)]
    if facts:
        assert asked[-1].startswith("What does that leave the ")
