"""The job that teaches: it finds the next lesson on a board, from the steps that solve it.

A puzzle is a course: the first use of each technique in its walkthrough from the blank board is a
lesson, the steps between are practice. The first step that is not marked tells where a learner is,
so a lesson stays the same while its marks are made, in whatever order.
"""

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import takewhile

from msgspec import Struct, field
from msgspec.structs import replace

from i18n.catalogues import localizer_for
from i18n.localizer import Localizer
from jobs.appearance import PLAIN, Appearance
from jobs.playing import QUICK_UNITS, Drawing, DrawRequest, draw_board, draw_ways, explainer_of
from narrator.checks import Detail
from narrator.contradictions import explain_conflict
from narrator.illustration import illustrate_check
from narrator.narration import Level, Narration, narrate
from narrator.outcomes import (
    conclude_refutation,
    introduce_refutation,
    name_culprits,
    technique_title,
)
from narrator.picture import highlight
from narrator.places import Places
from narrator.runs import after
from narrator.techniques import text_of
from narrator.ways import both_ways
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.rules import is_solved
from renderer.highlights import NO_HIGHLIGHTS, Highlights
from solver.explain.mistakes import Check, check
from solver.explain.step import Step, TechniqueFamily

MAX_PRACTICE_MARKS = 6
"""Maximum number of marks of one portion of practice; a single step may have more."""

MAX_PRAISE = 2
"""Maximum number of sentences that tell why what a learner marked is right."""

MAX_REASON_STEPS = 6
"""Maximum number of steps to the reason why a mark is wrong; the picture numbers them."""

WITHOUT_A_RULE = (TechniqueFamily.CHAIN, TechniqueFamily.LOOK_AHEAD, TechniqueFamily.CORE)
"""Families of techniques whose description is a way to search, not a reason."""


class LessonStage(Enum):
    """The state of a learner's board."""

    LESSON = "lesson"
    PRACTICE = "practice"
    MISTAKE = "mistake"
    SOLVED = "solved"


class LessonRequest(Struct, frozen=True):
    """The board of a learner, the appearance of its picture, and the language of the text.

    With `shown`, the answer to the question of the lesson is wanted too, or why a mark is wrong;
    with `ways` too, the picture shows the ways of the step, as in hints.
    `before` is the board before the learner's last change, if that may be praised.
    """

    board: Board
    appearance: Appearance = PLAIN
    locale: str = "en"
    shown: bool = False
    ways: bool = False
    before: Board | None = None


class Praise(Struct, frozen=True):
    """What is said of the marks that ended a lesson: their technique, its title and its rule.

    `why` is why they are right; empty if that takes several sentences.
    """

    technique: str
    title: str
    rule: str
    why: str = ""


class Lesson(Struct, frozen=True):
    """What is shown to a learner.

    - `number` of `total`: the technique that is taught, or was taught last.
    - `shown`: whether the answer is shown, or the reason of a MISTAKE.
    - `praise`: what is said of what the learner marked last, if that ended a lesson.
    - `technique`, `title`, `rule`: the technique of a LESSON, also where a MISTAKE is in its marks.
    - `titles`: the techniques to use in PRACTICE.
    - `places`: where to look first.
    - `narration`: the argument of a LESSON that is shown; the reason of a MISTAKE that is shown, if
      it is short.
    - `states`: the edge states to set when the learner continues: those of the LESSON, those of a
      portion of PRACTICE, or after a MISTAKE the wrong marks, removed.
    - `ways`: whether the ways of the step of a LESSON that is shown can be drawn.
    """

    stage: LessonStage
    number: int
    total: int
    drawing: Drawing
    shown: bool = False
    praise: Praise | None = None
    technique: str = ""
    title: str = ""
    titles: tuple[str, ...] = ()
    rule: str = ""
    places: str = ""
    narration: Narration | None = None
    states: Mapping[int, EdgeState] = field(default_factory=dict)
    ways: bool = False


