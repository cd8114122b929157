"""Posts of dailies in servers: exactly one for each server, day and track.

A post is claimed, and the claim committed, before anything is sent; then it is marked as sent. A
process that finds an abandoned claim looks for the message in the channel, and marks the post as
sent or releases it.
"""

from collections.abc import Collection, Iterable
from datetime import date, datetime
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import (
    ColumnElement,
    Select,
    Update,
    bindparam,
    case,
    delete,
    distinct,
    exists,
    func,
    select,
    tuple_,
    update,
)

from store.records import DailyPost, PostState
from store.schema import attempts, due_posts, members, servers
from store.shards import ALL_SHARDS, ShardRange
from store.statements import affected_rows, fetch_all, fetch_first, fetch_one, insert
from store.transaction import Connection

PRIMARY_KEY = (due_posts.c.server_id, due_posts.c.day, due_posts.c.track)


async def plan(connection: Connection, posts: Iterable[DailyPost]) -> None:
    """Store posts; a stored one that is still pending gets the new due time."""
    rows = [asdict(post) for post in posts]
    if not rows:
        return
    statement = insert(connection, due_posts)
    statement = statement.on_conflict_do_update(
        index_elements=[column.name for column in PRIMARY_KEY],
        set_={"due_at": statement.excluded.due_at},
        where=due_posts.c.state == PostState.PENDING,
    )
    await connection.execute(statement, rows)


async def claim(
    connection: Connection, now: datetime, limit: int = 50, shards: ShardRange = ALL_SHARDS
) -> tuple[DailyPost, ...]:
    """Claim due posts in servers of some shards, the longest overdue first, for one caller only.

    The due posts of a server are claimed together, so there can be some more than `limit`.
    `channel_id` of a claimed post is the server's current channel for posts; None if it has none.
    """
    due = (due_posts.c.state == PostState.PENDING, due_posts.c.due_at <= now)
    return await _claim(connection, now, limit, *due, shards.condition(due_posts.c.server_id))


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
    old = (due_posts.c.state == PostState.CLAIMED, due_posts.c.claimed_at < claimed_before)
    here = shards.condition(due_posts.c.server_id)
    return await _claim(connection, now, limit, *old, here, keep_channel=True)


async def is_waiting(
    connection: Connection,
    now: datetime,
    claimed_before: datetime,
    shards: ShardRange = ALL_SHARDS,
) -> bool:
    """Whether there are posts to `claim` or to `reclaim`."""
    values = {"now": now, "claimed_before": claimed_before}
    found: bool = (await connection.execute(_is_waiting(shards), values)).scalar_one()
    return found


@cache
def _is_waiting(shards: ShardRange) -> Select[tuple[bool]]:
    here = shards.condition(due_posts.c.server_id)
    columns = due_posts.c
    due = (columns.state == PostState.PENDING) & (columns.due_at <= bindparam("now"))
    old = (columns.state == PostState.CLAIMED) & (columns.claimed_at < bindparam("claimed_before"))
    return select(exists().where(due | old, here))


