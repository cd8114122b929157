"""Going on from drawn marks: what is told, what is asked, and what is never called a mistake."""

import random

from jobs.playing import GoOnAnswer, GoOnRequest, HintAnswer, Wanted, go_on
from puzzle.copies import LoopKey
from puzzle.drawn_marks import DraftMarks, DrawnMarks
from puzzle.notation import parse_loopy
from solver.explain.explainer import NoStep
from solver.search import solve

(LOOP,) = solve(parse_loopy("5x5:b1a312c20a2a3a3a1e")).solutions
SMALL = parse_loopy("5x5:b1a312c20a2a3a3a1e")
OTHERS = frozenset(range(60)) - LOOP
LINES = frozenset(sorted(LOOP)[:8])


def told(marks: DrawnMarks, *, sure: bool = False, wanted: Wanted = Wanted.STEP) -> GoOnAnswer:
    return go_on(GoOnRequest(SMALL, DraftMarks.read(marks, sure=sure), wanted))


def test_a_doubt_that_would_be_a_mistake_is_asked_about_and_never_told() -> None:
    drawn = random.Random(66)
    for _ in range(40):
        wrong = frozenset(drawn.sample(sorted(OTHERS), drawn.randint(1, 2)))
        lines = frozenset(drawn.sample(sorted(LOOP), drawn.randint(0, len(LOOP))))
        marks = DrawnMarks(lines | wrong, doubts=wrong | frozenset(drawn.sample(range(60), 5)))
        asked = told(marks)
        assert (asked.asked, asked.hint) == (wrong, None)
        assert asked.loop == LoopKey.of(SMALL.grid, LOOP)
        gone = told(marks, wanted=Wanted.BLANK)
        assert gone.hint is not None
        assert gone.hint.missing in {None, NoStep.SOLVED}
        assert gone.marks.lines == lines
        kept = told(marks, wanted=Wanted.DRAWN)
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
    while (answer := go_on(GoOnRequest(SMALL, marks, Wanted.NEXT))).marks != marks:
        new = (answer.marks.lines | answer.marks.crosses) - marks.lines - marks.crosses
        assert new == answer.marks.hinted - marks.hinted
        assert answer.marks.lines <= LOOP
        assert not answer.marks.crosses & LOOP
        marks, steps = answer.marks, steps + 1
        assert answer.hint is not None
    assert answer.hint is not None
    assert answer.hint.missing is NoStep.SOLVED
    assert steps > 5


def test_gaps_that_are_no_crosses_are_gone_from_then_on() -> None:
    gaps = LOOP - LINES
    answer = told(DrawnMarks(LINES, gaps, gaps=gaps))
    assert (answer.marks.lines, answer.marks.crosses) == (LINES, frozenset())


def test_without_one_solution_only_sure_marks_lead_on() -> None:
    several = parse_loopy("3x3:3h")
    unsure = go_on(GoOnRequest(several, DraftMarks(frozenset({1}))))
    assert (unsure.loop, unsure.asked, unsure.hint) == (None, frozenset(), None)
    blank = GoOnRequest(several, DraftMarks(), certain=False)
    assert go_on(blank).hint is None
    marks, found = DraftMarks(), list[frozenset[int]]()
    while (answer := go_on(GoOnRequest(several, marks, Wanted.NEXT))).marks != marks:
        marks = answer.marks
        found.append(marks.hinted)
    assert found
    assert answer.hint is not None
    assert answer.hint.missing is not NoStep.WRONG_MARKS


def test_levels_and_reasons() -> None:
    def hint(wanted: Wanted) -> HintAnswer:
        found = go_on(GoOnRequest(SMALL, DraftMarks(LINES), wanted)).hint
        assert found is not None
        return found

    nudge, step, why = map(hint, (Wanted.NUDGE, Wanted.STEP, Wanted.WHY))
    assert not nudge.states
    assert not hint(Wanted.HINT).states
    assert nudge.narration.sentences == step.narration.sentences
    assert (step.drawing, step.narration.title) == (why.drawing, why.narration.title)
    assert step.narration.conclusion is None
    assert why.narration.conclusion
