"""The kind of help that each hint and check counts as, its count, and whether it was given before.

`play.clock` has its penalty in seconds.
"""

from collections.abc import Collection
from types import MappingProxyType

from narrator.checks import Detail
from narrator.narration import Level
from play.charges import Charges
from play.clock import Help
from service.attempts import Attempts
from service.errors import InputError, Problem
from service.loaded_attempt import LoadedAttempt
from service.running.interaction_claims import Claim

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


async def count_help(  # noqa: PLR0913 - a use of help
    attempts: Attempts,
    person: int,
    loaded: LoadedAttempt,
    wanted: Help | None,
    *,
    about: Collection[int] = (),
    another: int = 0,
    claim: Claim | None = None,
) -> tuple[LoadedAttempt, bool]:
    """Count help about some edges of the board that was loaded; None is not counted.

    Returns the attempt after it, and whether this help was counted before for the same marks.
    """
    if wanted is None:
        return loaded, False
    counted = await attempts.add_help(
        person,
        loaded.attempt.id,
        wanted,
        board=loaded.pad.board,
        about=about,
        another=another,
        claim=claim,
    )
    return counted, not counted.just_counted


def require_given(loaded: LoadedAttempt, wanted: Help, another: int = 0) -> None:
    """Raise `InputError` unless this help was given for the marks that are on the board now.

    `another` is the number of a hint that is not the first for these marks.
    """
    if not Charges.from_text(loaded.attempt.charged).has_help(loaded.pad.board, wanted, another):
        raise InputError(Problem.BOARD_CHANGED)
