"""Posts of dailies in servers: exactly one for each server, day and track.

A post is claimed, and the claim committed, before anything is sent; then it is marked as sent. A
process that finds an abandoned claim looks for the message in the channel, and marks the post as
sent or releases it.
"""

from collections.abc import Collection, Iterable
from datetime import date, datetime

from msgspec import Struct
from msgspec.structs import asdict

from store.records import DailyPost, PostState
from store.shards import ALL_SHARDS, IS_OF_SHARDS, ShardRange
from store.sql import Statement, command, insert, query
from store.transaction import Connection

_HERE = {"is_of_shards": IS_OF_SHARDS, "id": "server_id"}
_THIS = "server_id = :server_id AND day = :day AND track = :track"
_DUE = "state = 'pending' AND due_at <= :now AND {is_of_shards}"
_OLD = "state = 'claimed' AND claimed_at < :claimed_before AND {is_of_shards}"
_CLAIMING = """WITH chosen AS MATERIALIZED (
        SELECT server_id FROM due_posts WHERE {condition}
        ORDER BY due_at, server_id, day, track LIMIT :limit FOR UPDATE SKIP LOCKED
    ), free AS MATERIALIZED (
        SELECT server_id, day, track FROM due_posts
        WHERE {condition} AND server_id IN (SELECT server_id FROM chosen)
        FOR UPDATE SKIP LOCKED
    )
    UPDATE due_posts SET state = 'claimed', claimed_at = :now, tries = tries + 1,
        begun_at = coalesce(begun_at, :now), channel_id = {channel}
    WHERE (server_id, day, track) IN (SELECT server_id, day, track FROM free) RETURNING *"""
"""Claims posts, and the others of their servers; PostgreSQL reads and locks each list only once."""
_CHANGING = "UPDATE due_posts SET {change} WHERE {this} AND {state}"
_BACK = "state = 'pending', claimed_at = NULL, due_at = :due_at"


def _changing(change: str, state: str) -> Statement[None]:
    """Changes a post that is in some state."""
    return command(_CHANGING, change=change, state=state, this=_THIS, back=_BACK)


