"""Answers that are owed: interactions deferred and not yet answered, to be paid after a crash."""

from dataclasses import asdict
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from store.records import OwedAnswer
from store.schema import owed_answers
from store.statements import changes, fetch_all, insert


async def owe(connection: AsyncConnection, answer: OwedAnswer) -> None:
    """Remembers that an interaction is to be answered."""
    await connection.execute(
        insert(connection, owed_answers).values(asdict(answer)).on_conflict_do_nothing()
    )


async def paid(connection: AsyncConnection, interaction_id: int) -> None:
    """Forgets an interaction that was answered."""
    await connection.execute(
        delete(owed_answers).where(owed_answers.c.interaction_id == interaction_id)
    )


async def owed(connection: AsyncConnection, now: datetime) -> tuple[OwedAnswer, ...]:
    """The answers that can still be given, those that expire first at the front."""
    statement = (
        select(owed_answers)
        .where(owed_answers.c.until > now)
        .order_by(owed_answers.c.until, owed_answers.c.interaction_id)
    )
    return await fetch_all(connection, statement, OwedAnswer)


async def forget_expired(connection: AsyncConnection, now: datetime) -> int:
    """Forgets those whose token has expired; returns how many."""
    return await changes(connection, delete(owed_answers).where(owed_answers.c.until <= now))
