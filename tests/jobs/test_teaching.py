"""Lessons: their order, their portions, what is said of marks, and the way to the solution."""

from collections.abc import Mapping

import pytest

from i18n.catalogues import localizer_for
from jobs.teaching import MAX_PRACTICE_MARKS, Lesson, LessonRequest, LessonStage, find_lesson
from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.moves import parse_marks
from puzzle.notation import parse_loopy
from puzzle.rules import is_solved
from puzzle.symmetry import images
from service.learning.course import COURSE
from solver.explain.step import TechniqueFamily
from solver.explain.techniques import technique_named
from solver.search import solve
from texts.course import QUESTIONS, RIGHT_ALONE, lesson_note, lesson_text

FORMER = "5x5:b1a312c20a2a3a3a1e"
"""The puzzle of the course until another one replaced it; people have boards of it."""
PUZZLE = parse_loopy(COURSE)
BLANK = Board.blank(PUZZLE)
MISTAKE = LessonStage.MISTAKE
ZERO = dict.fromkeys(PUZZLE.grid.cell_edges[0], EdgeState.CROSS)
"""The marks of the first lesson, around the 0 at A1."""


def lessons(puzzle: Puzzle) -> list[tuple[Board, Lesson]]:
    """What is shown on the boards of a learner who marks what is asked, and these boards."""
    board, shown = Board.blank(puzzle), []
    while True:
        shown.append((board, find_lesson(LessonRequest(board))))
        if shown[-1][1].stage is LessonStage.SOLVED:
            return shown
        board = board.mark(shown[-1][1].states)


COURSE_LESSONS = lessons(PUZZLE)


def wrong(states: Mapping[int, EdgeState]) -> list[dict[int, EdgeState]]:
    """Each of the marks turned into its opposite."""
    other = {EdgeState.LINE: EdgeState.CROSS, EdgeState.CROSS: EdgeState.LINE}
    return [{edge: other[state]} for edge, state in states.items()]


@pytest.mark.parametrize("puzzle", [*images(PUZZLE), *images(parse_loopy(FORMER))])
def test_a_course_leads_to_the_solution_in_every_orientation(puzzle: Puzzle) -> None:
    [solution] = solve(puzzle).solutions
    *shown, (board, end) = lessons(puzzle)
    assert is_solved(puzzle, board.lines)
    for _, lesson in shown:
        assert lesson.states
        assert all(
            (state is EdgeState.LINE) == (e in solution) for e, state in lesson.states.items()
        )
        if lesson.stage is LessonStage.PRACTICE:
            assert len(lesson.states) <= MAX_PRACTICE_MARKS
    taught = [lesson for _, lesson in shown if lesson.stage is LessonStage.LESSON]
    assert [lesson.number for lesson in taught] == list(range(1, end.total + 1))
    assert len({lesson.technique for lesson in taught}) == end.total


def test_clues_and_dots_come_before_two_3s_and_closed_corners() -> None:
    names = [lesson.technique for _, lesson in COURSE_LESSONS if lesson.technique]
    simple = {"zero", "full-clue", "met-clue", "way-on", "two-lines-at-dot", "dead-end"}
    assert set(names[: len(simple)]) == simple
    assert {"adjacent-3-3", "diagonal-3-3", "premature-loop"} < set(names)
    families = [technique_named(name).family for name in names]
    assert families.index(TechniqueFamily.CORNER) > len(simple)
    assert set(names) <= set(QUESTIONS)


def test_a_lesson_shows_its_answer_only_when_asked() -> None:
    for board, lesson in COURSE_LESSONS[:-1]:
        assert lesson.narration is None
        assert lesson.places
        answer = find_lesson(LessonRequest(board, shown=True))
        assert answer.states == lesson.states
        assert answer.drawing.png != lesson.drawing.png
        assert (answer.narration is None) is (lesson.stage is LessonStage.PRACTICE)


def test_a_lesson_stays_while_its_marks_are_made_in_any_order() -> None:
    for board, lesson in COURSE_LESSONS:
        if lesson.stage is LessonStage.LESSON:
            for edge in [*lesson.states][: len(lesson.states) - 1]:
                now = find_lesson(LessonRequest(board.mark({edge: lesson.states[edge]})))
                assert (now.stage, now.number) == (lesson.stage, lesson.number)
                assert now.states.keys() == lesson.states.keys() - {edge}


