"""Pending replies: deferred interactions without an answer yet, to be answered after a crash.

Each has an owner, the bot process that answers it. Another process takes it over only when the
lease of its owner is over.
"""

from datetime import datetime
from functools import cache

from msgspec.structs import asdict, replace
from sqlalchemy import (
    ColumnElement,
    Delete,
    Insert,
    bindparam,
    case,
    delete,
    exists,
    select,
    update,
)

from store import processes
from store.records import PendingReply
from store.schema import pending_replies
from store.statements import fetch_all, insert_in
from store.transaction import Connection


async def add(connection: Connection, answer: PendingReply) -> None:
    """Store a pending reply; of one that is stored already, only the payload is replaced."""
    await connection.execute(_adding(connection.dialect), asdict(answer))


async def remove(connection: Connection, interaction_id: int) -> None:
    """Delete the pending reply of an interaction."""
    await connection.execute(_removing(), {"interaction": interaction_id})


@cache
def _adding(dialect: str) -> Insert:
    statement = insert_in(dialect, pending_replies)
    return statement.on_conflict_do_update(
        index_elements=["interaction_id"], set_={"payload": statement.excluded.payload}
    )


@cache
def _removing() -> Delete:
    interaction = pending_replies.c.interaction_id
    return delete(pending_replies).where(interaction == bindparam("interaction"))


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
