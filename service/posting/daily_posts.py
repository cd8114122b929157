"""What the posts of dailies in servers are about.

They are planned in `service.posting.schedules`, sent by the outbox, and recorded here. When a
channel takes no posts, the owner of the server is told once, and nothing is posted there for good
after some days.
"""

from datetime import date, datetime, timedelta

from msgspec.structs import replace

from play.calendar import closes
from service.running.clock import Clock
from service.running.outbox import Subject
from store import outbox, posts, servers
from store.records import (
    DailyPost,
    Ending,
    MessageState,
    PendingMessage,
    PostState,
    Server,
    Target,
)
from store.transaction import Connection

ANSWER = "daily-answer"
"""The kind of dailies that people ask for."""
REFUSED_DAYS = 7
"""Number of days with refused posts after which nothing is posted in a channel."""
TROUBLE_LIFETIME = timedelta(days=1)
"""Until when an owner is told."""


def message_of(server: int, channel: int, day: date, track: str, due: datetime) -> PendingMessage:
    """The pending message of a daily in a channel of a server, which expires when that closes.

    >>> from datetime import UTC
    >>> due = datetime(2026, 11, 21, tzinfo=UTC)
    >>> message_of(7, 8, date(2026, 11, 21), "normal", due).key
    'daily:7:2026-11-21:normal'
    """
    return PendingMessage(
        f"daily:{server}:{day}:{track}",
        {"day": str(day), "track": track},
        Target.CHANNEL,
        channel,
        due,
        closes(day),
        server_id=server,
    )


def answer_of(post: PendingMessage, interaction: int) -> PendingMessage:
    """The answer to somebody who asked for a daily, which is kept up to date like a post."""
    return replace(post, key=f"{post.key.replace('daily', ANSWER, 1)}:{interaction}")


class DailyPosts(Subject, eq=False):
    """Records which posts were sent, and ends what a channel refuses; `now` gives the time."""

    now: Clock

    async def sent(self, connection: Connection, message: PendingMessage) -> None:
        """Record a post, and clear the trouble of its server."""
        post = replace(
            _post_of(message),
            state=PostState.SENT,
            sent_at=self.now(),
            channel_id=message.place,
            message_id=message.message_id,
        )
        await servers.clear_trouble(connection, post.server_id)
        await posts.record(connection, post)

    async def ended(self, connection: Connection, message: PendingMessage, ending: Ending) -> None:
        """Record a post that was not sent, and what a channel that takes none means."""
        if message.shown:
            return
        post = replace(_post_of(message), reason=ending)
        await posts.record(connection, post)
        if ending not in {Ending.GONE, Ending.REFUSED}:
            return
        first = await servers.record_trouble(connection, post.server_id, ending)
        refused = await posts.refused_days(connection, post.server_id, Ending.REFUSED)
        server = await servers.find(connection, post.server_id)
        if server is None:
            return
        for_good = ending is Ending.GONE or refused >= REFUSED_DAYS
        if for_good and server.channel_id == message.place:  # not one chosen in the meantime
            await servers.save(connection, replace(server, channel_id=None))
            await outbox.withdraw(connection, f"daily:{server.id}:")
        if first:
            await outbox.add(connection, self._trouble(server, message, ending))

    def _trouble(self, server: Server, message: PendingMessage, ending: Ending) -> PendingMessage:
        now = self.now()
        subject = {"reason": ending.value, "channel": message.place}
        key = f"trouble:{server.id}:{message.id}"
        expires = now + TROUBLE_LIFETIME
        return PendingMessage(key, subject, Target.PERSON, 0, now, expires, server_id=server.id)


class Troubles(Subject, eq=False):
    """Tells the owner of a server what a channel refuses, or else its channel for news."""

    async def ended(self, connection: Connection, message: PendingMessage, ending: Ending) -> None:
        """Store the message for the channel if the owner takes none."""
        if ending in {Ending.REFUSED, Ending.GONE} and message.target is Target.PERSON:
            key = message.key.replace("trouble:", "trouble-news:")
            news = replace(message, key=key, target=Target.CHANNEL, tries=0, begun_at=None)
            await outbox.add(connection, replace(news, state=MessageState.PENDING, owner=""))


def _post_of(message: PendingMessage) -> DailyPost:
    day, track = date.fromisoformat(message.subject["day"]), message.subject["track"]
    return DailyPost(message.server_id or 0, day, track, message.due_at)