def test_the_mark_that_ends_a_lesson_is_praised_with_the_reason() -> None:
    *first, last = ZERO
    before = BLANK.mark({edge: ZERO[edge] for edge in first})
    done = before.mark({last: ZERO[last]})
    assert not find_lesson(LessonRequest(before, before=BLANK)).praise
    assert not find_lesson(LessonRequest(done)).praise
    praised = find_lesson(LessonRequest(done, before=before))
    assert praised.number == 2
    assert lesson_text(localizer_for("en"), praised).splitlines()[:2] == [
        "**Right!** The 0 at A1 has no line around it.",
        "**No lines around a 0:** A 0 has no line on any of its sides.",
    ]


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_a_rule_is_told_after_its_question_was_answered_or_its_answer_shown(locale: str) -> None:
    localizer = localizer_for(locale)
    for board, lesson in COURSE_LESSONS:
        if lesson.stage is not LessonStage.LESSON:
            continue
        asked = find_lesson(LessonRequest(board, locale=locale))
        text = lesson_text(localizer, asked)
        assert asked.rule not in text
        assert asked.title not in text
        shown = find_lesson(LessonRequest(board, locale=locale, shown=True))
        assert lesson_text(localizer, shown).endswith(f"\n\n{asked.rule}")
        after = board.mark(lesson.states)
        praised = lesson_text(
            localizer, find_lesson(LessonRequest(after, locale=locale, before=board))
        )
        assert praised.startswith(localizer.say(RIGHT_ALONE))
        assert asked.title in praised.splitlines()[1]
        assert asked.rule in praised.splitlines()[1]


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_each_wrong_mark_that_answers_a_question_has_a_short_reason(locale: str) -> None:
    for board, lesson in COURSE_LESSONS:
        for mark in wrong(lesson.states):
            mistake = find_lesson(LessonRequest(board.mark(mark), locale=locale, shown=True))
            assert mistake.stage is LessonStage.MISTAKE
            assert mistake.states == dict.fromkeys(mark, EdgeState.UNKNOWN)
            assert mistake.narration is not None
            assert len(mistake.narration.sentences) <= 3
            assert mistake.narration.sentences[-1] in lesson_text(localizer_for(locale), mistake)


@pytest.mark.parametrize("locale", ["en", "ja"])
def test_a_wrong_mark_is_first_met_with_the_question_and_another_try(locale: str) -> None:
    localizer = localizer_for(locale)
    for board, lesson in COURSE_LESSONS:
        for mark in wrong(lesson.states):
            first = find_lesson(LessonRequest(board.mark(mark), locale=locale))
            assert (first.stage, first.shown, first.narration) == (MISTAKE, False, None)
            text = lesson_text(localizer, first)
            asked = lesson_text(localizer, find_lesson(LessonRequest(board, locale=locale)))
            is_lesson = lesson.stage is LessonStage.LESSON
            assert (asked.splitlines()[-1] in text.splitlines()) is is_lesson


def test_only_the_first_lesson_tells_how_crosses_are_set() -> None:
    localizer = localizer_for("en")
    for board, lesson in COURSE_LESSONS:
        is_first = lesson.number == 1
        for mark in ({}, *wrong(lesson.states)):
            shown = find_lesson(LessonRequest(board.mark(mark)))
            note = lesson_note(localizer, shown, on_page=True)
            assert ("right button" in note) is is_first
            assert ("arrows" in note) is is_first


def test_a_mark_that_is_wrong_far_ahead_can_be_taken_back() -> None:
    right = parse_marks("B3-B4", PUZZLE.grid)
    far = parse_marks("C6-D6", PUZZLE.grid)
    mistake = find_lesson(LessonRequest(BLANK.mark({**far, **right})))
    assert (mistake.stage, set(mistake.states)) == (LessonStage.MISTAKE, set(far))
    again = find_lesson(LessonRequest(BLANK.mark({**far, **right, **mistake.states})))
    assert (again.stage, again.number) == (LessonStage.LESSON, 1)


def test_learned_techniques_are_practised() -> None:
    zeros = Puzzle(square_grid(2, 5), (0, None, None, None, 0, *(None,) * 5))
    crosses = dict.fromkeys(zeros.grid.cell_edges[0], EdgeState.CROSS)
    blank = Board.blank(zeros)
    assert solve(zeros).solutions
    assert find_lesson(LessonRequest(blank)).stage is LessonStage.LESSON
    after = find_lesson(LessonRequest(blank.mark(crosses)))
    assert after.stage is LessonStage.PRACTICE
    assert set(zeros.grid.cell_edges[4]) <= set(after.states)
