"""What each kind of help counts as; `play.clock` has the seconds that it adds."""

from types import MappingProxyType

from narrator.checks import Detail
from narrator.narration import Level
from play.clock import Help

HINTS = MappingProxyType({Level.NUDGE: Help.NUDGE, Level.HINT: Help.HINT, Level.STEP: Help.STEP})
CHECKS = MappingProxyType(
    {
        Detail.COUNT: Help.CHECK_COUNT,
        Detail.WHERE: Help.CHECK_WHERE,
        Detail.WHY: Help.CHECK_WHY,
    }
)
