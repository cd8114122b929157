"""Posts of dailies that are due in servers: exactly one for each server, day and track.

A post is claimed, and the claim stored, before anything is sent; then it is marked as sent.
Whoever finds a claim that is too old looks in the channel whether the message is there, and
marks it as sent or releases it.
"""

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Update,
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
from store.statements import changes, fetch_all, fetch_one, insert
from store.transaction import Connection

KEY = (due_posts.c.server_id, due_posts.c.day, due_posts.c.track)


async def plan(connection: Connection, posts: Iterable[DailyPost]) -> None:
    """Stores posts to come; of those planned before and not begun it moves when they are due."""
    rows = [asdict(post) for post in posts]
    if not rows:
        return
    statement = insert(connection, due_posts)
    statement = statement.on_conflict_do_update(
        index_elements=[column.name for column in KEY],
        set_={"due_at": statement.excluded.due_at},
        where=due_posts.c.state == PostState.PENDING,
    )
    await connection.execute(statement, rows)


async def claim(connection: Connection, now: datetime, limit: int = 50) -> tuple[DailyPost, ...]:
    """Takes posts that are due, the longest due first, each for one caller only.

    Those of one server that are due are taken together, so there may be some more than `limit`.
    `channel_id` is then where the server wants them; None when it no longer wants any.
    """
    due = (due_posts.c.state == PostState.PENDING, due_posts.c.due_at <= now)
    return await _take(connection, now, limit, *due)


async def reclaim(
    connection: Connection, now: datetime, claimed_before: datetime, limit: int = 50
) -> tuple[DailyPost, ...]:
    """Takes posts that were claimed before an instant and neither sent nor released since.

    Whether they were sent is for the caller to find out, in the channel of the claim.
    """
    old = (due_posts.c.state == PostState.CLAIMED, due_posts.c.claimed_at < claimed_before)
    return await _take(connection, now, limit, *old, keep_channel=True)


async def is_waiting(connection: Connection, now: datetime, claimed_before: datetime) -> bool:
    """Whether there is anything to `claim` or to `reclaim`."""
    due = (due_posts.c.state == PostState.PENDING) & (due_posts.c.due_at <= now)
    old = (due_posts.c.state == PostState.CLAIMED) & (due_posts.c.claimed_at < claimed_before)
    found: bool = (await connection.execute(select(exists().where(due | old)))).scalar_one()
    return found


