"""Reminders that are due: whose, and whether they are still wanted."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from play.calendar import today
from service.preferences import next_reminder
from service.streaks import StreakHistory, Streaks
from store import players, restoration
from store.database import Database
from store.records import Player

LATE = timedelta(hours=2)
"""A reminder that is so late, as the service was away, is left out."""


class Reminders:
    """The reminders in a database."""

    def __init__(self, database: Database, streaks: Streaks) -> None:
        self._database = database
        self._streaks = streaks

    async def due(self, now: datetime, most: int) -> Sequence[Player]:
        """Who is to be reminded now."""
        async with self._database.reading() as connection:
            return await players.to_remind(connection, now, most)

    async def take(self, player: Player, now: datetime) -> StreakHistory | None:
        """What a player is to be reminded of; None where it is too late or not needed.

        The next one is stored first: killed in between, the service sends one too few, not two.
        `now` is the time at which the reminder was found to be due: both the next one and the day
        of the history follow from it, however much time passes meanwhile.
        """
        async with self._database.writing() as connection:
            mine = await players.move_reminder(connection, player, next_reminder(player, now))
            restored = await restoration.instant(connection)
        due = player.next_reminder
        if not mine or due is None or now - due > LATE:
            return None
        if restored is not None and due <= restored:  # it may have been sent since the backup
            return None
        history = await self._streaks.history(player.id, today(now))
        return history if history.streak.open_today else None
