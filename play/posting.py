"""When servers post dailies: posting times and next posts.

A server chooses its posting time on the clocks of its time zone; each daily falls due there once,
while it is open.
"""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

from play.calendar import closes, is_open, local_instant, opens, today
from play.tracks import Track, next_of

_DAY = timedelta(days=1)


class Schedule(Struct, frozen=True):
    """The posting time of a server: a time of day on the clocks of its time zone."""

    at: time
    zone: ZoneInfo

    def due(self, day: date) -> datetime:
        """The instant in UTC at which the dailies of a day are due, while they are open.

        It is the first instant of the UTC day at which the clocks show `at`. If there is none,
        because the clocks were put back around midnight UTC, it is the instant at which the day
        opens.

        >>> Schedule(time(9, 30), ZoneInfo("Asia/Tokyo")).due(date(2027, 1, 1)).isoformat()
        '2027-01-01T00:30:00+00:00'
        """
        dates = (day - _DAY, day, day + _DAY)
        instants = (local_instant(each, self.at, self.zone) for each in dates)
        return min((each for each in instants if is_open(day, each)), default=opens(day))

    def hours_open(self, day: date) -> float:
        """Hours from the due time of a day's dailies until they close."""
        return (closes(day) - self.due(day)) / timedelta(hours=1)


class PlannedPost(Struct, frozen=True):
    """The dailies of `day` are to be posted at `due`, or immediately if that has passed."""

    day: date
    due: datetime


def next_post(track: Track, now: datetime, last: date | None, schedule: Schedule) -> PlannedPost:
    """The next post of a track in a server whose last one was of `last`, None for none yet.

    It is of today if today's was not posted yet, even after its due time, else of tomorrow, or of
    the next day that has the track; older dailies are never posted.

    >>> noon = Schedule(time(12), ZoneInfo("UTC"))
    >>> now = opens(date(2026, 11, 5)) + timedelta(hours=18)
    >>> next_post(Track.EASY, now, date(2026, 11, 2), noon).due.isoformat()
    '2026-11-05T12:00:00+00:00'
    >>> next_post(Track.EASY, now, date(2026, 11, 5), noon).due.isoformat()
    '2026-11-06T12:00:00+00:00'
    """
    day = today(now)
    if last is not None and last >= day:
        day = last + _DAY
    day = next_of(track, day)
    return PlannedPost(day, schedule.due(day))
