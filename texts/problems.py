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
from pictures.errors import PictureError
from play.errors import EntryError
from puzzle.errors import PuzzleError, RulesError
from service.errors import InputError, NotYours, Problem, QuotaUsed
from store.errors import GoneError, StoreError
from texts import board_page, failures, helping, playing, sharing
from texts.markdown import quote
from texts.times import relative
from workers.errors import AnswerTooLarge, Busy, OutOfMemory, TimedOut, WorkerLost

NOT_YET = Message("Daily #{number} is for {day}, which has not begun yet.")
ONLY_ON_SUNDAYS = Message(
    "There is a Sunday special only on Sundays; the last one before that day is #{number}, of "
    "{day}."
)

NO_SIZE = Message(
    "That is not a size. Write columns x rows, such as `10x10` or `12x8`, or one number."
)
SIZE_OUT_OF_RANGE = Message(
    "I cannot make {size} puzzles: each side must be {shortest} to {longest} cells."
)
TILED_SIZE_OUT_OF_RANGE = Message(
    "On this tiling, {size} is not from {fewest} to {most} cells. Try one of {examples}."
)
NO_FULL_LOOP = Message(
    "On {size} no loop visits every dot: one side must have an odd number of cells, as in `9x9` or "
    "`9x10`."
)
NO_SYMMETRY = Message(
    "Only on squares can the clues be symmetrical. Leave `symmetry` out, or leave `tiling` out."
)
NOT_SQUARE = Message(
    "Only a square board can look the same after a quarter turn. Choose equal sides, such as "
    "`10x10`, or another symmetry."
)
NOT_GENERATED = Message(
    "I could not make a puzzle of that level this time. Try again with another seed "
    "or a larger board."
)
PUZZLES_USED = Message("You have had {count} new puzzles today. You can get more {resets_at}.")

NO_SUCH_TECHNIQUE = Message("Please choose a technique from the list.")
OTHER_VERSION = Message(
    "This is from another version of me, and I do not know it. Please use the command again."
)
DRILL_GONE = Message("This board is from another version of me. Please go on with the next one.")
STORM_GONE = Message(
    "This storm is over, or you have begun another one: `/storm` begins a new one."
)
NOT_SOLVED_YET = Message("Only a solved board can be reviewed.")
NO_JOURNAL = Message(
    "I have no record of how this board was drawn. I keep that of your last 50 solved boards."
)
NOT_ONE_SOLUTION = Message(
    "This puzzle has several solutions, so there is no right or wrong to review."
)
ONLY_IN_SERVERS = Message(
    "Each server has its own leaderboard, shown only there. Here you can see the one for everybody."
)
EXPORT_AGAIN = Message(
    "You have just exported your data. Please wait a minute before the next export."
)
EXPORT_TOO_LONG = Message(
    "Your data is too long for a file here. The person who runs this bot can give it to you."
)

ONLY_MANAGERS = Message("Only people who can manage this server can use this.")
ONLY_SERVERS = Message("This works in servers that I am a member of.")

RACES_OFF = Message("The managers of this server have switched races off.")
RACE_WITH_SEED = Message(
    "A race needs a puzzle that nobody can know before: leave out `seed` or `race`."
)
CLUES_ALONE = Message(
    "An empty board has squares, and only its `size` can be chosen: leave the other options out."
)
RACE_UNSEEN = Message("I cannot see this channel, so I could not show a race here.")
RACE_GONE = Message("This race is over, or was called off. `/new race:True` begins another one.")
RACE_BEGUN = Message("This race has begun already. Its boards are shown when it is over.")
RACE_FULL = Message("This race is full: it has {most} people.")
RACE_ALONE = Message("A race needs at least {fewest} people. Others join with the button.")
RACE_RUNS = Message("Others still race on this puzzle. You can share it when the race is over.")
NOT_HOST = Message("Only <@{host}> can start this race.")
NOT_IN_RACE = Message("You are not in this race.")
IN_OTHER_RACE = Message(
    "You are in another race. Leave it or finish it first: give up in the menu of its board if you "
    "do not want to solve it."
)