async def _take(
    connection: Connection,
    now: datetime,
    limit: int,
    *conditions: ColumnElement[bool],
    keep_channel: bool = False,
) -> tuple[DailyPost, ...]:
    # Two statements: PostgreSQL may run a subquery again and again, past its limit.
    chosen = (
        select(*KEY)
        .where(*conditions)
        .order_by(due_posts.c.due_at, *KEY)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    keys = [tuple(row) for row in await connection.execute(chosen)]
    if not keys:
        return ()
    if len(keys) == limit:
        same = due_posts.c.server_id.in_({key[0] for key in keys})
        others = select(*KEY).where(*conditions, same, tuple_(*KEY).not_in(keys))
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
    this = update(due_posts).where(tuple_(*KEY).in_(keys))
    statement = this.values(values).returning(due_posts)
    taken = await fetch_all(connection, statement, DailyPost)
    return tuple(
        sorted(taken, key=lambda post: (post.due_at, post.server_id, post.day, post.track))
    )


async def sent(connection: Connection, post: DailyPost, channel_id: int, message_id: int) -> bool:
    """Remembers the message of a post; False when another message is remembered already."""
    values = {"state": PostState.SENT, "channel_id": channel_id, "message_id": message_id}
    statement = _this(post).where(due_posts.c.state != PostState.SENT).values(values)
    if await changes(connection, statement):
        return True
    stored = await get(connection, post.server_id, post.day, post.track)
    return stored is not None and stored.message_id == message_id


async def release(connection: Connection, post: DailyPost, due_at: datetime) -> bool:
    """Gives a claimed post back, to be tried again at an instant; False when it is not claimed."""
    values = {"state": PostState.PENDING, "claimed_at": None, "due_at": due_at}
    statement = _this(post).where(due_posts.c.state == PostState.CLAIMED).values(values)
    return await changes(connection, statement) == 1


async def put_back(connection: Connection, post: DailyPost, due_at: datetime) -> bool:
    """Gives a claimed post back that was not tried, to be claimed again at an instant.

    The claim counts as no try. False when the post is not claimed.
    """
    values: dict[str, Any] = {
        "state": PostState.PENDING,
        "claimed_at": None,
        "due_at": due_at,
        "tries": due_posts.c.tries - 1,
        "begun_at": case((due_posts.c.tries > 1, due_posts.c.begun_at), else_=None),
    }
    statement = _this(post).where(due_posts.c.state == PostState.CLAIMED).values(values)
    return await changes(connection, statement) == 1


async def skip(connection: Connection, post: DailyPost, reason: str) -> bool:
    """Gives a post up for good; False when it was sent."""
    values = {"state": PostState.SKIPPED, "reason": reason}
    statement = _this(post).where(due_posts.c.state != PostState.SENT).values(values)
    return await changes(connection, statement) == 1


async def skip_before(connection: Connection, day: date, reason: str) -> int:
    """Gives up all posts of days before one that were never begun; returns how many."""
    statement = (
        update(due_posts)
        .where(due_posts.c.state == PostState.PENDING, due_posts.c.day < day)
        .values(state=PostState.SKIPPED, reason=reason)
    )
    return await changes(connection, statement)


async def pass_over(connection: Connection, passed: Iterable[DailyPost], reason: str) -> None:
    """Notes posts that are not wanted, unless they were planned before. See `withdraw`."""
    rows = [asdict(post) | {"state": PostState.SKIPPED, "reason": reason} for post in passed]
    if rows:
        await connection.execute(insert(connection, due_posts).on_conflict_do_nothing(), rows)


async def withdraw(connection: Connection, server_id: int, passed: str | None = None) -> None:
    """Removes a server's posts that were not begun: its managers changed their mind.

    Those that were passed over for the reason `passed` are removed as well.
    """
    state = due_posts.c.state
    over = (state == PostState.SKIPPED) & (due_posts.c.reason == passed)
    await connection.execute(
        delete(due_posts).where(
            due_posts.c.server_id == server_id, (state == PostState.PENDING) | over
        )
    )


async def get(connection: Connection, server_id: int, day: date, track: str) -> DailyPost | None:
    """The post of a day and track in a server."""
    statement = select(due_posts).where(
        due_posts.c.server_id == server_id, due_posts.c.day == day, due_posts.c.track == track
    )
    return await fetch_one(connection, statement, DailyPost)


async def of_daily(connection: Connection, day: date, track: str) -> tuple[DailyPost, ...]:
    """All posts of a daily that were sent, by server."""
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
    """The post in a server that was sent last."""
    statement = (
        select(due_posts)
        .where(due_posts.c.server_id == server_id, due_posts.c.state == PostState.SENT)
        .order_by(due_posts.c.claimed_at.desc(), due_posts.c.message_id.desc())
        .limit(1)
    )
    return await fetch_one(connection, statement, DailyPost)


async def last_day(connection: Connection, server_id: int, track: str) -> date | None:
    """The last day whose daily was posted, skipped or begun to be posted in a server."""
    statement = select(func.max(due_posts.c.day)).where(
        due_posts.c.server_id == server_id,
        due_posts.c.track == track,
        due_posts.c.state != PostState.PENDING,
    )
    found: date | None = (await connection.execute(statement)).scalar()
    return found


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the posts of a track in a server have come.

    `last` is the last day that was posted, skipped or begun, `planned` the last one to come;
    None for none.
    """

    last: date | None
    planned: date | None


async def progress(
    connection: Connection, server_ids: Collection[int]
) -> dict[tuple[int, str], Progress]:
    """How far the posts of some servers have come, by server and track."""
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
    """On how many days posts were skipped for a reason since one was last sent in a server."""
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
    connection: Connection, day: date, since: datetime, limit: int = 500
) -> tuple[DailyPost, ...]:
    """The posts of a day in servers where one of the players solved that daily since an instant."""
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
        .where(due_posts.c.day == day, due_posts.c.state == PostState.SENT, solved.exists())
        .order_by(*KEY)
        .limit(limit)
    )
    return await fetch_all(connection, statement, DailyPost)


async def forget_before(connection: Connection, day: date) -> int:
    """Forgets posts of days before one; returns how many."""
    return await changes(connection, delete(due_posts).where(due_posts.c.day < day))


async def next_due(connection: Connection, server_id: int | None = None) -> datetime | None:
    """When the next post is due, or was, anywhere or in one server."""
    statement = select(func.min(due_posts.c.due_at)).where(due_posts.c.state == PostState.PENDING)
    if server_id is not None:
        statement = statement.where(due_posts.c.server_id == server_id)
    found: datetime | None = (await connection.execute(statement)).scalar()
    return found


def _this(post: DailyPost) -> Update:
    return update(due_posts).where(
        due_posts.c.server_id == post.server_id,
        due_posts.c.day == post.day,
        due_posts.c.track == post.track,
    )
