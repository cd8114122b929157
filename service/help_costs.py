"""The kind of help that each hint and check counts as; `play.clock` has its penalty in seconds."""

from types import MappingProxyType

from narrator.checks import Detail
from narrator.narration import Level
from play.clock import Help

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
