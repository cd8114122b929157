"""Every kind of message about playing boards, with any localizer; pictures are empty."""

from collections.abc import Iterator
from functools import partial
from itertools import product

from msgspec.structs import replace

from app.features import BOARD_BUTTONS
from bot.answering.layouts import OutgoingMessage, notice
from bot.boards.display import MAX_CAPTION_LENGTH, board_message
from bot.pasting.chat import overview_message
from bot.reviews.chat import replay_message, review_message
from bot.sharing.messages import share_message
from i18n.localizer import Localizer
from jobs.playing import Animation
from jobs.reviewing import ReviewAnswer, ReviewedMoment
from narrator.reviews import MAX_MOMENTS, TITLES
from play.clock import HelpCounts
from play.history import History, UnchangedReason
from play.pen import Mode, Pad
from play.regions import RegionOrder
from play.tracks import Track
from play.verdict import Verdict, judge
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.rules import Violation, ViolationCode
from service.errors import InputError, Problem
from service.helping.reviews import ReviewResult
from service.playing.boards import BoardView, DailyPlace, Overview
from service.playing.loaded_attempt import LoadedAttempt
from service.playing.sharing import SharedResult, card_of
from store.records import Attempt, AttemptKind, BoardSummary
from tests.support.posts.values import DAY, DRAWING, ID, NOON
from texts import boards as boards_texts
from texts import sharing, verdicts
from texts.failures import failure_text

GRID = square_grid(30, 30)
PUZZLE = Puzzle(GRID, (2,) * 900)
BEGUN = Attempt(10**12, ID, 10**12, AttemptKind.DAILY, NOON, NOON, DAY, "hard", shown_at=NOON)
SOLVED = replace(
    BEGUN,
    solved_at=NOON,
    seconds=359_999,
    nudges=9_999,
    count_checks=9_999,
    mistakes=9_999,
    penalty=999_999,
)
HELD = LoadedAttempt(BEGUN, Pad(History.blank(PUZZLE), pen=len(GRID.dots) - 1))

shown = partial(board_message, buttons=BOARD_BUTTONS)


def playing_posts(localizer: Localizer) -> Iterator[OutgoingMessage]:
    """Every kind of message about playing boards."""
    yield from boards(localizer)
    yield from finished(localizer)
    yield from overviews(localizer)
    yield from shared(localizer)
    yield from reviewed(localizer)
    yield from (notice(text) for text in said(localizer))


def boards(localizer: Localizer) -> Iterator[OutgoingMessage]:
    """Boards in play."""
    for mode, why in product(Mode, (None, *UnchangedReason)):
        history = replace(HELD.pad.history, notice=why)
        pad = replace(HELD.pad, mode=mode, history=history)
        yield shown(localizer, BoardView(replace(HELD, pad=pad), DRAWING))
    yield shown(localizer, BoardView(HELD, DRAWING), verdict_text(localizer))
    yield shown(localizer, BoardView(replace(HELD, par=359_999.0), DRAWING))
    for kind in set(AttemptKind) - {AttemptKind.DAILY, AttemptKind.ARCHIVE}:
        other = replace(BEGUN, kind=kind, day=None, track=None)
        yield shown(localizer, BoardView(replace(HELD, attempt=other), DRAWING))


def finished(localizer: Localizer) -> Iterator[OutgoingMessage]:
    """Boards that are solved or given up."""
    for ranked, revealed in ((True, False), (False, False), (False, True)):
        attempt = replace(SOLVED, ranked=ranked, revealed=revealed)
        for par in (1.0, 359_999.0, 999_999.0):
            timed = replace(HELD, attempt=attempt, par=par)
            yield shown(localizer, BoardView(timed, DRAWING, 9_999))
        yield shown(localizer, BoardView(replace(HELD, attempt=attempt), DRAWING, 9_999))
    unaided = replace(SOLVED, nudges=0, count_checks=0, mistakes=0, penalty=0, day=None, track=None)
    yield shown(localizer, BoardView(replace(HELD, attempt=unaided), DRAWING))
    yield shown(localizer, BoardView(replace(HELD, attempt=replace(BEGUN, revealed=True)), DRAWING))


