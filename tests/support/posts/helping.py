"""Every kind of message with help, with any localizer; boards are small and pictures empty."""

from collections.abc import Iterator
from datetime import date
from itertools import product
from typing import Any

from msgspec.structs import replace

from bot.answering.layouts import OutgoingMessage, notice, page
from bot.boards.components import page_button
from bot.course.chat import course_message
from bot.helping.messages import check_message, hint_message, question_message, solution_message
from bot.manual.chat import manual_page
from i18n.localizer import Localizer
from jobs.playing import Animation, CheckAnswer, HintAnswer
from jobs.solving import RateAnswer, SolveAnswer
from jobs.teaching import Lesson, LessonStage, Praise
from narrator.checks import Detail, narrate_check
from narrator.narration import Level, Narration, narrate
from narrator.outcomes import explain_no_step
from play.clock import Help
from play.history import Mark
from play.pen import Pad
from puzzle.model import Board, EdgeState
from puzzle.notation import parse_loopy
from service.helping.checks import CheckResult
from service.helping.hints import HintResult
from service.helping.solutions import RevealedSolution
from service.learning.course import COURSE, CoursePage
from service.learning.manual import Topic
from service.playing.loaded_attempt import LoadedAttempt
from solver.explain.explainer import Explainer, NoStep
from solver.explain.mistakes import CheckOutcome, check
from solver.explain.step import Difficulty, Step
from solver.rating import NotRated, rate
from solver.search import Outcome, Stats
from store.records import Attempt, AttemptKind, BoardSummary, StoredPuzzle
from tests.support.posts.values import DRAWING, NOON
from texts import helping as helping_texts
from texts import manual, problems
from texts import new_puzzles as generating
from texts.manual import Facts
from texts.pasting import rating_text

PUZZLE = parse_loopy(COURSE)
FACTS = Facts("<t:1795305600:t>", ["- `/solve`"], 100, "100x100", "30x30", "5x5", "20x20")
ANSWER = SolveAnswer(
    Outcome.UNIQUE,
    solutions=1,
    complete=True,
    index=0,
    shared_lines=20,
    shared_crosses=30,
    size="5x5",
    puzzle=COURSE,
    read=PUZZLE,
    link="https://puzz.link/p?slither/5/5/y",
    png=b"picture",
    alt="a" * 1024,
    stats=Stats(1, 2, 3, 0.0004),
)


def loaded_board(**changes: object) -> LoadedAttempt:
    """A player's board with a right and a wrong line."""
    attempt = Attempt(10**12, 7, 8, AttemptKind.ENDLESS, NOON, NOON, shown_at=NOON, nudges=2)
    marks = {0: EdgeState.LINE, 14: EdgeState.LINE}
    return LoadedAttempt(replace(attempt, **changes), Pad.fresh(PUZZLE).apply(Mark(marks)))  # type: ignore[arg-type]


def helping_posts(localizer: Localizer) -> Iterator[OutgoingMessage]:
    """Hints, checks, solutions, lessons, the manual, ratings and notices."""
    yield from _hints(localizer)
    yield from _checks(localizer)
    yield from _solutions(localizer)
    yield from _lessons(localizer)
    for topic in Topic:
        yield manual_page(localizer, topic, FACTS, [[DRAWING] * 3] * 2)
    yield page(rating_text(localizer, RateAnswer("5x5", _rating(), DRAWING)), DRAWING)
    for reason in NotRated:
        yield page(rating_text(localizer, RateAnswer("5x5", reason, DRAWING)), DRAWING)
    for level in generating.NAMES:
        stored = StoredPuzzle("", "", level=level, seed=123)
        yield notice(generating.made(localizer, stored, Difficulty.EXTREME))
    yield notice(
        helping_texts.board_choice(localizer, "", BoardSummary(7, None, None, "5x5", 2, NOON))
    )
    refusals = (
        problems.NO_SIZE,
        problems.NOT_SQUARE,
        problems.NO_SYMMETRY,
        problems.NOT_GENERATED,
        problems.MOVES_WITHOUT_PUZZLE,
        problems.LIVE_DAILY,
        problems.NO_SUCH_BOARD,
        problems.BOARD_CHANGED,
        helping_texts.DONE,
    )
    for refusal in refusals:
        yield notice(localizer.say(refusal))
    yield notice(localizer.say(problems.SIZE_OUT_OF_RANGE, size="4x4", shortest=5, longest=20))
    tiled = {"size": "9x9", "fewest": 20, "most": 150, "examples": "`5x6`, `6x7`, `7x8`"}
    yield notice(localizer.say(problems.TILED_SIZE_OUT_OF_RANGE, **tiled))
    yield notice(localizer.say(problems.PUZZLES_USED, count=100, resets_at="<t:1795305600:R>"))
    yield notice(localizer.say(manual.MENU, names=localizer.say(manual.COMMANDS)))
    yield notice(localizer.say(manual.COMMAND, name="solve", what=localizer.say(manual.COMMANDS)))


