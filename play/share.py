"""The shared result of a solved puzzle: its numbers, and the order of its regions."""

from datetime import date

from msgspec import Struct

from play.clock import HelpCounts
from play.regions import RegionOrder
from play.tracks import Track
from puzzle.grid import SQUARE
from puzzle.regions import region_counts
from puzzle.rules import PLAIN, Rules

HELP_EMOJI = "💡"
"""The sign of a region where help was used."""
KEYCAPS = 9
"""The number of different signs for the order of regions, 1️⃣ to 9️⃣."""


class ShareCard(Struct, frozen=True):
    """A solved puzzle as others see it; `seconds` is without penalties, None to tell no time.

    `day` and `track` are those of a daily, None for any other puzzle.
    """

    day: date | None
    track: Track | None
    size: str
    """Columns x rows, as `Puzzle.size`."""
    seconds: int | None
    help_counts: HelpCounts
    streak: int = 0
    ranked: bool = True
    regions: RegionOrder = RegionOrder()
    tiling: str = SQUARE
    rules: Rules = PLAIN
    over: int | None = None
    """How many percent its time is over its par, negative for under; None to tell no par."""

    @property
    def cols(self) -> int:
        """The number of columns of the board."""
        return int(self.size.split("x")[0])

    @property
    def rows(self) -> int:
        """The number of rows of the board."""
        return int(self.size.split("x")[1])

    @property
    def total(self) -> int | None:
        """Seconds with penalties, as on the leaderboard; None to tell no time."""
        return None if self.seconds is None else self.seconds + self.help_counts.penalty


def region_rows(card: ShareCard) -> list[str]:
    """The regions as rows of emoji; none if their order is not known.

    >>> order = RegionOrder((1, 2, 3, 6, 5, 4, 7, 8, 9), frozenset({4}))
    >>> card = ShareCard(None, None, "7x7", 252, HelpCounts(hints=2), regions=order)
    >>> region_rows(card)
    ['1️⃣2️⃣3️⃣', '6️⃣💡4️⃣', '7️⃣8️⃣9️⃣']
    """
    ranks, helped = card.regions.ranks, card.regions.helped
    signs = [
        HELP_EMOJI if region in helped else _keycap(rank, max(ranks))
        for region, rank in enumerate(ranks)
    ]
    _, cols = region_counts(card.rows, card.cols)
    return ["".join(signs[first : first + cols]) for first in range(0, len(signs), cols)]


def _keycap(rank: int, last: int) -> str:
    """The emoji of a rank; more ranks than signs share them evenly.

    >>> [_keycap(rank, 16) for rank in (1, 2, 3, 16)]
    ['1️⃣', '2️⃣', '2️⃣', '9️⃣']
    """
    number = rank if last <= KEYCAPS else -(-rank * KEYCAPS // last)
    return f"{number}\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"
