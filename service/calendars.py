"""Draws the calendar of a person's streak."""

from jobs import Drawing
from jobs.pictures import CalendarRequest, draw_calendar
from service.streaks import StreakHistory
from workers.pool import Priority, WorkPool


class Calendars:
    """Draws calendars in a worker pool."""

    def __init__(self, pool: WorkPool) -> None:
        self._pool = pool

    async def draw(
        self, person: int, history: StreakHistory, theme: str, language: str
    ) -> Drawing | None:
        """The calendar of the last weeks; None if the person has not solved a daily yet."""
        if not history.solved:
            return None
        request = CalendarRequest(
            history.on,
            history.solved[0],
            frozenset(history.solved),
            frozenset(history.streak.frozen),
            history.skipped,
            theme,
            language,
        )
        return await self._pool.run(draw_calendar, request, person=person, priority=Priority.QUICK)
