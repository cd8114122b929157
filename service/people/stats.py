"""Statistics of a player: the puzzles solved, and how fast."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from play.calendar import today
from play.streaks import MINI_TRACKS
from play.tracks import Track
from service.dailies.streaks import StreakHistory, read_history
from service.running.clock import Clock
from service.settings import VISIBILITY
from store import attempts, players, rankings
from store.database import Database
from store.records import AttemptKind, StoredPuzzle, TrackTotals, Visibility


class PlayerStats(Struct, frozen=True):
    """The statistics of a person.

    - `history`, `mini`: the days of their streak, and those of their streak of minis;
    - `totals`: their ranked dailies, by track;
    - `solved`: the number of puzzles they solved, not revealed, by kind of attempt;
    - `hardest`: the one of these with the highest known score, except today's dailies.
    """

    person: int
    history: StreakHistory
    mini: StreakHistory
    totals: tuple[TrackTotals, ...]
    solved: Mapping[AttemptKind, int]
    hardest: StoredPuzzle | None = None

    @property
    def tracks(self) -> tuple[tuple[Track, TrackTotals], ...]:
        """The tracks with a ranked daily, in their order."""
        totals = {each.track: each for each in self.totals}
        return tuple((track, totals[track.value]) for track in Track if track.value in totals)

    @property
    def ranked(self) -> int:
        """Number of ranked dailies."""
        return sum(each.count for each in self.totals)

    @property
    def unaided(self) -> int:
        """Number of ranked dailies solved without help."""
        return sum(each.unaided for each in self.totals)

    @property
    def mistakes(self) -> int:
        """Number of wrong submissions in ranked dailies."""
        return sum(each.mistakes for each in self.totals)


class Statistics(Struct, eq=False):
    """Reads the statistics of people in a database; `now` gives the current time."""

    database: Database
    now: Clock

    async def read(self, person: int, viewer: int) -> PlayerStats | None:
        """The statistics of a person, as another person sees them.

        None for a person who never played, and for others if the person is not shown by name: the
        viewer cannot distinguish the two.
        """
        async with self.database.reading() as connection:
            player = await players.find(connection, person)
            if player is None:
                return None
            if person != viewer and VISIBILITY.of(player) is not Visibility.NAMED:
                return None
            on = today(self.now())
            return PlayerStats(
                person,
                await read_history(connection, person, on),
                await read_history(connection, person, on, MINI_TRACKS),
                await rankings.own_totals(connection, person),
                await attempts.solved_counts(connection, person),
                await attempts.hardest_solved(connection, person, on),
            )
