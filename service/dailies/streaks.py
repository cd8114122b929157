"""A player's streak, from the days in the database, and the calendar of its days."""

from collections.abc import Iterable
from datetime import date
from functools import partial

from cachetools import LRUCache
from msgspec import Struct, field

from jobs.pictures import draw_calendar
from jobs.playing import Drawing
from play.calendar import closes, opens, today
from play.streaks import (
    LARGE_TRACKS,
    Streak,
    StreakTracks,
    outage_days,
    streak,
    tracks_with,
)
from play.tracks import Track
from renderer.calendar import Calendar
from service.running.clock import Clock
from service.running.readers import Reader
from store import dailies, outages, rankings, shard_outages
from store.database import Database
from store.records import Attempt, StreakVersion
from store.transaction import Connection
from workers.pool import Priority, WorkPool

MAX_CACHED = 10_000
"""Maximum number of streaks that are kept in memory."""


class StreakHistory(Struct, frozen=True):
    """The days that determine a streak.

    - `on`: the day for which it is computed;
    - `solved`: days with a ranked daily;
    - `available`: days with dailies to play, except skipped days;
    - `skipped`: days skipped because of outages.
    """

    on: date
    solved: tuple[date, ...] = ()
    available: frozenset[date] = frozenset()
    skipped: frozenset[date] = frozenset()

    @property
    def streak(self) -> Streak:
        """The streak on the day `on`."""
        return streak(self.solved, self.available, self.on)

    def skipped_since(self, day: date | None) -> tuple[date, ...]:
        """Days of outages since `day` on which nothing was solved, in order; none if it is None."""
        if day is None:
            return ()
        missed = self.skipped.difference(self.solved)
        return tuple(sorted(each for each in missed if day <= each < self.on))


async def read_history(
    connection: Connection, player_id: int, on: date, tracks: StreakTracks = LARGE_TRACKS
) -> StreakHistory:
    """A player's history up to a day, in the tracks that share a streak.

    The day itself is always available, as the service is running. Days before the first solved one
    cannot break a streak and are not read.
    """
    names = [track.value for track in tracks]
    ranked = await rankings.solved_days(connection, player_id, names)
    solved = tuple(day for day in ranked if day <= on)
    if not solved:
        return StreakHistory(on, available=frozenset({on}))
    first, last = opens(solved[0]), closes(on)
    away = [
        *await outages.since(connection, first),
        *await shard_outages.since(connection, first, player_id),
    ]
    spans = [(max(outage.began_at, first), min(outage.ended_at, last)) for outage in away]
    skipped = outage_days(spans)
    existing: Iterable[date] = await dailies.days(connection, solved[0], on, names)
    available = frozenset(existing) - skipped | {on}
    return StreakHistory(on, solved, available, skipped)


class Streaks(Struct, eq=False):
    """Reads the streaks in a database; `now` gives the current time."""

    database: Database
    now: Clock
    _lengths: LRUCache[tuple[int, StreakTracks], tuple[tuple[date, StreakVersion], int]] = field(
        default_factory=partial(LRUCache, MAX_CACHED)
    )

    async def history(
        self, player_id: int, on: date | None = None, tracks: StreakTracks = LARGE_TRACKS
    ) -> StreakHistory:
        """A player's history up to a day; today without one."""
        return await self.database.read(read_history, player_id, on or today(self.now()), tracks)

    async def current(self, player_id: int, tracks: StreakTracks = LARGE_TRACKS) -> int:
        """The length of a player's streak today in days; 0 for a person who never played.

        It is computed again only when what it depends on has changed, as it takes two rows for each
        day.
        """
        on = today(self.now())
        async with self.database.reading() as connection:
            version = on, await rankings.streak_version(connection, player_id)
            cached = self._lengths.get((player_id, tracks))
            if cached is not None and cached[0] == version:
                return cached[1]
            history = await read_history(connection, player_id, on, tracks)
        length = history.streak.current
        self._lengths[player_id, tracks] = version, length
        return length

    async def of_attempt(self, attempt: Attempt) -> int:
        """The length of the streak that an attempt counts for; 0 if it is not ranked."""
        if not attempt.ranked or attempt.track is None:
            return 0
        tracks = tracks_with(Track(attempt.track).rules.streak)
        return await self.current(attempt.player_id, tracks) if tracks else 0


class Calendars(Struct, eq=False):
    """Draws calendars in a worker pool."""

    pool: WorkPool

    async def draw(self, reader: Reader, history: StreakHistory) -> Drawing | None:
        """The calendar of the last weeks; None if the person has not solved a daily yet."""
        if not history.solved:
            return None
        calendar = Calendar(
            history.on,
            frozenset(history.solved),
            frozenset(history.streak.frozen),
            history.skipped,
            history.solved[0],
            reader.appearance.theme,
            reader.language,
        )
        return await self.pool.run(
            draw_calendar, calendar, person=reader.person, priority=Priority.QUICK
        )