def _step() -> Step:
    step = Explainer(PUZZLE).next_step(Board.blank(PUZZLE))
    assert isinstance(step, Step)
    return step


def _rating() -> Any:
    rating = rate(PUZZLE)
    assert not isinstance(rating, NotRated)
    return rating


def _hints(localizer: Localizer) -> Iterator[OutgoingMessage]:
    loaded, step = loaded_board(), _step()
    states = {found.edge: found.state for found in step.deductions}
    for level in Level:
        told = narrate(Board.blank(PUZZLE), step, level, localizer)
        found = HintAnswer(told, DRAWING, states if level is Level.STEP else {}, "zero")
        yield hint_message(localizer, HintResult(loaded, level, found, Help.NUDGE))
    for reason in NoStep:
        told = Narration(None, (explain_no_step(reason, localizer),))
        yield hint_message(
            localizer,
            HintResult(loaded, Level.NUDGE, HintAnswer(told, DRAWING, missing=reason), None),
        )
    for part in (None, 1, 2, 7):
        found = HintAnswer(told, DRAWING, states, "zero", parts=7, ways=True)
        told_part = HintResult(loaded, Level.STEP, found, None, part=part, ways=part == 7)
        yield hint_message(localizer, told_part)
    long = Narration.of(localizer, None, [told.text] * 200)
    yield hint_message(
        localizer, HintResult(loaded, Level.STEP, HintAnswer(long, DRAWING), Help.STEP)
    )


def _checks(localizer: Localizer) -> Iterator[OutgoingMessage]:
    loaded = loaded_board()
    found = check(Explainer(PUZZLE), loaded.pad.board)
    assert found.outcome is CheckOutcome.WRONG
    for detail in Detail:
        told = narrate_check(loaded.pad.board, found, detail, localizer)
        for outcome in (CheckOutcome.WRONG, CheckOutcome.RIGHT):
            checked = CheckAnswer(told, DRAWING, outcome, found.count, detail)
            yield check_message(localizer, CheckResult(loaded, detail, checked, Help.CHECK_WHY))
    for part in (None, 1, 2, 3):
        shown = CheckAnswer(told, DRAWING, CheckOutcome.WRONG, 1, Detail.WHY, 3, part)
        yield check_message(localizer, CheckResult(loaded, Detail.WHY, shown, None))


def _solutions(localizer: Localizer) -> Iterator[OutgoingMessage]:
    loaded = loaded_board(revealed=True)
    for live in (True, False):
        yield question_message(localizer, loaded, live=live, animate=live)
        yield solution_message(localizer, RevealedSolution(loaded, ANSWER, live))
    yield solution_message(
        localizer, RevealedSolution(loaded, ANSWER, True, Animation(b"GIF", "a", solved=True))
    )


def _lessons(localizer: Localizer) -> Iterator[OutgoingMessage]:
    loaded, step, blank = loaded_board(), _step(), Board.blank(PUZZLE)
    rule = narrate(blank, step, Level.HINT, localizer).sentences[0]
    told = narrate(blank, step, Level.STEP, localizer)
    first = Lesson(LessonStage.LESSON, 1, 9, DRAWING)
    yield course_message(localizer, CoursePage(loaded, first, DRAWING), date(2026, 11, 21))
    for stage, count, shown in product(LessonStage, (0, 1, 2), (False, True)):
        lesson = Lesson(
            stage,
            1,
            9,
            DRAWING,
            shown,
            praise=Praise("zero", "0", rule, rule if count == 1 else "") if count else None,
            technique="zero" if count else "",
            narration=told if shown else None,
            states=dict.fromkeys(range(count), EdgeState.UNKNOWN),
            title="3",
            titles=("0", "3"),
            rule=rule,
            places="C4",
        )
        yield course_message(
            localizer, CoursePage(loaded, lesson), date(2026, 11, 21), [page_button(localizer, 7)]
        )
