"""The kind of help that each hint and check counts as, and whether it was given before.

`play.clock` has its penalty in seconds.
"""

from types import MappingProxyType

from narrator.checks import Detail
from narrator.narration import Level
from play.charges import Charges
from play.clock import Help
from service.attempts import LoadedAttempt
from service.errors import InputError, Problem

HINTS = MappingProxyType({Level.NUDGE: Help.NUDGE, Level.HINT: Help.HINT, Level.STEP: Help.STEP})
"""The kind of help that each level of a hint counts as."""
CHECKS = MappingProxyType(
    {
        Detail.COUNT: Help.CHECK_COUNT,
        Detail.WHERE: Help.CHECK_WHERE,
        Detail.WHY: Help.CHECK_WHY,
    }
)
"""The kind of help that each level of detail of a check counts as."""


def require_given(loaded: LoadedAttempt, wanted: Help, another: int = 0) -> None:
    """Raise `InputError` unless this help was given for the marks that are on the board now.

    `another` is the number of a hint that is not the first for these marks.
    """
    if not Charges.from_text(loaded.attempt.charged).has_help(loaded.pad.board, wanted, another):
        raise InputError(Problem.BOARD_CHANGED)
