"""The shared result of a solved puzzle: numbers and words, nothing of the board."""

from dataclasses import dataclass
from datetime import date

from play.calendar import Track, number_of
from play.clock import HelpCounts, format_duration


@dataclass(frozen=True, slots=True)
class ShareCard:
    """A solved puzzle as others see it; `seconds` is without penalties.

    `day` and `track` are those of a daily, None for any other puzzle.
    """

    day: date | None
    track: Track | None
    size: str
    """Columns x rows, as `Puzzle.size`."""
    seconds: int
    help_counts: HelpCounts
    streak: int = 0
    ranked: bool = True

    @property
    def total(self) -> int:
        """Seconds with penalties, as on the leaderboard."""
        return self.seconds + self.help_counts.penalty


@dataclass(frozen=True, slots=True)
class ShareWords:
    """The words of a share text in one language; names in braces are placeholders."""

    title: str = "Ouro #{number} · {track} {size}"
    puzzle: str = "Ouro · {size}"
    easy: str = "Easy"
    normal: str = "Normal"
    hard: str = "Hard"
    time: str = "Time {time}"
    penalties: str = "Time {total} ({time} + {penalty})"
    no_help: str = "No help"
    hints: str = "Hints {count}"
    checks: str = "Checks {count}"
    mistakes: str = "Mistakes {count}"
    streak: str = "🔥 {count}"
    unranked: str = "Unranked"


ENGLISH = ShareWords()


def share_text(card: ShareCard, words: ShareWords = ENGLISH) -> str:
    """A share text of three lines: the puzzle, the time, and the help used with other details.

    No phrase needs plural forms, so that one phrase is enough in every language.

    >>> card = ShareCard(date(2027, 3, 3), Track.NORMAL, "10x10", 252, HelpCounts(hints=2), 12)
    >>> print(share_text(card))
    Ouro #123 · Normal 10x10
    Time 5:12 (4:12 + 1:00)
    Hints 2 · 🔥 12
    """
    return "\n".join(
        (share_title(card, words), _time_line(card, words), " · ".join(_details(card, words)))
    )


def share_title(card: ShareCard, words: ShareWords = ENGLISH) -> str:
    """The name of the puzzle: the number, track and size of a daily, else the size.

    >>> share_title(ShareCard(None, None, "9x6", 60, HelpCounts()))
    'Ouro · 9x6'
    """
    if card.day is None or card.track is None:
        return words.puzzle.format(size=card.size)
    names = {Track.EASY: words.easy, Track.NORMAL: words.normal, Track.HARD: words.hard}
    number = number_of(card.day)
    return words.title.format(number=number, track=names[card.track], size=card.size)


def _time_line(card: ShareCard, words: ShareWords) -> str:
    time = format_duration(card.seconds)
    if not card.help_counts.penalty:
        return words.time.format(time=time)
    total, penalty = format_duration(card.total), format_duration(card.help_counts.penalty)
    return words.penalties.format(time=time, total=total, penalty=penalty)


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
