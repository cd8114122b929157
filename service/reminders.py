"""Reminders: which are due, and whether they are still needed."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from play.calendar import today
from service.preferences import next_reminder
from service.streaks import StreakHistory, Streaks
from store import players, restoration
from store.database import Database
from store.records import Player
from store.shards import ALL_SHARDS, ShardRange

LATE = timedelta(hours=2)
"""A reminder that is later than this, because the service was down, is dropped."""


class Reminders:
    """The reminders in a database, of the players that belong to some shards by their IDs."""

    def __init__(
        self, database: Database, streaks: Streaks, shards: ShardRange = ALL_SHARDS
    ) -> None:
        self._database = database
        self._streaks = streaks
        self._shards = shards

    async def due(self, now: datetime, most: int) -> Sequence[Player]:
        """At most `most` players whose reminder is due."""
        async with self._database.reading() as connection:
            return await players.to_remind(connection, now, most, self._shards)

    async def take(self, player: Player, now: datetime) -> StreakHistory | None:
        """Claim the due reminder of a player; returns their streak history.

        None if another process claimed it, if it is too late, if it was due before the database was
        restored from a backup, or if no daily is left to solve on the day of `now`, the instant at
        which the reminder was found to be due. The next reminder is stored first: a crash in
        between loses one rather than sending it twice.
        """
        async with self._database.writing() as connection:
            claimed = await players.move_reminder(connection, player, next_reminder(player, now))
            restored = await restoration.instant(connection)
        due = player.next_reminder
        if not claimed or due is None or now - due > LATE:
            return None
        if restored is not None and due <= restored:  # it may have been sent since the backup
            return None
        history = await self._streaks.history(player.id, today(now))
        return history if history.streak.open_today else None
