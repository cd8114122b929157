"""The record of posts of dailies in servers: at most one for each server, day and track.

The tracks of a day that are posted together have the same message.

What is still to be sent is in the outbox (`service.posting.daily_posts`).
"""

from collections.abc import Collection
from datetime import date

from msgspec.structs import asdict

from store.records import DailyPost
from store.sql import command, insert, query
from store.transaction import Connection

_RECORD = insert(
    "due_posts",
    DailyPost,
    """ON CONFLICT (server_id, day, track) DO UPDATE SET state = excluded.state,
        sent_at = excluded.sent_at, channel_id = excluded.channel_id,
        message_id = excluded.message_id, reason = excluded.reason
    WHERE due_posts.state = 'skipped'""",
)
_FORGET = command(
    """DELETE FROM due_posts
    WHERE server_id = :server_id AND state = 'skipped' AND reason = :reason"""
)
_LAST_SENT = query(
    """SELECT * FROM due_posts WHERE server_id = :server_id AND state = 'sent'
    ORDER BY sent_at DESC, message_id DESC LIMIT 2""",
    DailyPost,
)
_SENT = query(
    """SELECT * FROM due_posts WHERE server_id = :server_id AND day = :day AND state = 'sent'
    ORDER BY message_id""",
    DailyPost,
)
_DAY_BEFORE = query(
    """SELECT day FROM due_posts WHERE server_id = :server_id AND day < :day AND state = 'sent'
    ORDER BY day DESC LIMIT 1""",
    date,
)
_LAST_DAYS = query(
    """SELECT server_id, track, max(day) FROM due_posts WHERE server_id IN :server_ids
    GROUP BY server_id, track""",
    tuple[int, str, date],
)
_REFUSED_DAYS = query(
    """SELECT count(DISTINCT day) FROM due_posts
    WHERE server_id = :server_id AND state = 'skipped' AND reason = :reason
    AND day > coalesce((
        SELECT max(day) FROM due_posts WHERE server_id = :server_id AND state = 'sent'
    ), '0001-01-01')""",
    int,
)


async def record(connection: Connection, *posts: DailyPost) -> None:
    """Record posts that were sent or skipped; one that was sent stays sent."""
    if posts:
        await _RECORD.run(connection, *map(asdict, posts))


async def forget(connection: Connection, server_id: int, reason: str) -> None:
    """Delete the posts of a server that were skipped for a reason."""
    await _FORGET.run(connection, server_id=server_id, reason=reason)


async def last_sent(connection: Connection, server_id: int) -> DailyPost | None:
    """The last post that was sent in a server; None if there is none."""
    return await _LAST_SENT.first(connection, server_id=server_id)


async def sent(connection: Connection, server_id: int, day: date) -> tuple[DailyPost, ...]:
    """The posts of a day that were sent in a server, the first one first."""
    return await _SENT.all(connection, server_id=server_id, day=day)


async def day_before(connection: Connection, server_id: int, day: date) -> date | None:
    """The last day before one with a post that was sent in a server; None if there is none."""
    return await _DAY_BEFORE.one(connection, server_id=server_id, day=day)


async def last_days(
    connection: Connection, server_ids: Collection[int]
) -> dict[tuple[int, str], date]:
    """The last days with posts that were sent or skipped, by server and track."""
    found = await _LAST_DAYS.all(connection, server_ids=list(server_ids))
    return {(server_id, track): day for server_id, track, day in found}


async def refused_days(connection: Connection, server_id: int, reason: str) -> int:
    """The number of days with posts skipped for a reason since one was last sent in a server."""
    return await _REFUSED_DAYS.one(connection, server_id=server_id, reason=reason) or 0
