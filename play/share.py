"""What somebody shows of a daily they solved: numbers and words, nothing of the board."""

from dataclasses import dataclass
from datetime import date

from play.calendar import Track, number_of
from play.clock import Tally, format_duration


@dataclass(frozen=True, slots=True)
class ShareCard:
    """A solved daily as others may see it; `seconds` is without penalties."""

    day: date
    track: Track
    size: str
    """Columns x rows, as `Puzzle.size`."""
    seconds: int
    tally: Tally
    streak: int = 0
    ranked: bool = True

    @property
    def number(self) -> int:
        """The number of the daily."""
        return number_of(self.day)

    @property
    def total(self) -> int:
        """Seconds with penalties, as on the leaderboard."""
        return self.seconds + self.tally.penalty


@dataclass(frozen=True, slots=True)
class ShareWords:
    """The words of a share text in one language; names in braces are filled in."""

    title: str = "Ouro #{number} · {track} {size}"
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
    """Three lines to post: what it was, how long it took, and how.

    Numbers have no plural forms, so that a line is the same phrase in every language.

    >>> card = ShareCard(date(2027, 3, 3), Track.NORMAL, "10x10", 252, Tally(hints=2), 12)
    >>> print(share_text(card))
    Ouro #123 · Normal 10x10
    Time 5:12 (4:12 + 1:00)
    Hints 2 · 🔥 12
    """
    track = {Track.EASY: words.easy, Track.NORMAL: words.normal, Track.HARD: words.hard}
    title = words.title.format(number=card.number, track=track[card.track], size=card.size)
    return "\n".join((title, _time(card, words), " · ".join(_how(card, words))))


def _time(card: ShareCard, words: ShareWords) -> str:
    time = format_duration(card.seconds)
    if not card.tally.penalty:
        return words.time.format(time=time)
    total, penalty = format_duration(card.total), format_duration(card.tally.penalty)
    return words.penalties.format(time=time, total=total, penalty=penalty)


def _how(card: ShareCard, words: ShareWords) -> list[str]:
    tally = card.tally
    counts = (
        (words.hints, tally.nudges + tally.hints + tally.steps),
        (words.checks, tally.counts + tally.wheres + tally.whys),
        (words.mistakes, tally.mistakes),
    )
    parts = [phrase.format(count=count) for phrase, count in counts if count]
    if not tally.helps:
        parts.insert(0, words.no_help)
    if card.streak > 1:
        parts.append(words.streak.format(count=card.streak))
    if not card.ranked:
        parts.append(words.unranked)
    return parts
