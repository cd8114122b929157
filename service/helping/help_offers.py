"""What help can be asked for, and at which price: the same in chat and on the board page."""

from __future__ import annotations

from types import MappingProxyType

from msgspec import Struct

from jobs.playing import CheckAnswer, HintAnswer
from narrator.checks import Detail
from narrator.narration import Level
from play.clock import Help
from solver.explain.explainer import NoStep
from solver.explain.mistakes import CheckOutcome

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

_DEEPER_HINTS = MappingProxyType(
    {Level.NUDGE: (Level.HINT, Level.STEP), Level.HINT: (Level.STEP,), Level.STEP: ()}
)
_DEEPER_CHECKS = MappingProxyType(
    {Detail.COUNT: (Detail.WHERE, Detail.WHY), Detail.WHERE: (Detail.WHY,), Detail.WHY: ()}
)


class HelpOffer(Struct, frozen=True):
    """A hint at a level, or a check at a level of detail, that a person can ask for.

    `another` is the number of the hint; `is_new` is whether it is a different one than the one that
    is shown. `paid` are the seconds of what was counted for the same marks.

    >>> HelpOffer(Level.STEP).help, HelpOffer(Detail.COUNT).help.penalty
    (<Help.STEP: 'steps'>, 20)
    """

    asked: Level | Detail
    another: int = 0
    is_new: bool = False
    paid: int = 0

    @property
    def seconds(self) -> int:
        """The seconds that it adds, if it finds what is asked for."""
        return max(self.help.penalty - self.paid, 0)

    @property
    def help(self) -> Help:
        """The kind of help that it counts as, if it finds what is asked for."""
        return HINTS[self.asked] if isinstance(self.asked, Level) else CHECKS[self.asked]


FIRST_LEVEL, FIRST_DETAIL = Level.NUDGE, Detail.COUNT
FIRST_HINT, FIRST_CHECK = HelpOffer(FIRST_LEVEL), HelpOffer(FIRST_DETAIL)
"""What a board offers before any help."""


def after_hint(
    found: HintAnswer, level: Level, another: int, next_number: int
) -> tuple[HelpOffer, ...]:
    """What is offered below a hint: more of it and a different one, or which marks are wrong.

    `another` is its number, and `next_number` that of the next one.
    """
    if found.missing is NoStep.WRONG_MARKS:
        return (HelpOffer(Detail.WHERE),)
    if found.missing is not None:
        return ()
    deeper = (HelpOffer(each, another) for each in _DEEPER_HINTS[level])
    return (*deeper, HelpOffer(FIRST_LEVEL, next_number, is_new=True))


def after_check(
    found: CheckAnswer, detail: Detail, *, solved: bool, explained: bool = True
) -> tuple[HelpOffer, ...]:
    """What is offered below a check: more of it if marks are wrong, a hint if all are right.

    `explained` is whether there are reasons and hints for the rules of the puzzle.
    """
    if found.outcome is CheckOutcome.WRONG:
        deeper = _DEEPER_CHECKS[detail]
        return tuple(HelpOffer(each) for each in deeper if explained or each is not Detail.WHY)
    is_right = found.outcome is CheckOutcome.RIGHT
    return (FIRST_HINT,) if is_right and explained and not solved else ()
