"""Maps each `Problem` of an `InputError` to its sentence."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from i18n.localizer import Localizer
from i18n.messages import Message
from service.errors import InputError, Problem
from texts import (
    dailies,
    failures,
    generating,
    helping,
    leaderboards,
    playing,
    privacy,
    server_setup,
    sharing,
)
from texts.timestamps import relative

SENTENCES: Mapping[Problem, Message] = MappingProxyType(
    {
        Problem.NO_BOARD_OPEN: playing.NO_BOARD_OPEN,
        Problem.NO_SUCH_BOARD: helping.NO_SUCH_BOARD,
        Problem.NO_CLUES: playing.NO_CLUES,
        Problem.NO_SOLUTION: playing.NO_SOLUTION,
        Problem.NOT_SOLVED: sharing.NOT_SOLVED,
        Problem.COMING_DAILY: playing.YET_TO_COME,
        Problem.LIVE_DAILY: helping.IS_A_DAILY,
        Problem.NOT_YET: dailies.NOT_YET,
        Problem.NO_SIZE: generating.NO_SIZE,
        Problem.SIZE_OUT_OF_RANGE: generating.SIZE_OUT_OF_RANGE,
        Problem.NOT_SQUARE: generating.NOT_SQUARE,
        Problem.NOT_GENERATED: generating.NOT_MADE,
        Problem.PUZZLES_USED: generating.ENOUGH,
        Problem.SHARED_LATELY: sharing.TOO_OFTEN,
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
