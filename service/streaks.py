"""Somebody's streak, from the days that the store remembers."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from play.calendar import opens, today
from play.streaks import Streak, outage_days, streak
from service.clock import Clock
from store import dailies, outages, rankings
from store.database import Database
from store.transaction import Connection


@dataclass(frozen=True, slots=True)
class StreakHistory:
    """The days that matter to a streak: `solved` of them, those `skipped` for outages, and all
    that had dailies to be played, without the skipped ones. `on` is the day it is looked at."""

    on: date
    solved: tuple[date, ...] = ()
    available: frozenset[date] = frozenset()
    skipped: frozenset[date] = frozenset()

    @property
    def streak(self) -> Streak:
        """How the streak stands."""
        return streak(self.solved, self.available, self.on)

    def skipped_since(self, day: date | None) -> tuple[date, ...]:
        """The days of outage since a day on which nothing was solved, in order."""
        if day is None:
            return ()
        missed = self.skipped.difference(self.solved)
        return tuple(sorted(each for each in missed if day <= each < self.on))


async def read_history(connection: Connection, player_id: int, on: date) -> StreakHistory:
    """A player's history up to a day.

    That day can always be played, as the service is there to be asked. Before the first day
    solved there is nothing to break, so nothing is read of it.
    """
    solved = tuple(day for day in await rankings.solved_days(connection, player_id) if day <= on)
    if not solved:
        return StreakHistory(on, available=frozenset({on}))
    away = await outages.since(connection, opens(solved[0]))
    skipped = outage_days((outage.began_at, outage.ended_at) for outage in away)
    existing: Iterable[date] = await dailies.days(connection, solved[0], on)
    available = frozenset(existing) - skipped | {on}
    return StreakHistory(on, solved, available, skipped)


class Streaks:
    """The streaks of people in a database, at the time of a clock."""

    def __init__(self, database: Database, now: Clock) -> None:
        self._database = database
        self._now = now

    async def history(self, player_id: int, on: date | None = None) -> StreakHistory:
        """A player's history up to a day; today without one."""
        async with self._database.reading() as connection:
            return await read_history(connection, player_id, on or today(self._now()))

    async def current(self, player_id: int) -> int:
        """How many days a player's streak has today; 0 for somebody who never played."""
        return (await self.history(player_id)).streak.current
