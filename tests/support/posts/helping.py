"""Every kind of message that helps, in a voice; boards are small and pictures empty."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

from bot.presenters.course import course_message
from bot.presenters.helping import check_message, hint_message
from bot.presenters.layouts import Post, notice
from bot.presenters.manual import manual_page
from bot.presenters.pages import page
from bot.presenters.solutions import question_message, solution_message
from i18n.voice import Voice
from jobs import Animation, Checked, Hinted, Lesson, Rated, SolveAnswer, Stage
from narrator.checks import Detail, tell_check
from narrator.narration import Level, Narration, narrate
from narrator.outcomes import explain_no_step
from play.clock import Help
from play.history import Mark
from play.pen import Pad
from puzzle.model import Board, EdgeState
from puzzle.notation import parse_loopy
from service.attempts import Held
from service.checks import Check
from service.course import COURSE, CoursePage
from service.hints import Hint
from service.manual import Topic
from service.solutions import Revealed
from solver.explain.explainer import Explainer, NoStep
from solver.explain.mistakes import CheckOutcome, check
from solver.explain.step import Step
from solver.rating import NotRated, rate
from solver.search import Outcome, Stats
from store.records import Attempt, Kind
from store.records import Puzzle as StoredPuzzle
from tests.support.posts.values import DRAWING, NOON
from texts import helping, making, manual
from texts.manual import Facts
from texts.rating import rating_text

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
    link="https://puzz.link/p?slither/5/5/y",
    png=b"picture",
    alt="a" * 1024,
    stats=Stats(1, 2, 3, 0.0004),
)


def held_board(**changes: object) -> Held:
    """Somebody's board with a right line and a wrong one."""
    attempt = Attempt(10**12, 7, 8, Kind.ENDLESS, NOON, NOON, shown_at=NOON, nudges=2)
    marks = {0: EdgeState.LINE, 14: EdgeState.LINE}
    return Held(replace(attempt, **changes), Pad.fresh(PUZZLE).apply(Mark(marks)))  # type: ignore[arg-type]


def helping_posts(voice: Voice) -> Iterator[Post]:
    """Hints, checks, solutions, lessons, the manual, ratings and notices."""
    yield from _hints(voice)
    yield from _checks(voice)
    yield from _solutions(voice)
    yield from _lessons(voice)
    for topic in Topic:
        yield manual_page(voice, topic, FACTS, [[DRAWING] * 3] * 2)
    yield page(rating_text(voice, Rated("5x5", _rating(), DRAWING)), DRAWING)
    for reason in NotRated:
        yield page(rating_text(voice, Rated("5x5", reason, DRAWING)), DRAWING)
    for level in making.NAMES:
        yield notice(making.made(voice, StoredPuzzle("", "", level=level, seed=123)))
    yield notice(helping.board_choice(voice, "", held_board()))
    refusals = (making.NO_SIZE, making.NOT_SQUARE, making.NOT_MADE, helping.MOVES_OF_WHAT)
    for refusal in (*refusals, helping.IS_A_DAILY, helping.NO_SUCH_BOARD, helping.DONE):
        yield notice(voice.say(refusal))
    yield notice(voice.say(making.SIZE_OUT_OF_RANGE, size="4x4", shortest=5, longest=20))
    yield notice(voice.say(making.ENOUGH, count=100, left="<t:1795305600:R>"))
    yield notice(voice.say(manual.ABOUT, version="1.2.3"))
    yield notice(voice.say(manual.MENU, names=voice.say(manual.COMMANDS)))
    yield notice(voice.say(manual.COMMAND, name="solve", what=voice.say(manual.COMMANDS)))


def _step() -> Step:
    step = Explainer(PUZZLE).next_step(Board.blank(PUZZLE))
    assert isinstance(step, Step)
    return step


def _rating() -> Any:
    rating = rate(PUZZLE)
    assert not isinstance(rating, NotRated)
    return rating


def _hints(voice: Voice) -> Iterator[Post]:
    held, step = held_board(), _step()
    states = {found.edge: found.state for found in step.deductions}
    for level in Level:
        told = narrate(Board.blank(PUZZLE), step, level, voice)
        found = Hinted(told, DRAWING, states if level is Level.STEP else {}, "zero")
        yield hint_message(voice, Hint(held, level, found, Help.NUDGE))
    for reason in NoStep:
        told = Narration(None, (explain_no_step(reason, voice),))
        yield hint_message(
            voice, Hint(held, Level.NUDGE, Hinted(told, DRAWING, missing=reason), None)
        )
    long = Narration.told_by(voice, None, [told.text] * 200)
    yield hint_message(voice, Hint(held, Level.STEP, Hinted(long, DRAWING), Help.STEP))


def _checks(voice: Voice) -> Iterator[Post]:
    held = held_board()
    found = check(Explainer(PUZZLE), held.pad.board)
    assert found.outcome is CheckOutcome.WRONG
    for detail in Detail:
        told = tell_check(held.pad.board, found, detail, voice)
        for outcome in (CheckOutcome.WRONG, CheckOutcome.RIGHT):
            checked = Checked(told, DRAWING, outcome, found.count)
            yield check_message(voice, Check(held, detail, checked, Help.CHECK_WHY))


def _solutions(voice: Voice) -> Iterator[Post]:
    held = held_board(revealed=True)
    for live in (True, False):
        yield question_message(voice, held, live=live, animate=live)
        yield solution_message(voice, Revealed(held, ANSWER, live))
    yield solution_message(voice, Revealed(held, ANSWER, True, Animation(b"GIF", "a", solved=True)))


def _lessons(voice: Voice) -> Iterator[Post]:
    held, step, blank = held_board(), _step(), Board.blank(PUZZLE)
    rule = narrate(blank, step, Level.HINT, voice).sentences[0]
    told = narrate(blank, step, Level.STEP, voice)
    first = Lesson(Stage.LESSON, 1, 9, DRAWING, rule, told, {})
    yield course_message(voice, CoursePage(held, first, DRAWING), date(2026, 11, 21))
    for stage in Stage:
        for count in (0, 1, 2):
            states = dict.fromkeys(range(count), EdgeState.UNKNOWN)
            lesson = Lesson(stage, 1, 9, DRAWING, rule, told, states, practice=count)
            yield course_message(voice, CoursePage(held, lesson), date(2026, 11, 21))
