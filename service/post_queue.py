"""Posts that are due: claimed first, then sent by a chat, then marked as sent.

Claims, tries and outcomes stand in the store, so whatever dies in between, a daily is posted once
in a server; see `bot.delivery.daily_posts`. A channel where posts fail has to wait, longer each
time, with all posts of its server.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from play.calendar import SERVERS_PER_SECOND, Track, today
from service.circuit_breaker import CircuitBreaker
from service.clock import Clock
from service.schedules import LATE
from store import posts, restoration, servers
from store.database import Database
from store.records import DailyPost, Server

PER_SECOND = SERVERS_PER_SECOND * len(Track)
"""Maximum number of posts that are begun in a second, and at once."""
STALE = timedelta(minutes=3)
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
        self._breaker = CircuitBreaker[int](FIRST_WAIT, MAX_WAIT)
        self._restored: datetime | None = None

    async def claim(self, most: int = PER_SECOND) -> Sequence[Sequence[DailyPost]]:
        """What is due, claims that were left behind first; about `most` posts.

        The posts of each server are in the order of their tracks.
        """
        now = self._now()
        stale = now - STALE
        async with self._database.reading() as connection:
            if not await posts.is_waiting(connection, now, stale):
                return ()
            self._restored = await restoration.instant(connection)
        async with self._database.writing() as connection:
            await posts.skip_before(connection, today(now), LATE)
            left = await posts.reclaim(connection, now, stale, most)
            due = await posts.claim(connection, now, max(most - len(left), 1))
        by_server: dict[int, list[DailyPost]] = {}
        for post in sorted(left + due, key=_place):
            by_server.setdefault(post.server_id, []).append(post)
        return tuple(by_server.values())

    async def server_of(self, post: DailyPost) -> Server | None:
        """The server of a post, None when it is not known any more."""
        async with self._database.reading() as connection:
            return await servers.find(connection, post.server_id)

    def may_be_forgotten(self, post: DailyPost) -> bool:
        """Whether a post may have been sent without the database knowing it.

        That is so where the database was restored from a backup after the post was due first.
        """
        restored = self._restored
        if restored is None or post.day > today(restored):
            return False
        return post.due_at <= restored or post.tries > 1

    async def sent(self, post: DailyPost, channel_id: int, message_id: int) -> None:
        """Mark a post as sent; trouble with its server is over."""
        self._breaker.close(_channel_of(post))
        async with self._database.writing() as connection:
            await posts.sent(connection, post, channel_id, message_id)
            await servers.clear_trouble(connection, post.server_id)

    async def skip(self, post: DailyPost, reason: str) -> None:
        """Give a post up."""
        self._breaker.close(_channel_of(post))
        async with self._database.writing() as connection:
            await posts.skip(connection, post, reason)

    async def put_back(self, post: DailyPost) -> None:
        """Give a claimed post back that was not tried, to be claimed again soon."""
        async with self._database.writing() as connection:
            await posts.put_back(connection, post, self._now() + FIRST_WAIT)

    async def put_back_while_waiting(self, post: DailyPost) -> bool:
        """Give a claimed post back if posts have failed in its channel just before; whether so.

        It comes when the channel is tried again, and has no try less for that.
        """
        until = self._breaker.opened_until(_channel_of(post), self._now())
        if until is None:
            return False
        async with self._database.writing() as connection:
            await posts.put_back(connection, post, until)
        return True

    async def postpone(self, post: DailyPost) -> None:
        """Try a post again later, each time after a longer wait, and at last give it up.

        Its channel has to wait so long: see `put_back_while_waiting`.
        """
        now = self._now()
        wait = min(FIRST_WAIT * 2 ** (post.tries - 1), MAX_WAIT)
        due = max(now + wait, self._breaker.fail(_channel_of(post), now))
        async with self._database.writing() as connection:
            if post.tries >= MAX_TRIES:
                await posts.skip(connection, post, FAILED)
            else:
                await posts.release(connection, post, due)

    async def refused(self, post: DailyPost, reason: str) -> Server | None:
        """Give up a post that its channel refused; the server if its owner is to be told.

        A channel that is gone ends the posts until a manager chooses another one. One that refuses
        them is tried again the next day, as somebody may mend it, and after a week no more.
        """
        self._breaker.close(_channel_of(post))
        async with self._database.writing() as connection:
            await posts.skip(connection, post, reason)
            first = await servers.note_trouble(connection, post.server_id, reason)
            refused = await posts.refused_days(connection, post.server_id, REFUSED)
            server = await servers.find(connection, post.server_id)
            for_good = reason == GONE or refused >= REFUSED_DAYS
            # A channel chosen in the meantime stays.
            if server is not None and for_good and server.channel_id == post.channel_id:
                await servers.save(connection, replace(server, channel_id=None))
                await posts.withdraw(connection, server.id)
        return server if first else None


def _channel_of(post: DailyPost) -> int:
    """Where a post fails: its channel, or its server while it has none."""
    return post.channel_id or post.server_id


def _place(post: DailyPost) -> tuple[date, int]:
    """Where a post stands among those of its server: the easiest comes first."""
    return post.day, list(Track).index(Track(post.track))
