"""The archive of dailies by month, with what a person solved."""

from collections.abc import Sequence
from datetime import date, timedelta

from msgspec import Struct

from jobs.pictures import draw_calendar
from jobs.playing import Drawing
from play.calendar import EPOCH, today
from play.tracks import Track, latest_of, tracks_of
from renderer.calendar import Calendar
from service.running.clock import Clock
from service.running.readers import Reader
from store import attempts, dailies
from store.database import Database
from workers.pool import Priority, WorkPool

_DAY = timedelta(days=1)


class ArchiveQuery(Struct, frozen=True):
    """A month, by its first day, and a track."""

    month: date
    track: Track


class ArchiveDay(Struct, frozen=True):
    """A day of the archive: whether the person opened and solved its daily.

    `made_later`: it had no daily on the day itself, so that one is made when somebody asks for it.
    """

    day: date
    opened: bool = False
    solved: bool = False
    made_later: bool = False


class ArchiveMonth(Struct, frozen=True):
    """The days of a month that have the track, up to today, with a calendar.

    `earlier` and `later` are None for a month that is not there.
    """

    query: ArchiveQuery
    days: Sequence[ArchiveDay]
    drawing: Drawing
    earlier: date | None
    later: date | None


class Archive(Struct, eq=False):
    """Reads the archive in a database; `now` gives the current time."""

    database: Database
    pool: WorkPool
    now: Clock

    def latest(self, track: Track) -> ArchiveQuery:
        """The month of the latest daily of a track."""
        return ArchiveQuery(latest_of(track, today(self.now())).replace(day=1), track)

    async def read(self, reader: Reader, query: ArchiveQuery) -> ArchiveMonth:
        """A month of the archive; a month before the first or after the latest is the nearest."""
        now = today(self.now())
        on = latest_of(query.track, now)
        month = min(max(query.month, EPOCH).replace(day=1), on.replace(day=1))
        query = ArchiveQuery(month, query.track)
        first, last = max(month, EPOCH), min(_following(month) - _DAY, on)
        async with self.database.reading() as connection:
            opened = await attempts.solved_on_track(
                connection, reader.person, query.track.value, first, last
            )
            made = {*await dailies.days(connection, first, last, [query.track.value]), now}
        days = [
            ArchiveDay(day, day in opened, opened.get(day, False), day not in made)
            for day in (first + ago * _DAY for ago in range((last - first).days + 1))
            if query.track in tracks_of(day)
        ]
        solved = frozenset(day for day, is_solved in opened.items() if is_solved)
        weeks = (last.toordinal() - 1) // 7 - (first.toordinal() - 1) // 7 + 1
        calendar = Calendar(
            last,
            solved,
            first=first,
            theme=reader.appearance.theme,
            locale=reader.language,
            weeks=weeks,
            only=frozenset(each.day for each in days),
        )
        drawing = await self.pool.run(
            draw_calendar, calendar, person=reader.person, priority=Priority.QUICK
        )
        earlier = (month - _DAY).replace(day=1) if month > EPOCH else None
        later = _following(month) if _following(month) <= on else None
        return ArchiveMonth(query, days, drawing, earlier, later)


def _following(month: date) -> date:
    """The first day of the next month."""
    return (month + 31 * _DAY).replace(day=1)
