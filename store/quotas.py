"""Quotas: what a person or server used in the current window of time."""

from msgspec.structs import asdict

from store.records import Quota
from store.sql import command, query
from store.transaction import Connection

_USED = """CASE WHEN quotas.window_start = excluded.window_start THEN quotas.used ELSE 0 END
    + excluded.used"""
_CHARGING = """INSERT INTO quotas (scope, subject_id, window_start, used)
    VALUES (:scope, :subject_id, :window_start, :amount)
    ON CONFLICT (scope, subject_id)
    DO UPDATE SET window_start = excluded.window_start, used = {used}"""

_CHARGE = command(_CHARGING, used=_USED)
_TAKE = command("{charging} WHERE {used} <= :limit", charging=_CHARGING, used=_USED)
_GET = query(
    """SELECT used FROM quotas
    WHERE scope = :scope AND subject_id = :subject_id AND window_start = :window_start""",
    int,
)


async def take(connection: Connection, quota: Quota) -> bool:
    """Count one use unless the quota is used up, atomically; returns whether it was counted.

    A quota with another window than the stored one starts at 0, so the clock may jump in either
    direction.
    """
    return quota.limit >= 1 and await _TAKE.run(connection, asdict(quota) | {"amount": 1}) == 1


async def charge(connection: Connection, quota: Quota, amount: int) -> None:
    """Add an amount that was used already, even beyond the limit."""
    await _CHARGE.run(connection, asdict(quota) | {"amount": amount})


async def used(connection: Connection, quota: Quota) -> int:
    """The amount used in the window."""
    return await _GET.first(connection, **asdict(quota)) or 0
