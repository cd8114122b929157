"""Somebody's streak, from what the store remembers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from play.calendar import opens, today
from play.streaks import Streak, outage_days, streak
from store import dailies, outages, rankings
from store.transaction import Connection

if TYPE_CHECKING:
    from bot.client import OuroClient


@dataclass(frozen=True, slots=True)
class History:
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


async def read_history(connection: Connection, player_id: int, on: date) -> History:
    """A player's history up to a day.

    That day can always be played, as the service is there to be asked. Before the first day
    solved there is nothing to break, so nothing is read of it.
    """
    solved = tuple(day for day in await rankings.solved_days(connection, player_id) if day <= on)
    if not solved:
        return History(on, available=frozenset({on}))
    away = await outages.since(connection, opens(solved[0]))
    skipped = outage_days((outage.began_at, outage.ended_at) for outage in away)
    existing: Iterable[date] = await dailies.days(connection, solved[0], on)
    available = frozenset(existing) - skipped | {on}
    return History(on, solved, available, skipped)


async def history_of(client: OuroClient, player_id: int) -> History:
    """A player's history up to today."""
    async with client.database.reading() as connection:
        return await read_history(connection, player_id, today(client.now()))


async def streak_of(client: OuroClient, player_id: int) -> Streak:
    """How a player's streak stands today; one of nothing for somebody who never played."""
    return (await history_of(client, player_id)).streak
