"""Going on from drawn marks: what is told, what is asked, and what is never called a mistake."""

import random

import pytest

from jobs.playing import GoOnAnswer, GoOnRequest, WantedHint, go_on
from narrator.narration import Level
from puzzle.copies import LoopKey
from puzzle.drawn_marks import DraftMarks, DrawnMarks
from puzzle.notation import parse_loopy
from solver.explain.explainer import NoStep
from solver.search import solve

(LOOP,) = solve(parse_loopy("5x5:b1a312c20a2a3a3a1e")).solutions
SMALL = parse_loopy("5x5:b1a312c20a2a3a3a1e")
OTHERS = frozenset(range(60)) - LOOP
LINES = frozenset(sorted(LOOP)[:8])


def told(marks: DrawnMarks, *, sure: bool = False, drawn: bool | None = None) -> GoOnAnswer:
    return go_on(GoOnRequest(SMALL, DraftMarks.read(marks, sure=sure), WantedHint(drawn=drawn)))


def test_a_doubt_that_would_be_a_mistake_is_asked_about_and_never_told() -> None:
    drawn = random.Random(66)
    for _ in range(40):
        wrong = frozenset(drawn.sample(sorted(OTHERS), drawn.randint(1, 2)))
        lines = frozenset(drawn.sample(sorted(LOOP), drawn.randint(0, len(LOOP))))
        marks = DrawnMarks(lines | wrong, doubts=wrong | frozenset(drawn.sample(range(60), 5)))
        asked = told(marks)
        assert (asked.asked, asked.hint) == (wrong, None)
        assert asked.loop == LoopKey.of(SMALL.grid, LOOP)
        gone = told(marks, drawn=False)
        assert gone.hint is not None
        assert gone.hint.missing in {None, NoStep.SOLVED}
        assert gone.marks.lines == lines
        kept = told(marks, drawn=True)
        assert kept.hint is not None
        assert kept.hint.missing is NoStep.WRONG_MARKS
        assert go_on(GoOnRequest(SMALL, kept.marks)).hint == kept.hint


def test_doubtful_clues_make_each_mistake_a_question() -> None:
    wrong = frozenset(sorted(OTHERS)[:1])
    marks = DraftMarks(LINES | wrong)
    assert go_on(GoOnRequest(SMALL, marks, certain=False)).asked == wrong
    mistake = go_on(GoOnRequest(SMALL, marks)).hint
    assert mistake is not None
    assert mistake.missing is NoStep.WRONG_MARKS
    assert "wrong" in mistake.narration.text


def test_nobody_is_asked_about_the_marks_of_a_text() -> None:
    many = DrawnMarks(LINES | frozenset(sorted(OTHERS)[:5]))
    assert told(many).asked
    assert not told(many, sure=True).asked


def test_the_step_after_it_is_of_a_board_with_the_step() -> None:
    """Lines without crosses stay lines of a player who leaves crosses out."""
    marks, steps = DraftMarks(LINES), 0
    while (answer := go_on(GoOnRequest(SMALL, marks, WantedHint(ahead=True)))).marks != marks:
        new = (answer.marks.lines | answer.marks.crosses) - marks.lines - marks.crosses
        assert new == answer.marks.hinted - marks.hinted
        assert answer.marks.lines <= LOOP
        assert not answer.marks.crosses & LOOP
        marks, steps = answer.marks, steps + 1
        assert answer.hint is not None
    assert answer.hint is not None
    assert answer.hint.missing is NoStep.SOLVED
    assert steps > 5


def test_without_one_solution_only_sure_marks_count() -> None:
    several = parse_loopy("3x3:3h")
    marks = DraftMarks(frozenset({1}), frozenset({0}), frozenset({0, 1}))
    answer = go_on(GoOnRequest(several, marks))
    assert (answer.loop, answer.asked) == (None, frozenset())
    assert answer.hint is not None
    assert answer.hint.missing is not NoStep.WRONG_MARKS


@pytest.mark.parametrize("level", Level)
def test_a_level_and_its_reasons(level: Level) -> None:
    marks = DraftMarks(LINES)
    hint = go_on(GoOnRequest(SMALL, marks, WantedHint(level))).hint
    whole = go_on(GoOnRequest(SMALL, marks, WantedHint(level, whole=True))).hint
    assert hint is not None
    assert whole is not None
    assert bool(hint.states) == (level is Level.STEP)
    assert (hint == whole) == (level is not Level.STEP)
    if level is Level.STEP:
        assert hint.drawing == whole.drawing
        assert hint.narration.conclusion is None
