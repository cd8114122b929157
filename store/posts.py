"""The record of posts of dailies in servers: exactly one for each server, day and track.

What is to be sent of them is in the outbox (`service.posting.daily_posts`).
"""

from collections.abc import Collection, Iterable
from datetime import date, datetime

from msgspec import Struct
from msgspec.structs import asdict

from store.records import DailyPost, PostState
from store.sql import command, insert, query
from store.transaction import Connection

_THIS = "server_id = :server_id AND day = :day AND track = :track"

_PLAN = insert(
    "due_posts",
    DailyPost,
    """ON CONFLICT (server_id, day, track) DO UPDATE SET due_at = excluded.due_at
    WHERE due_posts.state = 'pending'""",
)
_ADD = insert("due_posts", DailyPost, "ON CONFLICT DO NOTHING")
_SENT = command(
    """UPDATE due_posts SET state = 'sent', sent_at = :now, channel_id = :channel_id,
        message_id = :message_id
    WHERE {this}""",
    this=_THIS,
)
_SKIP = command(
    "UPDATE due_posts SET state = 'skipped', reason = :reason WHERE {this} AND state = 'pending'",
    this=_THIS,
)
_DELETE_PENDING = command(
    """DELETE FROM due_posts WHERE server_id = :server_id
    AND (state = 'skipped' AND reason = :passed OR state = 'pending' AND NOT EXISTS (
        SELECT 1 FROM outbox WHERE key = 'daily:' || CAST(due_posts.server_id AS text) || ':' ||
        CAST(day AS text) || ':' || track))"""
)
_LAST_SENT = query(
    """SELECT * FROM due_posts WHERE server_id = :server_id AND state = 'sent'
    ORDER BY sent_at DESC, message_id DESC LIMIT 2""",
    DailyPost,
)
_PROGRESS = query(
    """SELECT server_id, track, max(CASE WHEN state <> 'pending' THEN day END) AS last,
        max(CASE WHEN state = 'pending' THEN day END) AS planned
    FROM due_posts WHERE server_id IN :server_ids GROUP BY server_id, track""",
    tuple[int, str, date | None, date | None],
)
_REFUSED_DAYS = query(
    """SELECT count(DISTINCT day) FROM due_posts
    WHERE server_id = :server_id AND state = 'skipped' AND reason = :reason
    AND day > coalesce((
        SELECT max(day) FROM due_posts WHERE server_id = :server_id AND state = 'sent'
    ), '0001-01-01')""",
    int,
)
_NEXT_DUE = query(
    "SELECT min(due_at) FROM due_posts WHERE state = 'pending' AND server_id = :server_id", datetime
)


async def plan(connection: Connection, posts: Iterable[DailyPost]) -> None:
    """Store posts; a stored one that is still pending gets the new due time."""
    if rows := [asdict(post) for post in posts]:
        await _PLAN.run(connection, *rows)


async def sent(
    connection: Connection,
    post: DailyPost,
    channel_id: int,
    message_id: int,
    now: datetime,
) -> None:
    """Record the message of a post that was sent."""
    message = {"channel_id": channel_id, "message_id": message_id, "now": now}
    await _SENT.run(connection, asdict(post) | message)


async def skip(connection: Connection, post: DailyPost, reason: str) -> None:
    """Record that a post is given up, unless it was sent."""
    await _SKIP.run(connection, asdict(post) | {"reason": reason})


async def add_skipped(connection: Connection, passed: Iterable[DailyPost], reason: str) -> None:
    """Store posts as skipped, except those that are stored already. See `delete_pending`."""
    skipped = {"state": PostState.SKIPPED, "reason": reason}
    if rows := [asdict(post) | skipped for post in passed]:
        await _ADD.run(connection, *rows)


async def delete_pending(connection: Connection, server_id: int, passed: str | None = None) -> None:
    """Delete the pending posts of a server that are in the outbox no more.

    Posts that were skipped for the reason `passed` are deleted too.
    """
    await _DELETE_PENDING.run(connection, server_id=server_id, passed=passed)


async def last_sent(connection: Connection, server_id: int) -> DailyPost | None:
    """The last post that was sent in a server; None if there is none."""
    return await _LAST_SENT.first(connection, server_id=server_id)


class Progress(Struct, frozen=True):
    """The progress of posting a track in a server.

    `last` is the last day that was posted, skipped or claimed, `planned` the last one that is
    pending; None if there is none.
    """

    last: date | None
    planned: date | None


async def progress(
    connection: Connection, server_ids: Collection[int]
) -> dict[tuple[int, str], Progress]:
    """The progress of posting in some servers, by server and track."""
    found = await _PROGRESS.all(connection, server_ids=list(server_ids))
    return {(server_id, track): Progress(*days) for server_id, track, *days in found}


async def refused_days(connection: Connection, server_id: int, reason: str) -> int:
    """The number of days with posts skipped for a reason since one was last sent in a server."""
    return await _REFUSED_DAYS.one(connection, server_id=server_id, reason=reason) or 0


async def next_due(connection: Connection, server_id: int) -> datetime | None:
    """The earliest due time of a pending post in a server; None if there is none."""
    return await _NEXT_DUE.first(connection, server_id=server_id)
