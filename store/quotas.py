"""Quotas: what a person or server used in the current window of time."""

from datetime import datetime

from sqlalchemy import case, delete, select

from store.records import Quota
from store.schema import quotas
from store.statements import affected_rows, insert
from store.transaction import Connection


async def take(connection: Connection, quota: Quota, amount: int = 1) -> bool:
    """Take an amount if that much is left, atomically; returns whether it was.

    A quota with another window than the stored one starts at 0, so the clock may jump in either
    direction. Raises `ValueError` for an amount below 1.
    """
    if amount < 1:
        raise ValueError("the amount is at least 1")
    if amount > quota.limit:
        return False
    return await _add_usage(connection, quota, amount, within=quota.limit)


async def charge(connection: Connection, quota: Quota, amount: int) -> None:
    """Add an amount that was used already, even beyond the limit."""
    await _add_usage(connection, quota, amount, within=None)


async def _add_usage(connection: Connection, quota: Quota, amount: int, within: int | None) -> bool:
    """Add to the used amount unless it would exceed `within`; returns whether it was added."""
    statement = insert(connection, quotas).values(
        scope=quota.scope,
        subject_id=quota.subject_id,
        window_start=quota.window_start,
        used=amount,
    )
    new = statement.excluded
    used = case((quotas.c.window_start == new.window_start, quotas.c.used), else_=0) + new.used
    statement = statement.on_conflict_do_update(
        index_elements=["scope", "subject_id"],
        set_={"window_start": new.window_start, "used": used},
        where=None if within is None else used <= within,
    )
    return await affected_rows(connection, statement) == 1


async def used(connection: Connection, quota: Quota) -> int:
    """The amount used in the window."""
    statement = select(quotas.c.used).where(
        quotas.c.scope == quota.scope,
        quotas.c.subject_id == quota.subject_id,
        quotas.c.window_start == quota.window_start,
    )
    return (await connection.execute(statement)).scalar() or 0


async def forget_before(connection: Connection, instant: datetime) -> int:
    """Delete windows that began before an instant; returns their number."""
    return await affected_rows(connection, delete(quotas).where(quotas.c.window_start < instant))
