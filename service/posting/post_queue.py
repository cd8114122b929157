"""The queue of daily posts: each is claimed, then sent by the bot, then marked as sent.

Claims, tries and outcomes are stored, so that a daily is posted once per server even after a crash
at any point; see `bot.dailies.daily_posts`. After a failure all due posts of the server wait.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from play.calendar import today
from play.posting import SERVERS_PER_SECOND
from play.tracks import Track, is_track
from service.posting.schedules import LATE
from service.running.clock import Clock
from store import posts, restoration, servers
from store.database import Database
from store.records import DailyPost, Server
from store.shards import ALL_SHARDS, ShardRange

PER_SECOND = SERVERS_PER_SECOND * len(Track)
"""Maximum number of posts that start per second, and at once."""
STALE_AFTER = timedelta(minutes=3)
"""A claim older than this is abandoned; the post can be claimed again."""
MAX_TRIES = 12
"""Maximum number of tries to send a post."""
FIRST_WAIT, MAX_WAIT = timedelta(seconds=20), timedelta(minutes=15)
"""The wait after the first failed try, which doubles after each further one, and its maximum."""
FAILED = "failed too often"
"""Stored reason of a post that was given up after `MAX_TRIES`."""
GONE, REFUSED = "gone", "refused"
"""Stored reasons why a channel takes no posts: it was deleted, or it refuses them."""
REFUSED_DAYS = 7
"""Number of days with refused posts after which nothing is posted in a channel."""


class PostQueue(Struct, eq=False):
    """The posts in servers of some shards; `now` gives the current time."""

    database: Database
    now: Clock
    shards: ShardRange = ALL_SHARDS
    _restored: datetime | None = None

    async def claim(self, most: int = PER_SECOND) -> Sequence[Sequence[DailyPost]]:
        """Claim due posts, abandoned claims first.

        The posts are grouped by server, and ordered by day and track within a server. The due posts
        of a server are claimed together, so the number can exceed `most` by some.
        """
        now = self.now()
        stale = now - STALE_AFTER
        async with self.database.reading() as connection:
            if not await posts.is_waiting(connection, now, stale, self.shards):
                return ()
            self._restored = await restoration.instant(connection)
        async with self.database.writing() as connection:
            await posts.skip_before(connection, today(now), LATE)
            left = await posts.reclaim(connection, now, stale, most, self.shards)
            due = await posts.claim(connection, now, max(most - len(left), 1), self.shards)
            known = [post for post in left + due if is_track(post.track)]
            for post in left + due:
                if not is_track(post.track):  # a process of a newer version may know it
                    await posts.put_back(connection, post, now + STALE_AFTER)
        by_server: dict[int, list[DailyPost]] = {}
        for post in sorted(known, key=_posting_order):
            by_server.setdefault(post.server_id, []).append(post)
        return tuple(by_server.values())

    async def server_of(self, post: DailyPost) -> Server | None:
        """The server of a post; None if it is no longer stored."""
        async with self.database.reading() as connection:
            return await servers.find(connection, post.server_id)

    def may_be_unrecorded(self, post: DailyPost) -> bool:
        """Whether a post may have been sent although it is not stored as sent.

        True if it was first due before the database was restored from a backup.
        """
        restored = self._restored
        if restored is None or post.day > today(restored):
            return False
        return post.due_at <= restored or post.tries > 1

    async def sent(self, post: DailyPost, channel_id: int, message_id: int) -> None:
        """Mark a post as sent and clear the trouble of its server."""
        async with self.database.writing() as connection:
            await servers.clear_trouble(connection, post.server_id)
            await posts.sent(connection, post, channel_id, message_id)

    async def skip(self, post: DailyPost, reason: str) -> None:
        """Give up a post; `reason` is stored."""
        async with self.database.writing() as connection:
            await posts.skip(connection, post, reason)

    async def put_back(self, post: DailyPost) -> None:
        """Return an untried post to the queue, to be claimed again soon."""
        async with self.database.writing() as connection:
            await posts.put_back(connection, post, self.now() + FIRST_WAIT)

    async def postpone(self, post: DailyPost, others: Sequence[DailyPost] = ()) -> None:
        """Return a failed post to the queue with exponential backoff; give up at `MAX_TRIES`.

        The `others` of its server, which were claimed with it and not tried, wait as long, so that
        a channel that fails gets one try at a time. Their claims do not count as tries.
        """
        doublings = min(post.tries, MAX_TRIES) - 1
        due = self.now() + min(FIRST_WAIT * 2**doublings, MAX_WAIT)
        async with self.database.writing() as connection:
            if post.tries >= MAX_TRIES:
                await posts.skip(connection, post, FAILED)
            else:
                await posts.release(connection, post, due)
            for other in others:
                await posts.put_back(connection, other, due)

    async def refused(
        self, post: DailyPost, others: Sequence[DailyPost], reason: str
    ) -> Server | None:
        """Give up a post that its channel refused, and the `others` for the same channel.

        Returns the server if its owner is to be notified. If the channel is gone, nothing is posted
        until a manager chooses another one. A channel that refuses posts is tried again on the next
        day, but not after `REFUSED_DAYS` days.
        """
        async with self.database.writing() as connection:  # servers are locked before their posts
            first = await servers.record_trouble(connection, post.server_id, reason)
            for refused_post in (post, *others):
                await posts.skip(connection, refused_post, reason)
            refused = await posts.refused_days(connection, post.server_id, REFUSED)
            server = await servers.find(connection, post.server_id)
            for_good = reason == GONE or refused >= REFUSED_DAYS
            # Keep a channel that was chosen in the meantime.
            if server is not None and for_good and server.channel_id == post.channel_id:
                await servers.save(connection, replace(server, channel_id=None))
                await posts.delete_pending(connection, server.id)
        return server if first else None


def _posting_order(post: DailyPost) -> tuple[date, int]:
    """Sort key of the posts in a server: by day, then from the easiest track to the hardest."""
    return post.day, list(Track).index(Track(post.track))
