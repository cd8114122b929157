"""What somebody has solved, and how fast."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import median

from play.calendar import Track, today
from service.clock import Clock
from service.streaks import StreakHistory, read_history
from store import attempts, players, rankings
from store.database import Database
from store.records import DailyResult, Kind, StoredPuzzle, Visibility


@dataclass(frozen=True, slots=True)
class TrackStats:
    """The ranked dailies of one track: how many, and seconds with penalties."""

    track: Track
    count: int
    best: int
    median: int


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """What is told of a person.

    - `results`: their ranked dailies, in order of the days;
    - `solved`: how many puzzles they solved by themselves, by where these came from;
    - `hardest`: the puzzle with the highest score among them, where scores are known, but none
      of today's dailies.
    """

    person: int
    history: StreakHistory
    results: tuple[DailyResult, ...]
    solved: Mapping[Kind, int]
    hardest: StoredPuzzle | None = None

    @property
    def tracks(self) -> tuple[TrackStats, ...]:
        """The tracks of which they have a ranked daily."""
        return tuple(_tracks(self.results))

    @property
    def unaided(self) -> int:
        """How many ranked dailies they solved without any help."""
        return sum(not result.helps for result in self.results)

    @property
    def mistakes(self) -> int:
        """Wrong submissions in ranked dailies."""
        return sum(result.mistakes for result in self.results)


def _tracks(results: Iterable[DailyResult]) -> Iterable[TrackStats]:
    for track in Track:
        seconds = [result.seconds for result in results if result.track == track.value]
        if seconds:
            yield TrackStats(track, len(seconds), min(seconds), int(median(seconds)))


class Statistics:
    """The numbers of people in a database, at the time of a clock."""

    def __init__(self, database: Database, now: Clock) -> None:
        self._database = database
        self._now = now

    async def read(self, person: int, viewer: int) -> PlayerStats | None:
        """The numbers of a person as another sees them.

        None for somebody who never played, and for one who is not to be named, unless they look
        themselves: who looks cannot tell these apart.
        """
        async with self._database.reading() as connection:
            player = await players.find(connection, person)
            if player is None:
                return None
            if person != viewer and player.visibility is not Visibility.NAMED:
                return None
            on = today(self._now())
            return PlayerStats(
                person,
                await read_history(connection, person, on),
                await rankings.own_results(connection, person),
                await attempts.solved_counts(connection, person),
                await attempts.hardest_solved(connection, person, on),
            )
