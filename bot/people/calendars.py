"""The calendar of somebody's last weeks, drawn in the pool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.people.streaks import History
from bot.readers import Reader
from jobs import Drawing
from jobs.calendars import CalendarRequest, draw_calendar
from workers.pool import Urgency

if TYPE_CHECKING:
    from bot.client import OuroClient


async def calendar_of(
    client: OuroClient, reader: Reader, history: History, person: int
) -> Drawing | None:
    """The calendar, for the person who looks; None where nothing was solved yet."""
    if not history.solved:
        return None
    request = CalendarRequest(
        history.on,
        history.solved[0],
        frozenset(history.solved),
        frozenset(history.streak.frozen),
        history.skipped,
        reader.look.theme,
        reader.voice.language,
    )
    return await client.pool.run(draw_calendar, request, person=person, urgency=Urgency.QUICK)
