"""When servers post dailies: posting times, next posts, and how posts of one time are spread.

A server chooses its posting time on the clocks of its time zone; each daily falls due there once,
while it is open.
"""

import math
from datetime import date, datetime, time, timedelta
from hashlib import blake2b
from zoneinfo import ZoneInfo

from msgspec import Struct

from play.calendar import closes, is_open, local_instant, opens, today
from play.tracks import Track, next_of

SERVERS_PER_SECOND = 4
"""Number of servers with the same due time whose posts are sent per second.

Each may take four posts with a thread, on Sundays five, so this is about 32 or 40 of the 50
requests per second that Discord allows.
"""
MAX_SPREAD = 600
"""Maximum delay of a post after its due time in seconds, however many servers there are."""

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


def next_post(
    track: Track, now: datetime, last: date | None, schedule: Schedule, delay: timedelta
) -> PlannedPost:
    """The next post of a track in a server whose last one was of `last`, None for none yet.

    It is of today if today's was not posted yet, even after its due time, else of tomorrow, or of
    the next day that has the track; older dailies are never posted. `delay` is added to the due
    time, within the day: see `posting_delay`.

    >>> noon = Schedule(time(12), ZoneInfo("UTC"))
    >>> now = opens(date(2026, 11, 5)) + timedelta(hours=18)
    >>> next_post(Track.EASY, now, date(2026, 11, 2), noon, timedelta()).due.isoformat()
    '2026-11-05T12:00:00+00:00'
    >>> next_post(Track.EASY, now, date(2026, 11, 5), noon, timedelta()).due.isoformat()
    '2026-11-06T12:00:00+00:00'
    """
    day = today(now)
    if last is not None and last >= day:
        day = last + _DAY
    day = next_of(track, day)
    latest = closes(day) - timedelta(seconds=1)
    return PlannedPost(day, max(schedule.due(day), min(schedule.due(day) + delay, latest)))


def spread_seconds(servers: int) -> int:
    """The number of seconds over which to spread the posts of servers with the same due time.

    >>> [spread_seconds(servers) for servers in (1, 1_000, 100_000)]
    [1, 250, 600]
    """
    return min(max(math.ceil(servers / SERVERS_PER_SECOND), 1), MAX_SPREAD)


def posting_delay(server: int, seconds: int) -> timedelta:
    """The delay of a server's posts in a spread of `seconds`: constant, and uniform among servers.

    It is at least 0 and less than `seconds`.

    >>> posting_delay(81384788765712384, 500)
    datetime.timedelta(seconds=131, microseconds=117000)
    """
    digest = blake2b(server.to_bytes(16, "big", signed=True), digest_size=8).digest()
    return timedelta(milliseconds=int.from_bytes(digest, "big") % (seconds * 1000))
