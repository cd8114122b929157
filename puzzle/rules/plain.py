"""The plain rules: a clue is the number of lines around its cell."""

from puzzle.lazy_messages import lazy
from puzzle.rules.variant import Capability, Counted, Variant

PLAIN_CLUES = Variant(
    name="standard",
    genre="slither",
    title=lazy("plain Slitherlink"),
    full_title=lazy("Full Slitherlink"),
    summary=lazy("a clue counts the lines around its cell"),
    counted=Counted.LINES,
    count=lambda around: around.lines,
    capabilities=frozenset(Capability),
)
"""Clues that count lines."""
