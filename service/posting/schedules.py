"""Plans daily posts: for each server, the tracks of its next day are a message in the outbox.

A track that is chosen when those of the day were posted is another message of that day.

They are planned nowhere else, so a restart loses none.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import partial
from typing import TypeAlias
from zoneinfo import ZoneInfo

import structlog
from msgspec import Struct

from play.calendar import opens, today
from play.errors import EntryError
from play.posting import Schedule, next_day
from play.tracks import Track, is_track, tracks_of
from play.zones import zone_of
from service.posting.daily_posts import DayPost
from service.running.clock import Clock
from store import outbox, posts, servers
from store.database import Database
from store.records import DailyPost, PendingMessage, Server
from store.shards import ALL_SHARDS, ShardRange
from store.transaction import Connection

PAGE_SIZE = 100
"""Number of servers that are planned in one transaction."""
PASSED_OVER = "set up after its time"
"""Stored reason of today's posts in a server that was set up after its posting time."""
DAILIES = "daily:"
"""What the keys of posts begin with."""

Planned: TypeAlias = Collection[tuple[int, date, str]]
"""Server, day and track of the dailies that are about to be posted."""

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

    async def close_days(self) -> None:
        """Let what shows dailies that are over be edited, spread over ten minutes."""
        now = self.now()
        close = partial(outbox.close_dailies, midnight=opens(today(now)), due_at=now)
        await self.database.write(close)

    async def _plan_page(self, now: datetime, after: int) -> Sequence[Server]:
        async with self.database.reading() as connection:
            page = await servers.with_channel(connection, after, PAGE_SIZE, self.shards)
            ids = [server.id for server in page]
            last = await posts.last_days(connection, ids)
            planned = _planned(await outbox.unsent(connection, DAILIES, ids))
        found = self.database.damaged.read(
            "servers",
            page,
            lambda server: [*next_posts(server, last, now, planned)],
            key=lambda server: {"id": server.id},
        )
        if missing := [post for posts in found for post in posts]:
            async with self.database.writing() as connection:
                ids = [post.server_id or 0 for post in missing]
                same = [each.id for each in await servers.lock(connection, ids) if each in page]
                await outbox.add(connection, *(post for post in missing if post.server_id in same))
            log.info("posts planned", count=len(missing))
        return page


async def plan_anew(connection: Connection, server: Server, now: datetime) -> None:
    """Plan a server's posts anew, after its managers changed its settings.

    If today's posting time has passed, tomorrow's posts are the first.
    """
    await _withdraw(connection, server)
    day = today(now)
    due = schedule_of(server).due(day)
    if server.channel_id is not None and due <= now:
        there = {track.value for track in tracks_of(day)}
        passed = (
            DailyPost(server.id, day, track, due, reason=PASSED_OVER)
            for track in server.tracks
            if track in there
        )
        await posts.record(connection, *passed)
    await plan_next(connection, server, now)


async def post_now(connection: Connection, server: Server, now: datetime) -> None:
    """Make today's posts of a server that were not sent due now."""
    await _withdraw(connection, server)
    await plan_next(connection, server, now, at_once=True)


async def plan_next(
    connection: Connection, server: Server, now: datetime, *, at_once: bool = False
) -> None:
    """Plan the next posts of a server that are missing; `at_once`, today's are due now."""
    last = await posts.last_days(connection, [server.id])
    planned = _planned(await outbox.unsent(connection, DAILIES, [server.id]))
    await outbox.add(connection, *next_posts(server, last, now, planned, at_once=at_once))


async def next_due(connection: Connection, server_id: int) -> datetime | None:
    """The earliest due time of a planned post in a server; None if there is none."""
    planned = await outbox.unsent(connection, DAILIES, [server_id])
    return min((post.due_at for post in planned), default=None)


async def _withdraw(connection: Connection, server: Server) -> None:
    """Delete the posts that nobody has begun to send, and forget those that were passed over."""
    await outbox.withdraw(connection, f"{DAILIES}{server.id}:")
    await posts.forget(connection, server.id, PASSED_OVER)


def _planned(messages: Iterable[PendingMessage]) -> Planned:
    found = ((message.server_id or 0, DayPost.of(message)) for message in messages)
    return {(server, post.day, track) for server, post in found for track in post.tracks}


def next_posts(
    server: Server,
    last: Mapping[tuple[int, str], date],
    now: datetime,
    planned: Planned = (),
    *,
    at_once: bool = False,
) -> Iterator[PendingMessage]:
    """The next post of a server that has a channel, unless it is planned; later ones follow it.

    It has those tracks whose next day is the first one; `at_once`, today's is due now. `last` are
    the days of the last posts by server and track.
    """
    days = {
        track: next_day(Track(track), now, last.get((server.id, track)))
        for track in filter(is_track, server.tracks)
    }
    if server.channel_id is None or not days:
        return
    day = min(days.values())
    ours = [track for track, its in days.items() if its == day]
    tracks = [track for track in ours if (server.id, day, track) not in planned]
    if tracks:
        is_posted = any(number == server.id and its == day for (number, _), its in last.items())
        due = now if at_once and day == today(now) else schedule_of(server).due(day)
        begins = not is_posted and tracks == ours
        yield DayPost(day, tracks, begins).message(server.id, server.channel_id, due)


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
