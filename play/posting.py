"""When servers post dailies: posting times and the days of next posts.

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


def next_day(track: Track, now: datetime, last: date | None) -> date:
    """The day of the next post of a track in a server whose last one was of `last`, None for none.

    It is today if today's was not posted yet, even after its due time, else tomorrow, or the next
    day that has the track; older dailies are never posted.

    >>> now = opens(date(2026, 11, 5)) + timedelta(hours=18)
    >>> next_day(Track.EASY, now, date(2026, 11, 2)).isoformat()
    '2026-11-05'
    >>> next_day(Track.EASY, now, date(2026, 11, 5)).isoformat()
    '2026-11-06'
    """
    day = today(now)
    if last is not None and last >= day:
        day = last + _DAY
    return next_of(track, day)
