"""Answers that are owed: interactions deferred and not yet answered, to be paid after a crash."""

from dataclasses import asdict
from datetime import datetime

from sqlalchemy import delete, select

from store.records import PendingReply
from store.schema import pending_replies
from store.statements import affected_rows, fetch_all, insert
from store.transaction import Connection


async def add(connection: Connection, *answers: PendingReply) -> None:
    """Remembers that interactions are to be answered; of a known one, what it is about now."""
    if not answers:
        return
    statement = insert(connection, pending_replies)
    statement = statement.on_conflict_do_update(
        index_elements=["interaction_id"], set_={"payload": statement.excluded.payload}
    )
    await connection.execute(statement, [asdict(answer) for answer in answers])


async def remove(connection: Connection, *interaction_ids: int) -> None:
    """Forgets interactions that were answered."""
    if interaction_ids:
        await connection.execute(
            delete(pending_replies).where(pending_replies.c.interaction_id.in_(interaction_ids))
        )


async def find_pending(connection: Connection, now: datetime) -> tuple[PendingReply, ...]:
    """The answers that can still be given, those that expire first at the front."""
    statement = (
        select(pending_replies)
        .where(pending_replies.c.until > now)
        .order_by(pending_replies.c.until, pending_replies.c.interaction_id)
    )
    return await fetch_all(connection, statement, PendingReply)


async def forget_expired(connection: Connection, now: datetime) -> int:
    """Forgets those whose token has expired; returns how many."""
    return await affected_rows(
        connection, delete(pending_replies).where(pending_replies.c.until <= now)
    )
