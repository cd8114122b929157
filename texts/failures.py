"""Maps errors, and each `Problem` of an `InputError`, to their sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from i18n.localizer import Localizer
from i18n.messages import Message
from jobs.errors import NothingFound
from narrator.problems import explain_problem
from play.errors import EntryError
from puzzle.errors import PuzzleError, RulesError
from scanner.errors import PictureError
from service.errors import InputError, NotYours, Problem, QuotaUsed
from store.errors import GoneError, QueueFullError, StoreError
from texts import problems
from texts.markdown import quote
from texts.puzzles import EXAMPLE
from texts.times import duration, relative
from workers.errors import AnswerTooLarge, Busy, OutOfMemory, TimedOut, WorkerLost


def with_example(localizer: Localizer, sentence: str, command: str | None) -> str:
    """A sentence, and below it an example of a puzzle, after the command that failed, if any."""
    if command is None:
        return f"{sentence}\n{localizer.say(problems.EXAMPLE_ALONE, example=EXAMPLE)}"
    return f"{sentence}\n{localizer.say(problems.FOR_EXAMPLE, command=command, example=EXAMPLE)}"


def bad_puzzle(localizer: Localizer, problem: str) -> str:
    """The problem of an unreadable puzzle."""
    return localizer.say(problems.BAD_PUZZLE, problem=quote(problem))


def bad_picture(localizer: Localizer, problem: str) -> str:
    """The problem of a picture from which no puzzle can be read, and what can be done instead."""
    return f"{quote(problem)}\n{localizer.say(problems.TYPE_IT)}"


def no_puzzle(localizer: Localizer) -> str:
    """The text for a message that contains no puzzle."""
    return localizer.say(problems.NO_PUZZLE_IN_MESSAGE, example=EXAMPLE)


def quota_used(localizer: Localizer, error: QuotaUsed) -> str:
    """The text for a used-up quota of worker seconds, with the time of the next quota."""
    message = problems.SERVERS_QUOTA_USED if error.of_server else problems.YOUR_QUOTA_USED
    return localizer.say(message, relative=relative(error.until))


def timed_out(localizer: Localizer, seconds: float) -> str:
    """The text for a job that was stopped after `seconds`."""
    return localizer.say(problems.TIMED_OUT, time=duration(localizer, seconds))


SENTENCES: Mapping[Problem, Message] = MappingProxyType(
    {problem: getattr(problems, problem.name) for problem in Problem}
)
WITH_EXAMPLE = frozenset({Problem.PUZZLE_OR_FILE})
"""Problems whose text is followed by an example of a puzzle, beside unreadable puzzles."""


def problem_text(localizer: Localizer, error: InputError) -> str:
    """The text of an `InputError`; dates and times in its values become Discord timestamps.

    >>> problem_text(Localizer(), InputError(Problem.NOT_SOLVED))
    'Only a solved board can be shared.'
    """
    values = {
        name: relative(value) if isinstance(value, datetime) else value
        for name, value in error.values.items()
    }
    return localizer.say(SENTENCES[error.problem], **values)


_SENTENCES: tuple[tuple[type[Exception], Callable[[Localizer, Any], str]], ...] = (
    (InputError, problem_text),
    (RulesError, lambda localizer, error: explain_problem(error, localizer)),
    (
        PictureError,
        lambda localizer, error: bad_picture(localizer, explain_problem(error, localizer)),
    ),
    (
        PuzzleError,
        lambda localizer, error: bad_puzzle(localizer, explain_problem(error, localizer)),
    ),
    (EntryError, lambda localizer, error: quote(explain_problem(error, localizer))),
    (NothingFound, lambda localizer, _: no_puzzle(localizer)),
    (Busy, lambda localizer, error: localizer.say(problems.BUSY[error.reason])),
    (QuotaUsed, quota_used),
    (TimedOut, lambda localizer, error: timed_out(localizer, error.seconds)),
    (OutOfMemory, lambda localizer, _: localizer.say(problems.OUT_OF_MEMORY)),
    (AnswerTooLarge, lambda localizer, _: localizer.say(problems.ANSWER_TOO_LARGE)),
    (WorkerLost, lambda localizer, _: localizer.say(problems.WORKER_LOST)),
    (NotYours, lambda localizer, _: localizer.say(problems.NOT_YOURS)),
    (GoneError, lambda localizer, _: localizer.say(problems.GONE)),
    (QueueFullError, lambda localizer, _: localizer.say(problems.STORE_CROWDED)),
    (StoreError, lambda localizer, _: localizer.say(problems.STORE_AWAY)),
)


def failure_text(
    localizer: Localizer, error: BaseException, command: str | None = None
) -> str | None:
    """The message for the user about an error; None for an unexpected error.

    `command` is the name of the command that failed, if it has an option for a puzzle: an example
    of it follows where the puzzle could not be read.

    >>> from service.errors import Problem
    >>> failure_text(Localizer(), InputError(Problem.FILE_UNAVAILABLE))
    'I could not fetch that file from Discord. Please try again.'
    >>> failure_text(Localizer(), ZeroDivisionError()) is None
    True
    """
    for kind, sentence in _SENTENCES:
        if isinstance(error, kind):
            text = sentence(localizer, error)
            return with_example(localizer, text, command) if _shows(error) else text
    return None


def _shows(error: BaseException) -> bool:
    """Whether an example of a puzzle helps after an error."""
    if isinstance(error, (RulesError, PictureError)):  # the puzzle was read, or there is no text
        return False
    return isinstance(error, PuzzleError) or (
        isinstance(error, InputError) and error.problem in WITH_EXAMPLE
    )
