"""Reminders: which are due, and whether they are still needed."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from play.calendar import today
from play.streaks import MINI_TRACKS
from service.dailies.streaks import StreakHistory, Streaks
from service.people.preferences import next_reminder
from store import players, restoration
from store.database import Database
from store.records import Player
from store.shards import ALL_SHARDS, ShardRange

LATE = timedelta(hours=2)
"""A reminder that is later than this, because the service was down, is dropped."""


class ReminderNeeds(Struct, frozen=True):
    """The histories of a player's streak and of their streak of minis, on the day of a reminder."""

    history: StreakHistory
    mini: StreakHistory

    @property
    def needed(self) -> bool:
        """Whether the player solved nothing yet, or would lose a streak that has begun."""
        streaks = self.history.streak, self.mini.streak
        waiting = [streak for streak in streaks if streak.open_today]
        return len(waiting) == len(streaks) or any(streak.current for streak in waiting)


class Reminders(Struct, eq=False):
    """The reminders in a database, of the players that belong to some shards by their IDs."""

    database: Database
    streaks: Streaks
    shards: ShardRange = ALL_SHARDS

    async def due(self, now: datetime, most: int) -> Sequence[Player]:
        """At most `most` players whose reminder is due."""
        async with self.database.reading() as connection:
            return await players.to_remind(connection, now, most, self.shards)

    async def take(self, player: Player, now: datetime) -> ReminderNeeds | None:
        """Claim the due reminder of a player; returns the histories of their streaks.

        None if another process claimed it, if it is too late, if it was due before the database was
        restored from a backup, or if it is not needed on the day of `now`, the instant at which the
        reminder was found to be due. The next reminder is stored first: a crash in
        between loses one rather than sending it twice.
        """
        async with self.database.writing() as connection:
            claimed = await players.move_reminder(connection, player, next_reminder(player, now))
            restored = await restoration.instant(connection)
        due = player.next_reminder
        if not claimed or due is None or now - due > LATE:
            return None
        if restored is not None and due <= restored:  # it may have been sent since the backup
            return None
        history = await self.streaks.history(player.id, today(now))
        mini = await self.streaks.history(player.id, today(now), MINI_TRACKS)
        needs = ReminderNeeds(history, mini)
        return needs if needs.needed else None