SENTENCES: Mapping[Problem, Message] = MappingProxyType(
    {
        Problem.NO_BOARD_OPEN: playing.NO_BOARD_OPEN,
        Problem.NO_SUCH_BOARD: helping.NO_SUCH_BOARD,
        Problem.NO_CLUES: playing.NO_CLUES,
        Problem.NO_SOLUTION: playing.NO_SOLUTION,
        Problem.NOT_SOLVED: sharing.NOT_SOLVED,
        Problem.NOT_SOLVED_YET: NOT_SOLVED_YET,
        Problem.NO_JOURNAL: NO_JOURNAL,
        Problem.NOT_ONE_SOLUTION: NOT_ONE_SOLUTION,
        Problem.COMING_DAILY: playing.YET_TO_COME,
        Problem.LIVE_DAILY: helping.IS_A_DAILY,
        Problem.LIVE_ON_PAGE: board_page.LIVE_DAILY,
        Problem.NOT_LAUNCHED: board_page.NOT_LAUNCHED,
        Problem.NOT_YET: NOT_YET,
        Problem.ONLY_ON_SUNDAYS: ONLY_ON_SUNDAYS,
        Problem.NO_SIZE: NO_SIZE,
        Problem.SIZE_OUT_OF_RANGE: SIZE_OUT_OF_RANGE,
        Problem.TILED_SIZE_OUT_OF_RANGE: TILED_SIZE_OUT_OF_RANGE,
        Problem.NO_FULL_LOOP: NO_FULL_LOOP,
        Problem.NOT_SQUARE: NOT_SQUARE,
        Problem.NO_SYMMETRY: NO_SYMMETRY,
        Problem.NOT_GENERATED: NOT_GENERATED,
        Problem.PUZZLES_USED: PUZZLES_USED,
        Problem.SHARED_LATELY: sharing.TOO_OFTEN,
        Problem.NO_SUCH_TECHNIQUE: NO_SUCH_TECHNIQUE,
        Problem.OTHER_VERSION: OTHER_VERSION,
        Problem.DRILL_GONE: DRILL_GONE,
        Problem.STORM_GONE: STORM_GONE,
        Problem.EXPORTED_LATELY: EXPORT_AGAIN,
        Problem.EXPORT_TOO_LONG: EXPORT_TOO_LONG,
        Problem.PUZZLE_GONE: failures.PUZZLE_GONE,
        Problem.BOARD_CHANGED: helping.BOARD_CHANGED,
        Problem.ORDER_CHANGED: failures.ORDER_CHANGED,
        Problem.FILE_UNAVAILABLE: failures.FILE_UNAVAILABLE,
        Problem.FILE_TOO_LARGE: failures.FILE_TOO_LARGE,
        Problem.NOT_TEXT: failures.NOT_TEXT,
        Problem.PUZZLE_OR_FILE: failures.NEITHER_OR_BOTH,
        Problem.MOVES_OR_FILE: playing.MOVES_OR_FILE,
        Problem.MOVES_WITHOUT_PUZZLE: helping.MOVES_OF_WHAT,
        Problem.RACES_OFF: RACES_OFF,
        Problem.RACE_WITH_SEED: RACE_WITH_SEED,
        Problem.CLUES_ALONE: CLUES_ALONE,
        Problem.RACE_UNSEEN: RACE_UNSEEN,
        Problem.RACE_GONE: RACE_GONE,
        Problem.RACE_BEGUN: RACE_BEGUN,
        Problem.RACE_FULL: RACE_FULL,
        Problem.RACE_ALONE: RACE_ALONE,
        Problem.RACE_RUNS: RACE_RUNS,
        Problem.NOT_HOST: NOT_HOST,
        Problem.NOT_IN_RACE: NOT_IN_RACE,
        Problem.IN_OTHER_RACE: IN_OTHER_RACE,
        Problem.ONLY_IN_SERVERS: ONLY_IN_SERVERS,
        Problem.ONLY_WITH_BOT: ONLY_SERVERS,
        Problem.ONLY_MANAGERS: ONLY_MANAGERS,
    }
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
        lambda localizer, error: failures.bad_picture(localizer, explain_problem(error, localizer)),
    ),
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
            return failures.with_example(localizer, text, command) if _shows(error) else text
    return None


def _shows(error: BaseException) -> bool:
    """Whether an example of a puzzle helps after an error."""
    if isinstance(error, (RulesError, PictureError)):  # the puzzle was read, or there is no text
        return False
    return isinstance(error, PuzzleError) or (
        isinstance(error, InputError) and error.problem in WITH_EXAMPLE
    )