def overviews(localizer: Localizer) -> Iterator[OutgoingMessage]:
    """Overviews of dailies and open boards."""
    states = (None, BEGUN, SOLVED, replace(BEGUN, revealed=True))
    for attempt, count in product(states, (0, 1, 5)):
        places = [DailyPlace(track, attempt) for track in Track]
        boards = [
            BoardSummary(10**12 + number, None, None, "30x30", 12_345, BEGUN.touched_at)
            for number in range(count)
        ]
        yield overview_message(localizer, Overview(DAY, places, boards))


def shared(localizer: Localizer) -> Iterator[OutgoingMessage]:
    """Shared results."""
    for attempt in (SOLVED, replace(SOLVED, ranked=True), replace(SOLVED, day=None, track=None)):
        loaded = replace(HELD, attempt=attempt)
        card = card_of(loaded, 12)
        yield share_message(localizer, SharedResult(loaded, card, b"picture"))
        card = replace(card, regions=RegionOrder(tuple(range(1, 26)), frozenset(range(0, 25, 2))))
        yield share_message(localizer, SharedResult(loaded, card, b"picture", open=True))
        yield notice(sharing.card_alt(localizer, replace(card, help_counts=HelpCounts())))


def reviewed(localizer: Localizer) -> Iterator[OutgoingMessage]:
    """Reviews and replays of solved boards."""
    counts = ("9" * 99,) * 8
    titles = [localizer.say(title) for title in TITLES.values()]
    for number in (0, 1, MAX_MOMENTS):
        moments = [
            ReviewedMoment(max(titles, key=len), "9" * 2_000, DRAWING, 359_999, technique)
            for technique in ("", "zero", "corner-1", "corner-1", "corner-2")[-number:]
        ]
        found = ReviewAnswer(counts, tuple(moments[:number]))
        yield review_message(localizer, ReviewResult(replace(HELD, attempt=SOLVED), found))
    for moving in (None, Animation(b"GIF", DRAWING.alt, True)):
        yield replay_message(localizer, moving)


def said(localizer: Localizer) -> Iterator[str]:
    """Other texts about boards."""
    yield verdict_text(localizer)
    for lines in (frozenset[int](), frozenset({0}), frozenset(GRID.cell_edges[0])):
        yield verdicts.verdict_text(localizer, PUZZLE, lines, judge(PUZZLE, lines))
    problems = (
        Problem.NO_BOARD_OPEN,
        Problem.NO_CLUES,
        Problem.NO_SOLUTION,
        Problem.MOVES_OR_FILE,
        Problem.NOT_SOLVED,
        Problem.SHARED_LATELY,
        Problem.NOT_SOLVED_YET,
        Problem.NO_JOURNAL,
        Problem.NOT_ONE_SOLUTION,
    )
    yield from (failure_text(localizer, InputError(problem)) or "" for problem in problems)
    others = (boards_texts.IS_A_DAILY, boards_texts.SEVERAL, sharing.SHARED)
    form = (boards_texts.TYPE_TITLE, boards_texts.TYPE_LABEL)
    yield from (localizer.say(message) for message in (*form, *others))


def verdict_text(localizer: Localizer) -> str:
    """The text of a verdict with every kind of rule violation."""
    corner, last = len(GRID.dots) - 1, len(PUZZLE.clues) - 1
    shown = (
        Violation(ViolationCode.NO_LINE),
        Violation(ViolationCode.BRANCH, dot=corner),
        Violation(ViolationCode.DEAD_END, dot=corner),
        Violation(ViolationCode.TOO_MANY, cell=last),
        Violation(ViolationCode.TOO_FEW, cell=last),
        Violation(ViolationCode.SEVERAL_LOOPS, edges=frozenset({0})),
    )
    text = verdicts.verdict_text(
        localizer, PUZZLE, frozenset(GRID.cell_edges[last]), Verdict(shown, 1234)
    )
    assert len(text) < MAX_CAPTION_LENGTH
    return text