async def _claim(
    connection: Connection,
    now: datetime,
    limit: int,
    *conditions: ColumnElement[bool],
    keep_channel: bool = False,
) -> tuple[DailyPost, ...]:
    # Two statements: PostgreSQL may run a subquery again and again, past its limit.
    chosen = (
        select(*PRIMARY_KEY)
        .where(*conditions)
        .order_by(due_posts.c.due_at, *PRIMARY_KEY)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    keys = [tuple(row) for row in await connection.execute(chosen)]
    if not keys:
        return ()
    if len(keys) == limit:
        same = due_posts.c.server_id.in_({key[0] for key in keys})
        others = select(*PRIMARY_KEY).where(*conditions, same, tuple_(*PRIMARY_KEY).not_in(keys))
        others = others.with_for_update(skip_locked=True)
        keys += [tuple(row) for row in await connection.execute(others)]
    values: dict[str, Any] = {
        "state": PostState.CLAIMED,
        "claimed_at": now,
        "begun_at": func.coalesce(due_posts.c.begun_at, now),
        "tries": due_posts.c.tries + 1,
    }
    if not keep_channel:
        channel = select(servers.c.channel_id).where(servers.c.id == due_posts.c.server_id)
        values["channel_id"] = channel.scalar_subquery()
    this = update(due_posts).where(tuple_(*PRIMARY_KEY).in_(keys))
    statement = this.values(values).returning(due_posts)
    taken = await fetch_all(connection, statement, DailyPost)
    return tuple(
        sorted(taken, key=lambda post: (post.due_at, post.server_id, post.day, post.track))
    )


async def sent(connection: Connection, post: DailyPost, channel_id: int, message_id: int) -> bool:
    """Mark a post as sent, with its message; False if it is stored with another message."""
    values = {"state": PostState.SENT, "channel_id": channel_id, "message_id": message_id}
    statement = _update_of(post).where(due_posts.c.state != PostState.SENT).values(values)
    if await affected_rows(connection, statement):
        return True
    stored = await get(connection, post.server_id, post.day, post.track)
    return stored is not None and stored.message_id == message_id


async def release(connection: Connection, post: DailyPost, due_at: datetime) -> bool:
    """Return a claimed post to the queue, to be due at an instant; False if it is not claimed."""
    values = {"state": PostState.PENDING, "claimed_at": None, "due_at": due_at}
    statement = _update_of(post).where(due_posts.c.state == PostState.CLAIMED).values(values)
    return await affected_rows(connection, statement) == 1


async def put_back(connection: Connection, post: DailyPost, due_at: datetime) -> bool:
    """Return an untried post to the queue, to be claimed again at an instant.

    The claim does not count as a try. Returns false if the post is not claimed.
    """
    values: dict[str, Any] = {
        "state": PostState.PENDING,
        "claimed_at": None,
        "due_at": due_at,
        "tries": due_posts.c.tries - 1,
        "begun_at": case((due_posts.c.tries > 1, due_posts.c.begun_at), else_=None),
    }
    statement = _update_of(post).where(due_posts.c.state == PostState.CLAIMED).values(values)
    return await affected_rows(connection, statement) == 1


async def skip(connection: Connection, post: DailyPost, reason: str) -> bool:
    """Give up a post; False if it was sent."""
    values = {"state": PostState.SKIPPED, "reason": reason}
    statement = _update_of(post).where(due_posts.c.state != PostState.SENT).values(values)
    return await affected_rows(connection, statement) == 1


async def skip_before(connection: Connection, day: date, reason: str) -> int:
    """Give up all pending posts of days before one; returns their number."""
    statement = (
        update(due_posts)
        .where(due_posts.c.state == PostState.PENDING, due_posts.c.day < day)
        .values(state=PostState.SKIPPED, reason=reason)
    )
    return await affected_rows(connection, statement)


async def add_skipped(connection: Connection, passed: Iterable[DailyPost], reason: str) -> None:
    """Store posts as skipped, except those that are stored already. See `delete_pending`."""
    rows = [asdict(post) | {"state": PostState.SKIPPED, "reason": reason} for post in passed]
    if rows:
        await connection.execute(insert(connection, due_posts).on_conflict_do_nothing(), rows)


async def delete_pending(connection: Connection, server_id: int, passed: str | None = None) -> None:
    """Delete the pending posts of a server, whose managers changed its settings.

    Posts that were skipped for the reason `passed` are deleted too.
    """
    state = due_posts.c.state
    over = (state == PostState.SKIPPED) & (due_posts.c.reason == passed)
    await connection.execute(
        delete(due_posts).where(
            due_posts.c.server_id == server_id, (state == PostState.PENDING) | over
        )
    )


async def get(connection: Connection, server_id: int, day: date, track: str) -> DailyPost | None:
    """The post of a day and track in a server; None if there is none."""
    statement = select(due_posts).where(
        due_posts.c.server_id == server_id, due_posts.c.day == day, due_posts.c.track == track
    )
    return await fetch_one(connection, statement, DailyPost)


async def of_daily(connection: Connection, day: date, track: str) -> tuple[DailyPost, ...]:
    """All posts of a daily that were sent, ordered by server."""
    statement = (
        select(due_posts)
        .where(
            due_posts.c.day == day,
            due_posts.c.track == track,
            due_posts.c.state == PostState.SENT,
        )
        .order_by(due_posts.c.server_id)
    )
    return await fetch_all(connection, statement, DailyPost)


async def last_sent(connection: Connection, server_id: int) -> DailyPost | None:
    """The last post that was sent in a server; None if there is none."""
    statement = (
        select(due_posts)
        .where(due_posts.c.server_id == server_id, due_posts.c.state == PostState.SENT)
        .order_by(due_posts.c.claimed_at.desc(), due_posts.c.message_id.desc())
    )
    return await fetch_first(connection, statement, DailyPost)


async def last_day(connection: Connection, server_id: int, track: str) -> date | None:
    """The last day whose daily was posted, skipped or claimed in a server; None if none was."""
    statement = select(func.max(due_posts.c.day)).where(
        due_posts.c.server_id == server_id,
        due_posts.c.track == track,
        due_posts.c.state != PostState.PENDING,
    )
    found: date | None = (await connection.execute(statement)).scalar()
    return found


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
    pending = due_posts.c.state == PostState.PENDING
    statement = (
        select(
            due_posts.c.server_id,
            due_posts.c.track,
            func.max(case((pending, None), else_=due_posts.c.day)),
            func.max(case((pending, due_posts.c.day), else_=None)),
        )
        .where(due_posts.c.server_id.in_(server_ids))
        .group_by(due_posts.c.server_id, due_posts.c.track)
    )
    rows = await connection.execute(statement)
    return {(row[0], row[1]): Progress(row[2], row[3]) for row in rows}


async def refused_days(connection: Connection, server_id: int, reason: str) -> int:
    """The number of days with posts skipped for a reason since one was last sent in a server."""
    here = due_posts.c.server_id == server_id
    sent_last = select(func.max(due_posts.c.day)).where(here, due_posts.c.state == PostState.SENT)
    last: date | None = (await connection.execute(sent_last)).scalar()
    refused = select(func.count(distinct(due_posts.c.day))).where(
        here, due_posts.c.state == PostState.SKIPPED, due_posts.c.reason == reason
    )
    if last is not None:
        refused = refused.where(due_posts.c.day > last)
    count: int = (await connection.execute(refused)).scalar_one()
    return count


async def newly_solved(
    connection: Connection,
    day: date,
    since: datetime,
    shards: ShardRange = ALL_SHARDS,
) -> tuple[DailyPost, ...]:
    """The posts of a day in servers where a member solved that daily after an instant.

    Only servers of some shards are looked at.
    """
    solved = (
        select(attempts.c.id)
        .join(members, members.c.player_id == attempts.c.player_id)
        .where(
            members.c.server_id == due_posts.c.server_id,
            attempts.c.day == due_posts.c.day,
            attempts.c.track == due_posts.c.track,
            attempts.c.solved_at > since,
        )
    )
    statement = (
        select(due_posts)
        .where(
            due_posts.c.day == day,
            due_posts.c.state == PostState.SENT,
            shards.condition(due_posts.c.server_id),
            solved.exists(),
        )
        .order_by(*PRIMARY_KEY)
    )
    return await fetch_all(connection, statement, DailyPost)


async def next_due(connection: Connection, server_id: int | None = None) -> datetime | None:
    """The earliest due time of a pending post, in all servers or in one; None if there is none."""
    statement = select(func.min(due_posts.c.due_at)).where(due_posts.c.state == PostState.PENDING)
    if server_id is not None:
        statement = statement.where(due_posts.c.server_id == server_id)
    found: datetime | None = (await connection.execute(statement)).scalar()
    return found


def _update_of(post: DailyPost) -> Update:
    """An UPDATE of the row of a post."""
    return update(due_posts).where(
        due_posts.c.server_id == post.server_id,
        due_posts.c.day == post.day,
        due_posts.c.track == post.track,
    )
