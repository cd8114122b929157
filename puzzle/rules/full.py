"""The full variants: the loop visits every dot, whatever the clues of another variant say."""

from msgspec.structs import replace

from puzzle.lazy_messages import LazyMessage, lazy
from puzzle.rules.variant import Capability, Variant

FLAG = "f"
"""What selects them in addresses and files of puzz.link."""

SUMMARY = lazy("the loop visits every dot")

CAPABILITIES = frozenset(
    {
        Capability.GENERATING,
        Capability.HINTS,
        Capability.PLAY,
        Capability.RATINGS,
        Capability.REVIEWS,
    }
)
"""What is supported of that which the variant of the clues supports."""


def full(clues: Variant, name: str, title: LazyMessage) -> Variant:
    """The variant with these clues whose loop visits every dot."""
    return replace(
        clues,
        name=name,
        title=title,
        summaries=(*clues.summaries, SUMMARY),
        flag=FLAG,
        visits_every_dot=True,
        capabilities=clues.capabilities & CAPABILITIES,
    )
