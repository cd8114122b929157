"""The shared result of a solved puzzle: numbers, words and the order of its regions."""

from datetime import date

from msgspec import Struct

from play.calendar import number_of
from play.clock import HelpCounts, format_duration
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


class ShareWords(Struct, frozen=True):
    """The words of a share text in one language; names in braces are placeholders.

    `size` may name a tiling or rules beside the size.
    """

    title: str = "Ouro #{number} · {track} {size}"
    puzzle: str = "Ouro · {size}"
    track: str | None = None
    """The title of the card's track, None for the English one."""
    time: str = "Time {time}"
    penalties: str = "Time {total} ({time} + {penalty})"
    under_par: str = "{percent} under par"
    over_par: str = "{percent} over par"
    at_par: str = "At par"
    no_help: str = "No help"
    hints: str = "Hints {count}"
    checks: str = "Checks {count}"
    mistakes: str = "Mistakes {count}"
    streak: str = "🔥 {count}"
    unranked: str = "Unranked"
    size: str = "{size}"


ENGLISH = ShareWords()


def share_text(card: ShareCard, words: ShareWords = ENGLISH) -> str:
    """A share text: the puzzle, the time, the help used with other details, and the regions.

    No phrase needs plural forms, so that one phrase is enough in every language.

    >>> order = RegionOrder((1, 2, 3, 6, 5, 4, 7, 8, 9), frozenset({4}))
    >>> hints = HelpCounts(hints=2)
    >>> card = ShareCard(date(2027, 3, 3), Track.EASY, "7x7", 252, hints, 12, regions=order)
    >>> print(share_text(card))
    Ouro #123 · Easy 7x7
    Time 5:12 (4:12 + 1:00)
    Hints 2 · 🔥 12
    1️⃣2️⃣3️⃣
    6️⃣💡4️⃣
    7️⃣8️⃣9️⃣
    """
    return "\n".join((*fact_lines(card, words), *region_lines(card)))


def fact_lines(card: ShareCard, words: ShareWords = ENGLISH) -> tuple[str, ...]:
    """The lines of a share text without the regions: puzzle, time, par, and help or streak."""
    details = " · ".join(_details(card, words))
    return share_title(card, words), *_time_lines(card, words), *par_lines(card, words), details


def share_title(card: ShareCard, words: ShareWords = ENGLISH) -> str:
    """The name of the puzzle: the number, track and size of a daily, else the size.

    >>> share_title(ShareCard(None, None, "9x6", 60, HelpCounts()))
    'Ouro · 9x6'
    """
    size = words.size.format(size=card.size)
    if card.day is None or card.track is None:
        return words.puzzle.format(size=size)
    number = number_of(card.day)
    track = words.track or card.track.rules.title
    return words.title.format(number=number, track=track, size=size)


def region_lines(card: ShareCard) -> list[str]:
    """The regions as rows of emoji; none if their order is not known."""
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


def _time_lines(card: ShareCard, words: ShareWords) -> list[str]:
    if card.seconds is None or card.total is None:
        return []
    time = format_duration(card.seconds)
    if not card.help_counts.penalty:
        return [words.time.format(time=time)]
    total, penalty = format_duration(card.total), format_duration(card.help_counts.penalty)
    return [words.penalties.format(time=time, total=total, penalty=penalty)]


def par_lines(card: ShareCard, words: ShareWords = ENGLISH) -> tuple[str, ...]:
    """A line that compares the time with par; none where no par is told.

    >>> [par_lines(ShareCard(None, None, "9x6", 60, HelpCounts(), over=over)) for over in (-5, 0)]
    [('5% under par',), ('At par',)]
    """
    if card.over is None:
        return ()
    phrase = words.over_par if card.over > 0 else words.under_par if card.over else words.at_par
    return (phrase.format(percent=f"{abs(card.over)}%"),)


def _details(card: ShareCard, words: ShareWords) -> list[str]:
    help_counts = card.help_counts
    counts = (
        (words.hints, help_counts.nudges + help_counts.hints + help_counts.steps),
        (
            words.checks,
            help_counts.count_checks + help_counts.place_checks + help_counts.reason_checks,
        ),
        (words.mistakes, help_counts.mistakes),
    )
    parts = [phrase.format(count=count) for phrase, count in counts if count]
    if not help_counts.helps:
        parts.insert(0, words.no_help)
    if card.streak > 1:
        parts.append(words.streak.format(count=card.streak))
    if not card.ranked:
        parts.append(words.unranked)
    return parts
