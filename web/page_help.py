"""Hints, checks, lessons and verdicts as JSON values: text, and layers to draw on the board."""

from collections.abc import Mapping
from typing import Any

from i18n.localizer import Localizer
from jobs import Drawing
from jobs.teaching import LessonStage
from narrator.narration import Narration
from puzzle.model import Board, EdgeState
from service.checks import CheckResult
from service.course import CoursePage
from service.hints import HintResult
from solver.explain.explainer import NoStep
from solver.explain.mistakes import CheckOutcome
from texts import helping, learning
from web.board_data import difference, layer_values, marks_of
from web.page_requests import LETTERS
from web.plain_text import plain


def hint_value(localizer: Localizer, hint: HintResult) -> dict[str, Any]:
    """A hint."""
    found = hint.found
    cost = helping.cost(localizer, hint.loaded, hint.counted, repeated=hint.repeated)
    title = localizer.say(helping.LEVEL_TITLES[hint.level])
    return _help(title, found.narration, found.drawing, hint.loaded.pad.board) | {
        "marks": _mark_values(found.states),
        "cost": plain(cost),
        "parts": found.parts,
        "part": hint.part or 0,
        "another": hint.another,
        "next": hint.next_number,
        "wrong": found.missing is NoStep.WRONG_MARKS,
        "missing": found.missing is not None,
    }


def check_value(localizer: Localizer, check: CheckResult) -> dict[str, Any]:
    """A check of the marks."""
    found = check.found
    cost = helping.cost(localizer, check.loaded, check.counted, repeated=check.repeated)
    title = localizer.say(helping.CHECK_TITLE)
    return _help(title, found.narration, found.drawing, check.loaded.pad.board) | {
        "marks": [],
        "cost": plain(cost),
        "parts": found.parts,
        "part": check.part or 0,
        "wrong": found.outcome is CheckOutcome.WRONG,
    }


def lesson_value(localizer: Localizer, page: CoursePage) -> dict[str, Any]:
    """A lesson of the course."""
    lesson = page.lesson
    title, text = learning.title_and_text(localizer, lesson)
    praise = learning.praise_text(localizer, lesson)
    return {
        "title": plain(title),
        "text": plain(f"{praise}\n{text}".strip()),
        "layers": layer_values(lesson.drawing.layers),
        "shown": [],
        "marks": _mark_values(lesson.states),
        "do": learning.do_button(localizer, lesson),
        "cost": "",
        "parts": 0,
        "part": 0,
        "wrong": lesson.stage is LessonStage.MISTAKE,
        "asks": not lesson.shown and lesson.stage in {LessonStage.LESSON, LessonStage.PRACTICE},
    }


def _help(title: str, narration: Narration, drawing: Drawing, board: Board) -> dict[str, Any]:
    """The text of a narration, the layers of its picture, and marks that differ in it."""
    heading = title if narration.title is None else f"{title}{narration.colon}{narration.title}"
    sentences = [*narration.sentences]
    if narration.conclusion is not None:
        sentences.append(narration.conclusion)
    shown = drawing.board or board
    return {
        "title": heading,
        "text": "\n".join(sentences),
        "layers": layer_values(drawing.layers),
        "shown": difference(marks_of(board), marks_of(shown)),
    }


def _mark_values(states: Mapping[int, EdgeState]) -> list[tuple[int, str]]:
    return [(edge, LETTERS[state]) for edge, state in sorted(states.items())]
