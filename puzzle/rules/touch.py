"""Touch Slitherlink: a clue is the number of separate times that the loop touches its cell.

Dots of the cell that lines around it join are touched at one time; lines all around are one time.
"""

from puzzle.lazy_messages import lazy
from puzzle.rules.variant import Around, Capability, Counted, Variant, ViolationCode


def _touches(around: Around) -> int:
    """The visited dots, less one for each line that joins two times to one.

    >>> _touches(Around(lines=1, dots=4, sides=4)), _touches(Around(lines=4, dots=4, sides=4))
    (3, 1)
    """
    return around.dots - min(around.lines, around.sides - 1)


TOUCHES = Variant(
    name="touch",
    genre="tslither",
    title=lazy("Touch Slitherlink"),
    summaries=(lazy("a clue counts how many separate times the loop touches its cell"),),
    counted=Counted.TOUCHES,
    count=_touches,
    too_many=ViolationCode.WRONG_TOUCHES,
    too_few=ViolationCode.WRONG_TOUCHES,
    has_dot_marks=True,
    capabilities=frozenset({Capability.PLAY}),
)
"""Clues that count touches. A line may add one or join two, so too many are no final mistake."""
