"""Quotas: what a person or server used in the current window of time."""

from functools import cache

from sqlalchemy import Insert, bindparam, case

from store.compiled import Values
from store.records import Quota
from store.schema import quotas
from store.statements import affected_rows, insert_in, select_by
from store.transaction import Connection


async def take(connection: Connection, quota: Quota) -> bool:
    """Count one use unless the quota is used up, atomically; returns whether it was counted.

    A quota with another window than the stored one starts at 0, so the clock may jump in either
    direction.
    """
    if quota.limit < 1:
        return False
    return await _add_usage(connection, quota, 1, within=quota.limit)


async def charge(connection: Connection, quota: Quota, amount: int) -> None:
    """Add an amount that was used already, even beyond the limit."""
    await _add_usage(connection, quota, amount, within=None)


async def _add_usage(connection: Connection, quota: Quota, amount: int, within: int | None) -> bool:
    """Add to the used amount unless it would exceed `within`; returns whether it was added."""
    values = {**_window(quota), "used": amount}
    if within is not None:
        values["within"] = within
    statement = _adding(connection.dialect, bounded=within is not None)
    return await affected_rows(connection, statement, values) == 1


@cache
def _adding(dialect: str, *, bounded: bool) -> Insert:
    """Adds to the used amount; if it is `bounded`, only up to the parameter `within`."""
    statement = insert_in(dialect, quotas).values(
        {name: bindparam(name) for name in ("scope", "subject_id", "window_start", "used")}
    )
    new = statement.excluded
    used = case((quotas.c.window_start == new.window_start, quotas.c.used), else_=0) + new.used
    return statement.on_conflict_do_update(
        index_elements=["scope", "subject_id"],
        set_={"window_start": new.window_start, "used": used},
        where=used <= bindparam("within", type_=quotas.c.used.type) if bounded else None,
    )


async def used(connection: Connection, quota: Quota) -> int:
    """The amount used in the window."""
    statement = select_by(quotas, "scope", "subject_id", "window_start")
    row = (await connection.execute(statement, _window(quota))).mappings().first()
    return 0 if row is None else int(row["used"])


def _window(quota: Quota) -> Values:
    return {
        "scope": quota.scope,
        "subject_id": quota.subject_id,
        "window_start": quota.window_start,
    }
