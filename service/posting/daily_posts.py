"""What the posts of dailies in servers are about.

The tracks of a day are one message. They are planned in `service.posting.schedules`, sent by the
outbox, and recorded here, a row for each track. When a channel takes no posts, the owner of the
server is told once, and nothing is posted there for good after some days.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from play.calendar import closes
from play.tracks import Track, is_track
from service.running.clock import Clock
from service.running.outbox import Subject
from store import outbox, posts, servers
from store.records import DailyPost, Ending, MessageState, PendingMessage, PostState, Server, Target
from store.transaction import Connection

ANSWER = "daily-answer"
"""The kind of dailies that earlier versions showed in public to people who asked for them."""
REFUSED_DAYS = 7
"""Number of days with refused posts after which nothing is posted in a channel."""
TROUBLE_LIFETIME = timedelta(days=1)
"""Until when an owner is told."""


class DayPost(Struct, frozen=True):
    """The dailies of a day in one message; `begins` for the first one of the day in its server."""

    day: date
    tracks: Sequence[str]
    begins: bool = False

    @classmethod
    def of(cls, message: PendingMessage) -> Self:
        """What a message is about; earlier versions had one for each track."""
        about = message.subject
        tracks = about.get("tracks") or [about["track"]]
        return cls(date.fromisoformat(about["day"]), tracks, about.get("begins", False))

    @property
    def known_tracks(self) -> list[Track]:
        """Its tracks, without those of a newer version."""
        return [Track(track) for track in self.tracks if is_track(track)]

    def message(self, server: int, channel: int, due: datetime) -> PendingMessage:
        """The pending message in a channel of a server, which expires when the dailies close.

        >>> from datetime import UTC
        >>> due = datetime(2026, 11, 21, tzinfo=UTC)
        >>> DayPost(date(2026, 11, 21), ("easy", "normal"), True).message(7, 8, due).key
        'daily:7:2026-11-21:easy'
        """
        about = {"day": str(self.day), "tracks": [*self.tracks], "begins": self.begins}
        key, ends = f"daily:{server}:{self.day}:{self.tracks[0]}", closes(self.day)
        return outbox.in_channel(key, about, (server, channel), due, ends)


class DailyPosts(Subject, eq=False):
    """Records which posts were sent, and ends what a channel refuses; `now` gives the time."""

    now: Clock

    async def sent(self, connection: Connection, message: PendingMessage) -> None:
        """Record the posts of a message, and clear the trouble of its server."""
        sent = (
            replace(
                post,
                state=PostState.SENT,
                sent_at=self.now(),
                channel_id=message.place,
                message_id=message.message_id,
            )
            for post in _posts_of(message)
        )
        await servers.clear_trouble(connection, message.server_id or 0)
        await posts.record(connection, *sent)

    async def ended(self, connection: Connection, message: PendingMessage, ending: Ending) -> None:
        """Record posts that were not sent, and what a channel that takes none means."""
        if message.shown:
            return
        skipped = (replace(post, reason=ending) for post in _posts_of(message))
        await posts.record(connection, *skipped)
        if ending not in {Ending.GONE, Ending.REFUSED, Ending.UNKNOWN}:
            return
        number = message.server_id or 0
        first = await servers.record_trouble(connection, number, ending)
        refused = await posts.refused_days(connection, number, Ending.REFUSED)
        server = await servers.find(connection, number)
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


def _posts_of(message: PendingMessage) -> Iterator[DailyPost]:
    about = DayPost.of(message)
    for track in about.tracks:
        yield DailyPost(message.server_id or 0, about.day, track, message.due_at)
