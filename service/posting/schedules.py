"""Plans daily posts: for each server and track the next post is a row in the database.

Due posts are stored nowhere else, so a restart loses none.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

import structlog
from msgspec import Struct

from play.calendar import today
from play.errors import EntryError
from play.posting import Schedule, next_day
from play.tracks import Track, is_track, tracks_of
from play.zones import zone_of
from service.posting.daily_posts import delete_pending, message_of
from service.running.clock import Clock
from store import outbox, posts, servers
from store.database import Database
from store.posts import Progress
from store.records import DailyPost, Server
from store.shards import ALL_SHARDS, ShardRange
from store.transaction import Connection

PAGE_SIZE = 100
"""Number of servers that are planned in one transaction."""
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
        """Plan the missing posts of the servers."""
        now, after = self.now(), 0
        while page := await self._plan_page(now, after):
            after = page[-1].id

    async def _plan_page(self, now: datetime, after: int) -> Sequence[Server]:
        async with self.database.reading() as connection:
            page = await servers.with_channel(connection, after, PAGE_SIZE, self.shards)
            progress = await posts.progress(connection, [server.id for server in page])
        planned = self.database.damaged.read(
            "servers",
            page,
            lambda server: [*missing_posts(server, progress, now)],
            key=lambda server: {"id": server.id},
        )
        if missing := [post for of_server in planned for post in of_server]:
            async with self.database.writing() as connection:
                left = await servers.lock(connection, {post.server_id for post in missing})
                await _plan(connection, (server for server in page if server.id in left), missing)
            log.info("posts planned", count=len(missing))
        return page


async def plan_server(connection: Connection, server: Server, now: datetime) -> None:
    """Plan a server's posts anew, after its managers changed its settings.

    If today's posting time has passed, tomorrow's posts are the first.
    """
    await delete_pending(connection, server.id, PASSED_OVER)
    if server.channel_id is None:
        return
    day = today(now)
    due = schedule_of(server).due(day)
    if due <= now:
        passed = [DailyPost(server.id, day, track, due) for track in posted_on(server, day)]
        await posts.add_skipped(connection, passed, PASSED_OVER)
    await plan_next(connection, server, now)


async def _plan(
    connection: Connection, planned: Iterable[Server], missing: Sequence[DailyPost]
) -> None:
    """Store posts of servers with a channel, and the messages that send them."""
    channels = {server.id: server.channel_id for server in planned}
    due = [(post, channel) for post in missing if (channel := channels.get(post.server_id))]
    await posts.plan(connection, [post for post, _ in due])
    await outbox.add(connection, *(message_of(post, channel) for post, channel in due))


async def plan_next(connection: Connection, server: Server, now: datetime) -> None:
    """Plan the next posts of a server that are missing."""
    if server.channel_id is None:
        return
    progress = await posts.progress(connection, [server.id])
    await _plan(connection, [server], [*missing_posts(server, progress, now)])


async def post_now(connection: Connection, server: Server, now: datetime) -> None:
    """Make today's posts of a server that were not sent due now."""
    await delete_pending(connection, server.id, PASSED_OVER)
    day = today(now)
    waiting = [DailyPost(server.id, day, track, now) for track in posted_on(server, day)]
    await _plan(connection, [server], waiting)
    await plan_next(connection, server, now)


def posted_on(server: Server, day: date) -> tuple[str, ...]:
    """The tracks that are posted in a server on a day."""
    there = {track.value for track in tracks_of(day)}
    return tuple(track for track in server.tracks if track in there)


def missing_posts(
    server: Server, progress: Mapping[tuple[int, str], Progress], now: datetime
) -> Iterator[DailyPost]:
    """The next posts of a server for each track that has none planned.

    `progress` is that by server and track.
    """
    for track in filter(is_track, server.tracks):
        stored = progress.get((server.id, track), NO_PROGRESS)
        if stored.planned is None or stored.planned < today(now):
            day = next_day(Track(track), now, stored.last)
            yield DailyPost(server.id, day, track, schedule_of(server).due(day))


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
