"""Sheep and wolves: beside clues that count lines, sheep are inside the loop, wolves outside."""

from types import MappingProxyType

from puzzle.lazy_messages import lazy
from puzzle.rules.variant import Capability, Counted, Sign, Variant, ViolationCode

SHEEP, WOLF = -2, -3
"""The clues of a sheep and of a wolf."""

SHEEP_AND_WOLVES = Variant(
    name="sheep-wolf",
    genre="swslither",
    title=lazy("Slitherlink with sheep and wolves"),
    summaries=(lazy("sheep are inside the loop, wolves outside"),),
    counted=Counted.LINES,
    count=lambda around: around.lines,
    signs=MappingProxyType(
        {
            SHEEP: Sign("S", 5, lazy("sheep"), inside=True, violation=ViolationCode.SHEEP_OUTSIDE),
            WOLF: Sign("W", 6, lazy("wolf"), inside=False, violation=ViolationCode.WOLF_INSIDE),
        }
    ),
    capabilities=frozenset(
        {
            Capability.GENERATING,
            Capability.HINTS,
            Capability.PLAY,
            Capability.RATINGS,
            Capability.REVIEWS,
        }
    ),
)
"""Clues that count lines, sheep and wolves."""
