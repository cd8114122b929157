"""The job of telling whether a puzzle is one of the dailies that are to stay secret."""

from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache

from play.calendar import Track
from play.identity import KnownDaily, find_live
from puzzle.model import Puzzle
from puzzle.notation import parse_loopy


@dataclass(frozen=True, slots=True)
class SecretDaily:
    """A daily whose solution is not to be known: its day, its track, its puzzle's notation."""

    day: date
    track: Track
    notation: str


@dataclass(frozen=True, slots=True)
class SecretDailies:
    """The dailies that are secret at an instant, or at least may be."""

    dailies: tuple[SecretDaily, ...]
    now: datetime

    def find(self, puzzle: Puzzle) -> KnownDaily | None:
        """The one that a puzzle is."""
        dailies = (
            KnownDaily(one.day, one.track, _parse_cached(one.notation)) for one in self.dailies
        )
        return find_live(puzzle, dailies, self.now)


@dataclass(frozen=True, slots=True)
class RecogniseRequest:
    """A puzzle, and what it may be."""

    puzzle: Puzzle
    secrets: SecretDailies


def recognise(request: RecogniseRequest) -> KnownDaily | None:
    """The daily that somebody handed in; None for another puzzle.

    >>> from datetime import UTC
    >>> secret = SecretDaily(date(2026, 11, 5), Track.EASY, "2x1:3a")
    >>> noon = datetime(2026, 11, 5, 12, tzinfo=UTC)
    >>> recognise(RecogniseRequest(parse_loopy("1x2:a3"), SecretDailies((secret,), noon))).track
    <Track.EASY: 'easy'>
    """
    return request.secrets.find(request.puzzle)


@lru_cache(maxsize=128)
def _parse_cached(notation: str) -> Puzzle:
    return parse_loopy(notation)
