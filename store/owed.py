"""Answers that are owed: interactions deferred and not yet answered, to be paid after a crash."""

from dataclasses import asdict
from datetime import datetime

from sqlalchemy import delete, select

from store.records import OwedAnswer
from store.schema import owed_answers
from store.statements import changes, fetch_all, insert
from store.transaction import Connection


async def owe(connection: Connection, *answers: OwedAnswer) -> None:
    """Remembers that interactions are to be answered; of a known one, what it is about now."""
    if not answers:
        return
    statement = insert(connection, owed_answers)
    statement = statement.on_conflict_do_update(
        index_elements=["interaction_id"], set_={"payload": statement.excluded.payload}
    )
    await connection.execute(statement, [asdict(answer) for answer in answers])


async def paid(connection: Connection, *interaction_ids: int) -> None:
    """Forgets interactions that were answered."""
    if interaction_ids:
        await connection.execute(
            delete(owed_answers).where(owed_answers.c.interaction_id.in_(interaction_ids))
        )


async def owed(connection: Connection, now: datetime) -> tuple[OwedAnswer, ...]:
    """The answers that can still be given, those that expire first at the front."""
    statement = (
        select(owed_answers)
        .where(owed_answers.c.until > now)
        .order_by(owed_answers.c.until, owed_answers.c.interaction_id)
    )
    return await fetch_all(connection, statement, OwedAnswer)


async def forget_expired(connection: Connection, now: datetime) -> int:
    """Forgets those whose token has expired; returns how many."""
    return await changes(connection, delete(owed_answers).where(owed_answers.c.until <= now))
