"""Planning posts: for each server and track the next one is a row in the store.

What is due stands there and nowhere else, so a restart forgets nothing.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import structlog

from play.calendar import Schedule, next_post, posting_delay, spread_seconds, today
from play.zones import find_zone
from puzzle.errors import PuzzleError
from service.clock import Clock
from store import posts, quotas, servers
from store.database import Database
from store.posts import Progress
from store.records import DailyPost, Server
from store.transaction import Connection

PAGE_SIZE = 100
"""So many servers are looked at in one transaction."""
POST_RETENTION_DAYS = 60
"""For so long it is remembered which posts were sent."""
QUOTA_RETENTION = timedelta(days=2)
"""No quota counts for longer than a day."""
LATE = "late"
"""Why a post is given up whose day is over."""
PASSED_OVER = "set up after its time"
"""Why today's posts are not sent in a server that was set up later in the day."""
NO_PROGRESS = Progress(None, None)

log = structlog.stdlib.get_logger(__name__)


class Schedules:
    """Plans the posts of all servers in a database, at the time of a clock."""

    def __init__(self, database: Database, now: Clock) -> None:
        self._database = database
        self._now = now

    async def plan_posts(self) -> None:
        """Plan what is missing for all servers; give up what was not posted on its day."""
        now = self._now()
        async with self._database.writing() as connection:
            await posts.skip_before(connection, today(now), LATE)
            await posts.forget_before(connection, today(now) - timedelta(days=POST_RETENTION_DAYS))
            await quotas.forget_before(connection, now - QUOTA_RETENTION)
        async with self._database.reading() as connection:
            due_counts = servers_by_due(await servers.schedules(connection), today(now))
        after = 0
        while page := await self._plan_page(now, after, due_counts):
            after = page[-1].id

    async def _plan_page(
        self, now: datetime, after: int, due_counts: Mapping[datetime, int]
    ) -> Sequence[Server]:
        async with self._database.reading() as connection:
            page = await servers.with_channel(connection, after, PAGE_SIZE)
            known = await posts.progress(connection, [server.id for server in page])
        planned = list(missing_posts(page, known, due_counts, now))
        if planned:
            async with self._database.writing() as connection:
                await posts.plan(connection, planned)
            log.info("posts planned", count=len(planned))
        return page


async def plan_server(connection: Connection, server: Server, now: datetime) -> None:
    """Plan a server's posts anew, after its managers chose something else.

    Where the time of today's has passed, tomorrow's are the first.
    """
    await posts.delete_pending(connection, server.id, PASSED_OVER)
    if server.channel_id is None:
        return
    day = today(now)
    due = schedule_of(server).due(day)
    if due <= now:
        passed = [DailyPost(server.id, day, track, due) for track in server.tracks]
        await posts.add_skipped(connection, passed, PASSED_OVER)
    await plan_next(connection, server, now)


async def plan_next(connection: Connection, server: Server, now: datetime) -> None:
    """Plan a server's next posts as far as they are missing."""
    if server.channel_id is None:
        return
    due_counts = servers_by_due(await servers.schedules(connection), today(now))
    known = await posts.progress(connection, [server.id])
    await posts.plan(connection, missing_posts([server], known, due_counts, now))


async def post_now(connection: Connection, server: Server, now: datetime) -> None:
    """Plan for now what was not posted today in a server."""
    await posts.delete_pending(connection, server.id, PASSED_OVER)
    waiting = [DailyPost(server.id, today(now), track, now) for track in server.tracks]
    await posts.plan(connection, waiting)


def missing_posts(
    candidates: Sequence[Server],
    known: Mapping[tuple[int, str], Progress],
    due_counts: Mapping[datetime, int],
    now: datetime,
) -> Iterator[DailyPost]:
    """The next posts of servers, as far as they are not planned.

    `due_counts` tells how many servers want theirs at the same instant: so many seconds are they
    spread over.
    """
    day = today(now)
    for server in candidates:
        progress = {track: known.get((server.id, track), NO_PROGRESS) for track in server.tracks}
        unplanned = [
            track
            for track in progress
            if (planned := progress[track].planned) is None or planned < day
        ]
        if not unplanned:
            continue
        schedule = schedule_of(server)
        count = due_counts.get(schedule.due(day), 1)
        delay = posting_delay(server.id, spread_seconds(count)) if count > 1 else timedelta()
        for track in unplanned:
            following = next_post(now, progress[track].last, schedule, delay)
            yield DailyPost(server.id, following.day, track, following.due)


def servers_by_due(schedules: Sequence[tuple[time, str, int]], day: date) -> Counter[datetime]:
    """How many servers want their posts of a day at each instant.

    >>> from datetime import time
    >>> wanted = [(time(9), "UTC", 3), (time(18), "Asia/Tokyo", 2)]
    >>> counts = servers_by_due(wanted, date(2026, 11, 5))
    >>> [(due.isoformat(), count) for due, count in counts.items()]
    [('2026-11-05T09:00:00+00:00', 5)]
    """
    counts: Counter[datetime] = Counter()
    for at, zone, count in schedules:
        counts[Schedule(at, zone_or_utc(zone)).due(day)] += count
    return counts


def schedule_of(server: Server) -> Schedule:
    """When a server wants its posts."""
    return Schedule(server.post_at, zone_or_utc(server.zone))


def zone_or_utc(name: str) -> ZoneInfo:
    """A zone that was chosen once; UTC when it has been given up since."""
    try:
        return find_zone(name)
    except PuzzleError:
        log.warning("zone unknown", zone=name)
        return ZoneInfo("UTC")
