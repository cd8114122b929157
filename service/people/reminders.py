"""Reminders: whether one is still needed on its day, and when the next one is due."""

from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from play.streaks import MINI_TRACKS
from service.dailies.streaks import StreakHistory, Streaks
from service.people.preferences import next_reminder, plan_reminder
from service.running.clock import Clock
from service.running.outbox import Subject
from store import players
from store.records import Ending, PendingMessage
from store.transaction import Connection


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


class Reminders(Subject, eq=False):
    """What reminders are about; `now` gives the current time."""

    streaks: Streaks
    now: Clock

    async def needs(self, person: int, day: date) -> ReminderNeeds | None:
        """The histories of a player's streaks; None if no reminder is needed on a day."""
        history = await self.streaks.history(person, day)
        mini = await self.streaks.history(person, day, MINI_TRACKS)
        needs = ReminderNeeds(history, mini)
        return needs if needs.needed else None

    async def ended(self, connection: Connection, message: PendingMessage, ending: Ending) -> None:
        """Plan the next reminder; switch them off if Discord refuses a direct message.

        Then `next_reminder` is set to the present, so that /settings can show that this happened.
        """
        player, now = await players.find(connection, message.place), self.now()
        if player is None or not player.reminders:
            return
        if ending is Ending.REFUSED:
            refused = replace(player, reminders=False, next_reminder=now)
            await players.save(connection, refused)
            return
        player = replace(player, next_reminder=next_reminder(player, now))
        await players.save(connection, player)
        await plan_reminder(connection, player)