def find_lesson(request: LessonRequest) -> Lesson:
    """The next lesson on a board; raises `ValueError` if its puzzle cannot be solved step by step.

    >>> from puzzle.notation import parse_loopy
    >>> lesson = find_lesson(LessonRequest(Board.blank(parse_loopy("5x5:b1a312c20a2a3a3a1e"))))
    >>> lesson.stage.name, lesson.number, lesson.total, lesson.title, lesson.places
    ('LESSON', 1, 9, 'No lines around a 0', 'the 0 at B3')
    """
    board, course = request.board, _course(request.board.puzzle)
    firsts = {step.technique.name: number for number, step in reversed([*enumerate(course)])}
    taught = {name for name, first in firsts.items() if _is_marked(board, course[first])}
    at = Lesson(LessonStage.SOLVED, len(taught), len(firsts), _draw(request))
    if is_solved(board.puzzle, board.lines):
        return replace(at, number=at.total)
    ahead = [number for number, step in enumerate(course) if not _is_marked(board, step)]
    is_lesson = bool(ahead) and firsts[course[ahead[0]].technique.name] == ahead[0]
    if is_lesson:
        at = replace(at, number=sum(first <= ahead[0] for first in firsts.values()))
    if wrong := _wrong_marks(board):
        steps = [course[number] for number in ahead]
        if is_lesson and not wrong.keys().isdisjoint(steps[0].forced):
            at = _about(request, at, steps[0])
        return _mistake(request, at, wrong, steps)
    if not ahead:
        raise ValueError("a course is solved step by step")
    at = replace(at, praise=_praise(request, course, firsts.values()))
    if is_lesson:
        return _lesson(request, at, course, ahead[0])
    known = takewhile(lambda number: course[number].technique.name in taught, ahead)
    return _practice(request, at, [course[number] for number in known])


def _lesson(request: LessonRequest, at: Lesson, course: Sequence[Step], number: int) -> Lesson:
    """The lesson about a step of the course, with its argument if that is wanted."""
    board, step, localizer = request.board, course[number], localizer_for(request.locale)
    level = Level.STEP if request.shown else Level.HINT
    narration, ways, drawing = None, None, _draw(request, highlight(board.puzzle, step, level))
    if request.shown:
        then = after(board, course[:number])
        narration = narrate(then, step, Level.STEP, localizer)
        ways = both_ways(then, step)
    if request.ways and ways is not None:
        drawing = draw_ways(ways, request.appearance, localizer)
    return replace(
        _about(request, at, step),
        stage=LessonStage.LESSON,
        drawing=drawing,
        shown=request.shown,
        narration=narration,
        states=_new_marks(board, [step]),
        ways=ways is not None and not request.ways,
    )


def _about(request: LessonRequest, at: Lesson, step: Step) -> Lesson:
    """The lesson with the technique of a step, its title and its rule, and where to look."""
    text, localizer = text_of(step.technique), localizer_for(request.locale)
    return replace(
        at,
        technique=step.technique.name,
        title=localizer.say(text.title),
        rule=localizer.sentence(text.description),
        places=_places(request, step),
    )


def _practice(request: LessonRequest, at: Lesson, steps: Sequence[Step]) -> Lesson:
    """A portion of practice: the first of some steps by techniques that were taught."""
    board, localizer = request.board, localizer_for(request.locale)
    count = 1
    while count < len(steps) and len(_new_marks(board, steps[: count + 1])) <= MAX_PRACTICE_MARKS:
        count += 1
    steps = steps[:count]
    states = _new_marks(board, steps)
    lines = frozenset(edge for edge, state in states.items() if state is EdgeState.LINE)
    shown = Highlights(forced_lines=lines, forced_crosses=frozenset(states) - lines)
    if not request.shown:
        shown = highlight(board.puzzle, steps[0], Level.HINT)
    names = dict.fromkeys(step.technique.name for step in steps)
    return replace(
        at,
        stage=LessonStage.PRACTICE,
        drawing=_draw(request, shown),
        shown=request.shown,
        titles=tuple(technique_title(name, localizer) for name in names),
        places=_places(request, steps[0]),
        states=states,
    )


