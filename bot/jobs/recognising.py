"""The job of telling whether a puzzle is one of the dailies that are to stay secret."""

from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache

from bot.bounds import CHAT_BOUNDS
from bot.errors import NothingFound
from bot.jobs.solving import Pasted, Said, read_source
from play.calendar import Track
from play.identity import Daily, find_live
from puzzle.bounds import Bounds
from puzzle.errors import PuzzleError
from puzzle.model import Puzzle
from puzzle.notation import parse_loopy


@dataclass(frozen=True, slots=True)
class Secret:
    """A daily whose solution is not to be known: its day, its track, its puzzle's notation."""

    day: date
    track: Track
    notation: str


@dataclass(frozen=True, slots=True)
class RecogniseRequest:
    """What somebody handed in, within bounds, the dailies it may be, and the time."""

    source: Pasted | Said
    secrets: tuple[Secret, ...]
    now: datetime
    bounds: Bounds = CHAT_BOUNDS


def recognise(request: RecogniseRequest) -> Daily | None:
    """The daily that somebody handed in; None for another puzzle, and for what is none.

    >>> from datetime import UTC
    >>> secret = Secret(date(2026, 11, 5), Track.EASY, "2x1:3a")
    >>> noon = datetime(2026, 11, 5, 12, tzinfo=UTC)
    >>> recognise(RecogniseRequest(Pasted("1x2:a3"), (secret,), noon)).track
    <Track.EASY: 'easy'>
    """
    try:
        puzzle = read_source(request.source, request.bounds)
    except (PuzzleError, NothingFound):  # solving it will say what is wrong
        return None
    dailies = [Daily(one.day, one.track, _parsed(one.notation)) for one in request.secrets]
    return find_live(puzzle, dailies, request.now)


@lru_cache(maxsize=128)
def _parsed(notation: str) -> Puzzle:
    return parse_loopy(notation)
