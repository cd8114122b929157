"""The job that recognises dailies whose solutions have to stay secret."""

from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache

from play.calendar import Track
from play.identity import KnownDaily, find_live
from puzzle.model import Puzzle
from puzzle.notation import parse_loopy


@dataclass(frozen=True, slots=True)
class SecretDaily:
    """A daily whose solution must not be disclosed: its day, its track, its puzzle's notation."""

    day: date
    track: Track
    notation: str


@dataclass(frozen=True, slots=True)
class SecretDailies:
    """The dailies that may be secret at the instant `now`."""

    dailies: tuple[SecretDaily, ...]
    now: datetime

    def find(self, puzzle: Puzzle) -> KnownDaily | None:
        """The daily that a puzzle is; None if it is none of them."""
        dailies = (
            KnownDaily(one.day, one.track, _parse_cached(one.notation)) for one in self.dailies
        )
        return find_live(puzzle, dailies, self.now)


@dataclass(frozen=True, slots=True)
class RecogniseRequest:
    """A puzzle, and the dailies with which to compare it."""

    puzzle: Puzzle
    secrets: SecretDailies


def recognise(request: RecogniseRequest) -> KnownDaily | None:
    """The daily that a puzzle is; None for another puzzle.

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
