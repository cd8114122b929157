"""Posts that are due: claimed first, then sent by a chat, then marked as sent.

Claims, tries and outcomes stand in the store, so whatever dies in between, a daily is posted once
in a server; see `bot.delivery.daily_posts`.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from play.calendar import SERVERS_PER_SECOND, Track, today
from service.clock import Clock
from service.schedules import LATE
from store import posts, servers
from store.database import Database
from store.records import DailyPost, Server

BATCH_SIZE = SERVERS_PER_SECOND * len(Track)
"""So many posts are sent at once, and in a second."""
STALE_AFTER = timedelta(minutes=3)
"""A claim this old is nobody's any more."""
MAX_TRIES = 12
FIRST_WAIT, MAX_WAIT = timedelta(seconds=20), timedelta(minutes=15)
FAILED = "failed too often"
GONE, REFUSED = "gone", "refused"
"""Why a channel takes no posts, as it is stored."""
REFUSED_DAYS = 7
"""After so many days on which a channel refused, it is left alone."""


class PostQueue:
    """The posts in a database, at the time of a clock."""

    def __init__(self, database: Database, now: Clock) -> None:
        self._database = database
        self._now = now

    async def claim(self) -> Sequence[Sequence[DailyPost]]:
        """A batch of what is due, claims that were left behind first; the posts of each server
        in the order of their tracks."""
        now = self._now()
        stale = now - STALE_AFTER
        async with self._database.reading() as connection:
            if not await posts.is_waiting(connection, now, stale):
                return ()
        async with self._database.writing() as connection:
            await posts.skip_before(connection, today(now), LATE)
            left = await posts.reclaim(connection, now, stale, BATCH_SIZE)
            due = await posts.claim(connection, now, max(BATCH_SIZE - len(left), 1))
        by_server: dict[int, list[DailyPost]] = {}
        for post in sorted(left + due, key=_posting_order):
            by_server.setdefault(post.server_id, []).append(post)
        return tuple(by_server.values())

    async def server_of(self, post: DailyPost) -> Server | None:
        """The server of a post, None when it is not known any more."""
        async with self._database.reading() as connection:
            return await servers.find(connection, post.server_id)

    async def sent(self, post: DailyPost, channel_id: int, message_id: int) -> None:
        """Mark a post as sent; trouble with its server is over."""
        async with self._database.writing() as connection:
            await posts.sent(connection, post, channel_id, message_id)
            await servers.clear_trouble(connection, post.server_id)

    async def skip(self, post: DailyPost, reason: str) -> None:
        """Give a post up."""
        async with self._database.writing() as connection:
            await posts.skip(connection, post, reason)

    async def postpone(self, post: DailyPost) -> None:
        """Try a post again later, each time after a longer wait, and at last give it up."""
        wait = min(FIRST_WAIT * 2 ** (post.tries - 1), MAX_WAIT)
        async with self._database.writing() as connection:
            if post.tries >= MAX_TRIES:
                await posts.skip(connection, post, FAILED)
            else:
                await posts.release(connection, post, self._now() + wait)

    async def refused(self, post: DailyPost, reason: str) -> Server | None:
        """Give up a post that its channel refused; the server if its owner is to be told.

        A channel that is gone ends the posts until a manager chooses another one. One that refuses
        them is tried again the next day, as somebody may mend it, and after a week no more.
        """
        async with self._database.writing() as connection:
            await posts.skip(connection, post, reason)
            first = await servers.record_trouble(connection, post.server_id, reason)
            refused = await posts.refused_days(connection, post.server_id, REFUSED)
            server = await servers.find(connection, post.server_id)
            for_good = reason == GONE or refused >= REFUSED_DAYS
            # A channel chosen in the meantime stays.
            if server is not None and for_good and server.channel_id == post.channel_id:
                await servers.save(connection, replace(server, channel_id=None))
                await posts.delete_pending(connection, server.id)
        return server if first else None


def _posting_order(post: DailyPost) -> tuple[date, int]:
    """Where a post stands among those of its server: the easiest comes first."""
    return post.day, list(Track).index(Track(post.track))
