"""The plain rules: a clue is the number of lines around its cell."""

from puzzle.lazy_messages import lazy
from puzzle.rules.variant import Capability, Counted, Variant

PLAIN_CLUES = Variant(
    name="standard",
    genre="slither",
    title=lazy("plain Slitherlink"),
    counted=Counted.LINES,
    count=lambda around: around.lines,
    capabilities=frozenset(Capability),
)
"""Clues that count lines."""
