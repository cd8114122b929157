"""Storms: three minutes of drills that grow harder with each right answer."""

from datetime import UTC, datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

SECONDS = 180
"""The length of a storm."""
MISS_SECONDS = 10
"""The seconds that a wrong answer takes away."""
WIDTH = 4
"""The number of techniques of which the next drill is one."""
TECHNIQUES_PER_ANSWER = 2
"""How many techniques further each right answer leads."""


class Storm(Struct, frozen=True):
    """A storm that began at a second since 1970, with the numbers of right and wrong answers.

    >>> storm = Storm(1_800_000_000).answered(right=True).answered(right=False)
    >>> storm.right, storm.missed, storm.ends_at - Storm(1_800_000_000).ends_at
    (1, 1, datetime.timedelta(days=-1, seconds=86390))
    """

    began: int
    right: int = 0
    missed: int = 0

    @property
    def began_at(self) -> datetime:
        """When it began."""
        return datetime.fromtimestamp(self.began, UTC)

    @property
    def ends_at(self) -> datetime:
        """When it ends."""
        return self.began_at + timedelta(seconds=SECONDS - MISS_SECONDS * self.missed)

    @property
    def answers(self) -> int:
        """The number of answers."""
        return self.right + self.missed

    def answered(self, *, right: bool) -> "Storm":
        """The storm after an answer."""
        return replace(self, right=self.right + right, missed=self.missed + (not right))

    def choices(self, count: int) -> range:
        """The numbers of the techniques of which the next drill is one, of `count` by difficulty.

        >>> Storm(0).choices(50), Storm(0, right=10).choices(50), Storm(0, right=40).choices(50)
        (range(0, 4), range(20, 24), range(46, 50))
        """
        start = min(TECHNIQUES_PER_ANSWER * self.right, max(0, count - WIDTH))
        return range(start, min(count, start + WIDTH))
