"""Plans daily posts: for each server and track the next post is a row in the database.

Due posts are stored nowhere else, so a restart loses none.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import structlog
from msgspec import Struct

from play.calendar import today
from play.errors import EntryError
from play.posting import Schedule, next_post, posting_delay, spread_seconds
from play.tracks import Track, is_track, tracks_of
from play.zones import zone_of
from service.running.clock import Clock
from store import posts, servers
from store.database import Database
from store.posts import Progress
from store.records import DailyPost, Server
from store.shards import ALL_SHARDS, ShardRange
from store.transaction import Connection

PAGE_SIZE = 100
"""Number of servers that are planned in one transaction."""
LATE = "late"
"""Stored reason of a post that was not sent on its day."""
PASSED_OVER = "set up after its time"
"""Stored reason of today's posts in a server that was set up after its posting time."""
NO_PROGRESS = Progress(None, None)
"""Nothing was posted and nothing is planned."""

log = structlog.stdlib.get_logger(__name__)


class Schedules(Struct, eq=False):
    """Plans the posts in servers of some shards; `now` gives the current time."""

    database: Database
    now: Clock
    shards: ShardRange = ALL_SHARDS

    async def plan_posts(self) -> None:
        """Plan the missing posts of the servers; give up those that were not sent on their day.

        Posts are spread over time by the number of servers of all shards.
        """
        now = self.now()
        async with self.database.writing() as connection:
            await posts.skip_before(connection, today(now), LATE)
        async with self.database.reading() as connection:
            due_counts = servers_by_due(await servers.schedules(connection), today(now))
        after = 0
        while page := await self._plan_page(now, after, due_counts):
            after = page[-1].id

    async def _plan_page(
        self, now: datetime, after: int, due_counts: Mapping[datetime, int]
    ) -> Sequence[Server]:
        async with self.database.reading() as connection:
            page = await servers.with_channel(connection, after, PAGE_SIZE, self.shards)
            progress = await posts.progress(connection, [server.id for server in page])
        planned = self.database.damaged.read(
            "servers",
            page,
            lambda server: [*missing_posts([server], progress, due_counts, now)],
            key=lambda server: {"id": server.id},
        )
        if missing := [post for of_server in planned for post in of_server]:
            async with self.database.writing() as connection:
                left = await servers.lock(connection, {post.server_id for post in missing})
                await posts.plan(connection, [post for post in missing if post.server_id in left])
            log.info("posts planned", count=len(missing))
        return page


async def plan_server(connection: Connection, server: Server, now: datetime) -> None:
    """Plan a server's posts anew, after its managers changed its settings.

    If today's posting time has passed, tomorrow's posts are the first.
    """
    await posts.delete_pending(connection, server.id, PASSED_OVER)
    if server.channel_id is None:
        return
    day = today(now)
    due = schedule_of(server).due(day)
    if due <= now:
        passed = [DailyPost(server.id, day, track, due) for track in posted_on(server, day)]
        await posts.add_skipped(connection, passed, PASSED_OVER)
    await plan_next(connection, server, now)


async def plan_next(connection: Connection, server: Server, now: datetime) -> None:
    """Plan the next posts of a server that are missing."""
    if server.channel_id is None:
        return
    due_counts = servers_by_due(await servers.schedules(connection), today(now))
    progress = await posts.progress(connection, [server.id])
    await posts.plan(connection, missing_posts([server], progress, due_counts, now))


async def post_now(connection: Connection, server: Server, now: datetime) -> None:
    """Make today's posts of a server that were not sent due now."""
    await posts.delete_pending(connection, server.id, PASSED_OVER)
    day = today(now)
    waiting = [DailyPost(server.id, day, track, now) for track in posted_on(server, day)]
    await posts.plan(connection, waiting)
    await plan_next(connection, server, now)


def posted_on(server: Server, day: date) -> tuple[str, ...]:
    """The tracks that are posted in a server on a day."""
    there = {track.value for track in tracks_of(day)}
    return tuple(track for track in server.tracks if track in there)


def missing_posts(
    candidates: Sequence[Server],
    progress: Mapping[tuple[int, str], Progress],
    due_counts: Mapping[datetime, int],
    now: datetime,
) -> Iterator[DailyPost]:
    """The next posts of servers for each track that has none planned.

    `progress` is that by server and track. `due_counts` is the number of servers that are due
    at the same instant, over which their posts are spread.
    """
    day = today(now)
    for server in candidates:
        tracks = (track for track in server.tracks if is_track(track))
        stored = {track: progress.get((server.id, track), NO_PROGRESS) for track in tracks}
        unplanned = [
            track for track in stored if (planned := stored[track].planned) is None or planned < day
        ]
        if not unplanned:
            continue
        schedule = schedule_of(server)
        count = due_counts.get(schedule.due(day), 1)
        delay = posting_delay(server.id, spread_seconds(count)) if count > 1 else timedelta()
        for track in unplanned:
            following = next_post(Track(track), now, stored[track].last, schedule, delay)
            yield DailyPost(server.id, following.day, track, following.due)


def servers_by_due(schedules: Sequence[tuple[time, str, int]], day: date) -> Counter[datetime]:
    """The number of servers whose posts of a day are due at each instant.

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
    """The posting schedule of a server."""
    return Schedule(server.post_at, zone_or_utc(server.zone))


def zone_or_utc(name: str) -> ZoneInfo:
    """The time zone with a name; UTC if the tz database no longer has it."""
    try:
        return zone_of(name)
    except EntryError:
        log.warning("zone unknown", zone=name)
        return ZoneInfo("UTC")
