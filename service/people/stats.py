"""Statistics of a player: the puzzles solved, how fast, and how their strength changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from math import sqrt

from msgspec import Struct

from jobs.pictures import draw_strength
from jobs.playing import Drawing
from play.calendar import today
from play.par import FEWEST, difference
from play.streaks import MINI_TRACKS
from play.tracks import Track
from renderer.strengths import StrengthPlot, StrengthPoint
from service.dailies.streaks import StreakHistory, read_history
from service.running.clock import Clock
from service.running.readers import Reader
from service.settings import VISIBILITY
from store import attempts, pars, players, published, rankings
from store.database import Database
from store.records import AttemptKind, StoredPuzzle, TrackTotals, Visibility
from workers.pool import Priority, WorkPool

MAX_POINTS = 40
"""Maximum number of boards after which a plot has a strength."""
LAST = 60
"""Number of last boards that tell where a person differs from par."""


class PlayerStats(Struct, frozen=True):
    """The statistics of a person.

    - `history`, `mini`: the days of their streak, and those of their streak of minis;
    - `totals`: their ranked dailies, by track;
    - `solved`: the number of puzzles they solved, not revealed, by kind of attempt;
    - `hardest`: the one of these with the highest known score, except today's dailies;
    - `published`: how many puzzles of theirs are posted, and how often these were solved and liked.
    """

    person: int
    history: StreakHistory
    mini: StreakHistory
    totals: tuple[TrackTotals, ...]
    solved: Mapping[AttemptKind, int]
    hardest: StoredPuzzle | None = None
    published: tuple[int, int, int] = (0, 0, 0)

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
                await published.totals(connection, person),
            )


class PlottedStrength(Struct, frozen=True):
    """A plot of the strength of a person, and where their times differ from par.

    `shares` has what share more or less boards of a level take them, and boards of a size without
    its sides, which has a tiling or rules.
    """

    plot: Drawing
    shares: Mapping[str, float]


class Strengths(Struct, eq=False):
    """Reads the strengths of people in a database, and draws them in a worker pool.

    Dailies of today tell nothing yet: others may see it, and know the times. `now` gives the time.
    """

    database: Database
    pool: WorkPool
    now: Clock

    async def read(self, reader: Reader) -> PlottedStrength | None:
        """The strength of the reader; None if they are told no par, or had none yet."""
        if not reader.localizer.par:
            return None
        on = today(self.now())
        async with self.database.reading() as connection:
            history = await pars.history(connection, reader.person, MAX_POINTS, on)
            compared = await pars.compared(connection, reader.person, LAST, on)
        if len(history) <= FEWEST:
            return None
        strength = StrengthPlot(
            tuple(StrengthPoint(at, mean, sqrt(variance)) for at, mean, variance, _ in history),
            history[-1][-1],
            reader.appearance.theme,
            reader.language,
        )
        plot = await self.pool.run(
            draw_strength, strength, person=reader.person, priority=Priority.QUICK
        )
        kinds = defaultdict[str, list[float]](list)
        for level, size, ratio in compared:
            for kind in filter(None, (level, size.lstrip("0123456789x"))):
                kinds[kind].append(ratio)
        found = {kind: difference(ratios) for kind, ratios in kinds.items()}
        return PlottedStrength(plot, {kind: it for kind, it in found.items() if it is not None})
