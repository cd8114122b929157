"""Pending replies: deferred interactions without an answer yet, to be answered after a crash."""

from dataclasses import asdict
from datetime import datetime

from sqlalchemy import delete, select

from store.records import PendingReply
from store.schema import pending_replies
from store.statements import affected_rows, fetch_all, insert
from store.transaction import Connection


async def add(connection: Connection, *answers: PendingReply) -> None:
    """Store pending replies; of one that is stored already, only the payload is replaced."""
    if not answers:
        return
    statement = insert(connection, pending_replies)
    statement = statement.on_conflict_do_update(
        index_elements=["interaction_id"], set_={"payload": statement.excluded.payload}
    )
    await connection.execute(statement, [asdict(answer) for answer in answers])


async def remove(connection: Connection, *interaction_ids: int) -> None:
    """Delete the pending replies of interactions."""
    if interaction_ids:
        await connection.execute(
            delete(pending_replies).where(pending_replies.c.interaction_id.in_(interaction_ids))
        )


async def find_pending(connection: Connection, now: datetime) -> tuple[PendingReply, ...]:
    """The pending replies whose tokens are still valid, the first to expire first."""
    statement = (
        select(pending_replies)
        .where(pending_replies.c.until > now)
        .order_by(pending_replies.c.until, pending_replies.c.interaction_id)
    )
    return await fetch_all(connection, statement, PendingReply)


async def forget_expired(connection: Connection, now: datetime) -> int:
    """Delete the pending replies whose tokens have expired; returns their number."""
    return await affected_rows(
        connection, delete(pending_replies).where(pending_replies.c.until <= now)
    )