def _mistake(
    request: LessonRequest, at: Lesson, wrong: Mapping[int, EdgeState], ahead: Sequence[Step]
) -> Lesson:
    """The wrong marks, and if shown, why one of them cannot be, in at most three sentences.

    The refutation by the next step of the course, of those `ahead`, comes first, then the shortest
    one, then the one by the steps up to the first that contradicts a wrong mark.
    """
    board, localizer = request.board, localizer_for(request.locale)
    explainer, sentences = explainer_of(board.puzzle), list[str]()
    found = check(explainer, board, units=QUICK_UNITS)
    if not request.shown:
        sentences = []
    elif found.conflict is not None:
        conflict = explain_conflict(board.puzzle, found.conflict, localizer)
        sentences = [conflict, name_culprits(board, found.culprits, localizer)]
    else:
        before = takewhile(lambda step: wrong.keys().isdisjoint(step.forced), ahead)
        course = tuple(ahead[: sum(1 for _ in before) + 1])
        refutations = [found.refutation, course] if len(course) > 1 else [course]
        for steps in refutations:
            found = replace(found, refutation=steps)
            sentences = _refute(board, found, localizer)
            if sentences:
                break
    detail = Detail.WHY if sentences else Detail.WHERE
    return replace(
        at,
        stage=LessonStage.MISTAKE,
        drawing=_draw(request, illustrate_check(board, found, detail)),
        shown=request.shown,
        narration=Narration.of(localizer, None, sentences) if sentences else None,
        states=wrong,
    )


def _refute(board: Board, found: Check, localizer: Localizer) -> list[str]:
    """The sentences of a refutation; none if it has too many steps or sentences.

    A long argument is replaced by the rule of its technique, if that says why.
    """
    steps, edge = found.refutation, found.refuted
    if edge is None or len(steps) > MAX_REASON_STEPS:
        return []
    *before, last = steps
    then = after(board.mark(dict.fromkeys(found.wrong, EdgeState.UNKNOWN)), before)
    argument = narrate(then, last, Level.STEP, localizer).sentences
    first = [introduce_refutation(board, edge, len(steps), localizer)] if len(steps) > 1 else []
    if len(first) + len(argument) > 2:
        argument = ()
        if last.technique.family not in WITHOUT_A_RULE:
            argument = (localizer.sentence(text_of(last.technique).description),)
    end = conclude_refutation(board, edge, localizer)
    return [*first, *argument, end] if argument else []


def _praise(
    request: LessonRequest, course: Sequence[Step], lessons: Collection[int]
) -> Praise | None:
    """What is said of the last change, if it made the last mark of a lesson."""
    board, before = request.board, request.before
    if before is None:
        return None
    for step, number in ((course[number], number) for number in lessons):
        if _is_marked(board, step) and not _is_marked(before, step):
            then = after(Board.blank(board.puzzle), course[:number])
            localizer = localizer_for(request.locale)
            argument = narrate(then, step, Level.STEP, localizer).sentences
            why = localizer.gap.join(argument) if len(argument) <= MAX_PRAISE else ""
            text = text_of(step.technique)
            title, rule = localizer.say(text.title), localizer.sentence(text.description)
            return Praise(step.technique.name, title, rule, why)
    return None


def _places(request: LessonRequest, step: Step) -> str:
    """A list of the clues of a step, or of its dots; without them, of the dots of its edges."""
    localizer, puzzle = localizer_for(request.locale), request.board.puzzle
    cells = step.cells if step.pattern is None else step.pattern.cells
    places = Places(puzzle, localizer, cells)
    if cells:
        return places.clues(cells)
    ends = {dot for edge in step.forced for dot in puzzle.grid.edge_dots[edge]}
    return places.dots(sorted(step.dots or ends))


def _draw(request: LessonRequest, shown: Highlights = NO_HIGHLIGHTS) -> Drawing:
    return draw_board(DrawRequest(request.board, request.appearance, shown, locale=request.locale))


def _is_marked(board: Board, step: Step) -> bool:
    """Whether a board has all marks of a step."""
    return all(board.marks[found.edge] is found.state for found in step.deductions)


def _new_marks(board: Board, steps: Sequence[Step]) -> dict[int, EdgeState]:
    """The states of edges that steps change."""
    marks = after(board, steps).marks
    return {edge: mark for edge, mark in enumerate(marks) if mark is not board.marks[edge]}


@lru_cache(maxsize=16)
def _course(puzzle: Puzzle) -> tuple[Step, ...]:
    """The steps that solve a puzzle from the blank board."""
    steps = explainer_of(puzzle).walkthrough(rules_first=True)
    return tuple(step for step in steps if isinstance(step, Step))


def _wrong_marks(board: Board) -> dict[int, EdgeState]:
    """The marks that contradict the solution, set to unknown."""
    solution = explainer_of(board.puzzle).solution or frozenset()
    wrong = (board.lines - solution) | (board.crosses & solution)
    return dict.fromkeys(sorted(wrong), EdgeState.UNKNOWN)
