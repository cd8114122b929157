"""The job that teaches: it finds the next lesson on a board, from the steps that solve it.

A puzzle is a course: its walkthrough from the blank board uses several techniques, and the first
use of each is a lesson. Further steps with techniques that were taught are practice.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

from i18n.catalogues import localizer_for
from jobs.appearance import PLAIN, Appearance
from jobs.playing import Drawing, DrawRequest, draw_board, explainer_of
from narrator.frames import after
from narrator.narration import Level, Narration, narrate
from narrator.picture import highlight
from puzzle.model import Board, EdgeState, Puzzle
from renderer.highlights import NO_HIGHLIGHTS, Highlights
from solver.explain.explainer import NoStep
from solver.explain.step import Step

MAX_PRACTICE_MARKS = 6
"""Maximum number of practice marks made together with a lesson; more are left to practise."""


class LessonStage(Enum):
    """The state of a learner's board."""

    LESSON = "lesson"
    PRACTICE = "practice"
    MISTAKE = "mistake"
    SOLVED = "solved"


@dataclass(frozen=True, slots=True)
class LessonRequest:
    """The board of a learner, the appearance of its picture, and the language of the text."""

    board: Board
    appearance: Appearance = PLAIN
    locale: str = "en"


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is shown to a learner.

    - `number` of `total`: the technique that is taught, or was taught last.
    - `rule`, `narration`: the rule that is taught and the step that shows it, only in a LESSON.
    - `states`: the edge states to set when the learner continues. In a LESSON its step, and the
      practice after it if that is short; in PRACTICE all that follows by techniques that were
      taught; after a MISTAKE the wrong marks, removed.
    - `practice`: how many of these states are practice.
    """

    stage: LessonStage
    number: int
    total: int
    drawing: Drawing
    rule: str = ""
    narration: Narration | None = None
    states: Mapping[int, EdgeState] = field(default_factory=dict)
    practice: int = 0


def find_lesson(request: LessonRequest) -> Lesson:
    """The next lesson on a board; raises `ValueError` if its puzzle cannot be solved step by step.

    >>> from puzzle.notation import parse_loopy
    >>> lesson = find_lesson(LessonRequest(Board.blank(parse_loopy("5x5:b1a312c20a2a3a3a1e"))))
    >>> lesson.stage.name, lesson.number, lesson.total, lesson.narration.title
    ('LESSON', 1, 10, 'No lines around a 0')
    """
    board = request.board
    taught, total = _taught_techniques(board)
    practice, step = _next_steps(board, taught)
    if step is NoStep.SOLVED and not practice:
        return Lesson(LessonStage.SOLVED, total, total, _draw(request))
    if step is NoStep.WRONG_MARKS:
        wrong = _clear_wrong_marks(board)
        drawing = _draw(request, Highlights(wrong=frozenset(wrong)))
        return Lesson(LessonStage.MISTAKE, len(taught), total, drawing, states=wrong)
    if practice:
        states = _new_marks(board, practice)
        return Lesson(
            LessonStage.PRACTICE,
            len(taught),
            total,
            _draw(request),
            states=states,
            practice=len(states),
        )
    if not isinstance(step, Step):
        raise ValueError("a course is solved step by step")
    localizer = localizer_for(request.locale)
    drawing = _draw(request, highlight(board.puzzle, step, Level.STEP))
    states, practice_states = _with_practice(board, step, taught)
    number = len(taught) + 1
    return Lesson(
        LessonStage.LESSON,
        number,
        max(total, number),
        drawing,
        narrate(board, step, Level.HINT, localizer).sentences[0],
        narrate(board, step, Level.STEP, localizer),
        {**states, **practice_states},
        len(practice_states),
    )


def _with_practice(
    board: Board, step: Step, taught: frozenset[str]
) -> tuple[dict[int, EdgeState], dict[int, EdgeState]]:
    """The states that a step sets, and those of the practice after it, empty if there are many."""
    then = after(board, [step])
    further, _ = _next_steps(then, taught | {step.technique.name})
    states = _new_marks(then, further)
    return _new_marks(board, [step]), states if len(states) <= MAX_PRACTICE_MARKS else {}


def _draw(request: LessonRequest, shown: Highlights = NO_HIGHLIGHTS) -> Drawing:
    return draw_board(DrawRequest(request.board, request.appearance, shown, locale=request.locale))


def _new_marks(board: Board, steps: list[Step]) -> dict[int, EdgeState]:
    """The states of edges that steps change."""
    marks = after(board, steps).marks
    return {edge: mark for edge, mark in enumerate(marks) if mark is not board.marks[edge]}


def _next_steps(board: Board, taught: frozenset[str]) -> tuple[list[Step], Step | NoStep]:
    """The next steps by techniques taught so far, and the first other step or why there is none."""
    steps: list[Step] = []
    for step in explainer_of(board.puzzle).walkthrough(board, rules_first=True):
        if not isinstance(step, Step) or step.technique.name not in taught:
            return steps, step
        steps.append(step)
    raise RuntimeError("a walkthrough ends with a reason")


def _taught_techniques(board: Board) -> tuple[frozenset[str], int]:
    """The techniques with a marked step of the course, and the number of techniques in it."""
    course = _course(board.puzzle)
    taught = {
        step.technique.name
        for step in course
        if all(board.marks[found.edge] is found.state for found in step.deductions)
    }
    return frozenset(taught), len({step.technique.name for step in course})


@lru_cache(maxsize=16)
def _course(puzzle: Puzzle) -> tuple[Step, ...]:
    """The steps that solve a puzzle from the blank board."""
    steps = explainer_of(puzzle).walkthrough(rules_first=True)
    return tuple(step for step in steps if isinstance(step, Step))


def _clear_wrong_marks(board: Board) -> dict[int, EdgeState]:
    """The marks that contradict the solution, set to unknown."""
    solution = explainer_of(board.puzzle).solution or frozenset()
    wrong = (board.lines - solution) | (board.crosses & solution)
    return dict.fromkeys(sorted(wrong), EdgeState.UNKNOWN)
