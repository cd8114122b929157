"""Maps errors, and each `Problem` of an `InputError`, to their sentences."""

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from i18n.localizer import Localizer
from i18n.messages import Message
from jobs.errors import NothingFound
from narrator.problems import explain_problem
from play.errors import EntryError
from puzzle.errors import PuzzleError
from service.errors import InputError, NotYours, Problem, QuotaUsed
from store.errors import GoneError, StoreError
from texts import (
    board_page,
    dailies,
    failures,
    generating,
    helping,
    leaderboards,
    playing,
    practice,
    privacy,
    reviews,
    server_setup,
    sharing,
)
from texts.markdown import quote
from texts.timestamps import relative
from workers.errors import AnswerTooLarge, Busy, OutOfMemory, TimedOut, WorkerLost

SENTENCES: Mapping[Problem, Message] = MappingProxyType(
    {
        Problem.NO_BOARD_OPEN: playing.NO_BOARD_OPEN,
        Problem.NO_SUCH_BOARD: helping.NO_SUCH_BOARD,
        Problem.NO_CLUES: playing.NO_CLUES,
        Problem.NO_SOLUTION: playing.NO_SOLUTION,
        Problem.NOT_SOLVED: sharing.NOT_SOLVED,
        Problem.NOT_SOLVED_YET: reviews.NOT_SOLVED,
        Problem.REVIEWED_LATER: reviews.LATER,
        Problem.NO_JOURNAL: reviews.NO_JOURNAL,
        Problem.NOT_ONE_SOLUTION: reviews.NOT_ONE_SOLUTION,
        Problem.COMING_DAILY: playing.YET_TO_COME,
        Problem.LIVE_DAILY: helping.IS_A_DAILY,
        Problem.LIVE_ON_PAGE: board_page.LIVE_DAILY,
        Problem.NOT_YET: dailies.NOT_YET,
        Problem.ONLY_ON_SUNDAYS: dailies.ONLY_ON_SUNDAYS,
        Problem.NO_SIZE: generating.NO_SIZE,
        Problem.SIZE_OUT_OF_RANGE: generating.SIZE_OUT_OF_RANGE,
        Problem.TILED_SIZE_OUT_OF_RANGE: generating.TILED_SIZE_OUT_OF_RANGE,
        Problem.NOT_SQUARE: generating.NOT_SQUARE,
        Problem.NO_SYMMETRY: generating.NO_SYMMETRY,
        Problem.NOT_GENERATED: generating.NOT_MADE,
        Problem.PUZZLES_USED: generating.ENOUGH,
        Problem.SHARED_LATELY: sharing.TOO_OFTEN,
        Problem.NO_SUCH_TECHNIQUE: practice.NO_SUCH_TECHNIQUE,
        Problem.DRILL_GONE: practice.DRILL_GONE,
        Problem.EXPORTED_LATELY: privacy.EXPORT_AGAIN,
        Problem.EXPORT_TOO_LONG: privacy.EXPORT_TOO_LONG,
        Problem.PUZZLE_GONE: failures.PUZZLE_GONE,
        Problem.BOARD_CHANGED: helping.BOARD_CHANGED,
        Problem.ORDER_CHANGED: failures.ORDER_CHANGED,
        Problem.FILE_UNAVAILABLE: failures.FILE_UNAVAILABLE,
        Problem.FILE_TOO_LARGE: failures.FILE_TOO_LARGE,
        Problem.NOT_TEXT: failures.NOT_TEXT,
        Problem.PUZZLE_OR_FILE: failures.NEITHER_OR_BOTH,
        Problem.MOVES_OR_FILE: playing.MOVES_OR_FILE,
        Problem.MOVES_WITHOUT_PUZZLE: helping.MOVES_OF_WHAT,
        Problem.ONLY_IN_SERVERS: leaderboards.ONLY_IN_SERVERS,
        Problem.ONLY_WITH_BOT: server_setup.ONLY_SERVERS,
        Problem.ONLY_MANAGERS: server_setup.ONLY_MANAGERS,
    }
)
WITH_EXAMPLE = frozenset({Problem.PUZZLE_OR_FILE})
"""Problems whose text is followed by an example of a correct command."""


def problem_text(localizer: Localizer, error: InputError) -> str:
    """The text of an `InputError`; dates and times in its values become Discord timestamps.

    >>> problem_text(Localizer(), InputError(Problem.NOT_SOLVED))
    'Only a solved board can be shared.'
    """
    values = {
        name: relative(value) if isinstance(value, datetime) else value
        for name, value in error.values.items()
    }
    sentence = localizer.say(SENTENCES[error.problem], **values)
    return failures.with_example(localizer, sentence) if error.problem in WITH_EXAMPLE else sentence


_SENTENCES: tuple[tuple[type[Exception], Callable[[Localizer, Any], str]], ...] = (
    (InputError, problem_text),
    (
        PuzzleError,
        lambda localizer, error: failures.bad_puzzle(localizer, explain_problem(error, localizer)),
    ),
    (EntryError, lambda localizer, error: quote(explain_problem(error, localizer))),
    (NothingFound, lambda localizer, _: failures.no_puzzle(localizer)),
    (Busy, lambda localizer, error: localizer.say(failures.BUSY[error.reason])),
    (QuotaUsed, failures.quota_used),
    (TimedOut, lambda localizer, error: failures.timed_out(localizer, error.seconds)),
    (OutOfMemory, lambda localizer, _: localizer.say(failures.OUT_OF_MEMORY)),
    (AnswerTooLarge, lambda localizer, _: localizer.say(failures.ANSWER_TOO_LARGE)),
    (WorkerLost, lambda localizer, _: localizer.say(failures.WORKER_LOST)),
    (NotYours, lambda localizer, _: localizer.say(failures.NOT_YOURS)),
    (GoneError, lambda localizer, _: localizer.say(failures.GONE)),
    (StoreError, lambda localizer, _: localizer.say(failures.STORE_AWAY)),
)


def failure_text(localizer: Localizer, error: BaseException) -> str | None:
    """The message for the user about an error; None for an unexpected error.

    >>> from service.errors import Problem
    >>> failure_text(Localizer(), InputError(Problem.FILE_UNAVAILABLE))
    'I could not fetch that file from Discord. Please try again.'
    >>> failure_text(Localizer(), ZeroDivisionError()) is None
    True
    """
    for kind, sentence in _SENTENCES:
        if isinstance(error, kind):
            return sentence(localizer, error)
    return None
