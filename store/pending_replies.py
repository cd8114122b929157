"""Pending replies: deferred interactions without an answer yet, to be answered after a crash.

Each has an owner, the bot process that answers it. Another process takes it over only when the
lease of its owner is over.
"""

from dataclasses import replace
from datetime import datetime
from functools import cache

from sqlalchemy import (
    ColumnElement,
    Delete,
    Insert,
    case,
    delete,
    exists,
    select,
    update,
)

from store import processes
from store.records import PendingReply
from store.schema import pending_replies
from store.statements import affected_rows, fetch_all, insert_in, is_listed, values_of
from store.transaction import Connection


async def add(connection: Connection, *answers: PendingReply) -> None:
    """Store pending replies; of one that is stored already, only the payload is replaced."""
    if not answers:
        return
    await connection.execute(_adding(connection.dialect), [values_of(answer) for answer in answers])


async def remove(connection: Connection, *interaction_ids: int) -> None:
    """Delete the pending replies of interactions."""
    if interaction_ids:
        await connection.execute(_removing(connection.dialect), {"ids": list(interaction_ids)})


@cache
def _adding(dialect: str) -> Insert:
    statement = insert_in(dialect, pending_replies)
    return statement.on_conflict_do_update(
        index_elements=["interaction_id"], set_={"payload": statement.excluded.payload}
    )


@cache
def _removing(dialect: str) -> Delete:
    chosen = is_listed(dialect, pending_replies.c.interaction_id, "ids")
    return delete(pending_replies).where(chosen)


async def are_left(
    connection: Connection, now: datetime, process: str, overdue_before: datetime
) -> bool:
    """Whether there are pending replies to `take_over`."""
    left = _left(now, process, overdue_before)
    found: bool = (await connection.execute(select(exists().where(*left)))).scalar_one()
    return found


async def take_over(
    connection: Connection, now: datetime, process: str, overdue_before: datetime, limit: int = 100
) -> tuple[PendingReply, ...]:
    """Become the owner of pending replies that no process answers, each for one caller only.

    These are the replies of dead processes, and those of `process` itself that were stored before
    `overdue_before`. The first to expire come first.
    """
    chosen = (
        select(pending_replies)
        .where(*_left(now, process, overdue_before))
        .order_by(pending_replies.c.until, pending_replies.c.interaction_id)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    found = await fetch_all(connection, chosen, PendingReply)
    ids = [reply.interaction_id for reply in found if reply.owner != process]
    if ids:
        of_others = pending_replies.c.interaction_id.in_(ids)
        await connection.execute(update(pending_replies).where(of_others).values(owner=process))
    return tuple(replace(reply, owner=process) for reply in found)


def _left(
    now: datetime, process: str, overdue_before: datetime
) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """The conditions of the replies with valid tokens that no process answers."""
    owner = pending_replies.c.owner
    unanswered = case(
        (owner == process, pending_replies.c.created_at < overdue_before),
        else_=owner.not_in(processes.living_ids(now)),
    )
    return pending_replies.c.until > now, unanswered


async def forget_expired(connection: Connection, now: datetime) -> int:
    """Delete the pending replies whose tokens have expired; returns their number."""
    return await affected_rows(
        connection, delete(pending_replies).where(pending_replies.c.until <= now)
    )