_PLAN = insert(
    "due_posts",
    DailyPost,
    """ON CONFLICT (server_id, day, track) DO UPDATE SET due_at = excluded.due_at
    WHERE due_posts.state = 'pending'""",
)
_ADD = insert("due_posts", DailyPost, "ON CONFLICT DO NOTHING")
_CLAIM = query(
    _CLAIMING,
    DailyPost,
    condition=_DUE,
    channel="(SELECT channel_id FROM servers WHERE id = due_posts.server_id)",
    **_HERE,
)
_RECLAIM = query(_CLAIMING, DailyPost, condition=_OLD, channel="channel_id", **_HERE)
_IS_WAITING = query(
    "SELECT EXISTS (SELECT 1 FROM due_posts WHERE ({due}) OR ({old}))",
    bool,
    due=_DUE,
    old=_OLD,
    **_HERE,
)
_SENT = _changing(
    "state = 'sent', channel_id = :channel_id, message_id = :message_id", "state <> 'sent'"
)
_RELEASE = _changing("{back}", "state = 'claimed'")
_PUT_BACK = _changing(
    "{back}, tries = tries - 1, begun_at = CASE WHEN tries > 1 THEN begun_at END",
    "state = 'claimed'",
)
_SKIP = _changing("state = 'skipped', reason = :reason", "state <> 'sent'")
_SKIP_BEFORE = command(
    """UPDATE due_posts SET state = 'skipped', reason = :reason
    WHERE state = 'pending' AND day < :day"""
)
_DELETE_PENDING = command(
    """DELETE FROM due_posts WHERE server_id = :server_id
    AND (state = 'pending' OR (state = 'skipped' AND reason = :passed))"""
)
_GET = query("SELECT * FROM due_posts WHERE {this}", DailyPost, this=_THIS)
_OF_DAILY = query(
    """SELECT * FROM due_posts WHERE day = :day AND track = :track AND state = 'sent'
    ORDER BY server_id""",
    DailyPost,
)
_LAST_SENT = query(
    """SELECT * FROM due_posts WHERE server_id = :server_id AND state = 'sent'
    ORDER BY claimed_at DESC, message_id DESC LIMIT 2""",
    DailyPost,
)
_LAST_DAY = query(
    """SELECT max(day) FROM due_posts
    WHERE server_id = :server_id AND track = :track AND state <> 'pending'""",
    date,
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
_NEWLY_SOLVED = query(
    """SELECT * FROM due_posts AS post
    WHERE day = :day AND state = 'sent' AND {is_of_shards} AND EXISTS (
        SELECT 1 FROM attempts JOIN members ON members.player_id = attempts.player_id
        WHERE members.server_id = post.server_id AND attempts.day = post.day
        AND attempts.track = post.track AND solved_at > :since
    ) ORDER BY server_id, day, track""",
    DailyPost,
    **_HERE,
)
_NEXT_DUE = query("SELECT min(due_at) FROM due_posts WHERE state = 'pending'", datetime)
_NEXT_DUE_IN = query(
    "SELECT min(due_at) FROM due_posts WHERE state = 'pending' AND server_id = :server_id", datetime
)


async def plan(connection: Connection, posts: Iterable[DailyPost]) -> None:
    """Store posts; a stored one that is still pending gets the new due time."""
    if rows := [asdict(post) for post in posts]:
        await _PLAN.run(connection, *rows)


async def claim(
    connection: Connection, now: datetime, limit: int = 50, shards: ShardRange = ALL_SHARDS
) -> tuple[DailyPost, ...]:
    """Claim due posts in servers of some shards, the longest overdue first, for one caller only.

    The due posts of a server are claimed together, so there can be some more than `limit`.
    `channel_id` of a claimed post is the server's current channel for posts; None if it has none.
    """
    return _ordered(await _CLAIM.all(connection, now=now, limit=limit, **asdict(shards)))


async def reclaim(
    connection: Connection,
    now: datetime,
    claimed_before: datetime,
    limit: int = 50,
    shards: ShardRange = ALL_SHARDS,
) -> tuple[DailyPost, ...]:
    """Claim posts whose claim is older than an instant and that were neither sent nor released.

    Only posts in servers of some shards are claimed.
    The caller has to check in the channel of the claim whether they were sent.
    """
    values = asdict(shards) | {"now": now, "claimed_before": claimed_before, "limit": limit}
    return _ordered(await _RECLAIM.all(connection, **values))


def _ordered(posts: Iterable[DailyPost]) -> tuple[DailyPost, ...]:
    return tuple(
        sorted(posts, key=lambda post: (post.due_at, post.server_id, post.day, post.track))
    )


async def is_waiting(
    connection: Connection,
    now: datetime,
    claimed_before: datetime,
    shards: ShardRange = ALL_SHARDS,
) -> bool:
    """Whether there are posts to `claim` or to `reclaim`."""
    values = asdict(shards) | {"now": now, "claimed_before": claimed_before}
    return bool(await _IS_WAITING.one(connection, **values))


async def sent(connection: Connection, post: DailyPost, channel_id: int, message_id: int) -> bool:
    """Mark a post as sent, with its message; False if it is stored with another message."""
    message = {"channel_id": channel_id, "message_id": message_id}
    if await _SENT.run(connection, asdict(post) | message):
        return True
    stored = await get(connection, post.server_id, post.day, post.track)
    return stored is not None and stored.message_id == message_id


async def release(connection: Connection, post: DailyPost, due_at: datetime) -> bool:
    """Return a claimed post to the queue, to be due at an instant; False if it is not claimed."""
    return await _RELEASE.run(connection, asdict(post) | {"due_at": due_at}) == 1


async def put_back(connection: Connection, post: DailyPost, due_at: datetime) -> bool:
    """Return an untried post to the queue, to be claimed again at an instant.

    The claim does not count as a try. Returns false if the post is not claimed.
    """
    return await _PUT_BACK.run(connection, asdict(post) | {"due_at": due_at}) == 1


async def skip(connection: Connection, post: DailyPost, reason: str) -> bool:
    """Give up a post; False if it was sent."""
    return await _SKIP.run(connection, asdict(post) | {"reason": reason}) == 1


async def skip_before(connection: Connection, day: date, reason: str) -> int:
    """Give up all pending posts of days before one; returns their number."""
    return await _SKIP_BEFORE.run(connection, day=day, reason=reason)


async def add_skipped(connection: Connection, passed: Iterable[DailyPost], reason: str) -> None:
    """Store posts as skipped, except those that are stored already. See `delete_pending`."""
    skipped = {"state": PostState.SKIPPED, "reason": reason}
    if rows := [asdict(post) | skipped for post in passed]:
        await _ADD.run(connection, *rows)


async def delete_pending(connection: Connection, server_id: int, passed: str | None = None) -> None:
    """Delete the pending posts of a server, whose managers changed its settings.

    Posts that were skipped for the reason `passed` are deleted too.
    """
    await _DELETE_PENDING.run(connection, server_id=server_id, passed=passed)


async def get(connection: Connection, server_id: int, day: date, track: str) -> DailyPost | None:
    """The post of a day and track in a server; None if there is none."""
    return await _GET.one(connection, server_id=server_id, day=day, track=track)


async def of_daily(connection: Connection, day: date, track: str) -> tuple[DailyPost, ...]:
    """All posts of a daily that were sent, ordered by server."""
    return await _OF_DAILY.all(connection, day=day, track=track)


async def last_sent(connection: Connection, server_id: int) -> DailyPost | None:
    """The last post that was sent in a server; None if there is none."""
    return await _LAST_SENT.first(connection, server_id=server_id)


async def last_day(connection: Connection, server_id: int, track: str) -> date | None:
    """The last day whose daily was posted, skipped or claimed in a server; None if none was."""
    return await _LAST_DAY.first(connection, server_id=server_id, track=track)


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


async def newly_solved(
    connection: Connection,
    day: date,
    since: datetime,
    shards: ShardRange = ALL_SHARDS,
) -> tuple[DailyPost, ...]:
    """The posts of a day in servers where a member solved that daily after an instant.

    Only servers of some shards are looked at.
    """
    return await _NEWLY_SOLVED.all(connection, day=day, since=since, **asdict(shards))


async def next_due(connection: Connection, server_id: int | None = None) -> datetime | None:
    """The earliest due time of a pending post, in all servers or in one; None if there is none."""
    if server_id is None:
        return await _NEXT_DUE.first(connection)
    return await _NEXT_DUE_IN.first(connection, server_id=server_id)
