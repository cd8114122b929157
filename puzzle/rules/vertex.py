"""Vertex Slitherlink: a clue is the number of dots of its cell that the loop visits."""

from puzzle.lazy_messages import lazy
from puzzle.rules.variant import Capability, Counted, Variant

VERTICES = Variant(
    name="vertex",
    genre="vslither",
    title=lazy("Vertex Slitherlink"),
    summaries=(lazy("a clue counts the dots of its cell that the loop visits"),),
    counted=Counted.DOTS,
    count=lambda around: around.dots,
    has_dot_marks=True,
    capabilities=frozenset({Capability.PLAY}),
)
"""Clues that count dots."""
