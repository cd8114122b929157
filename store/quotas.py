"""Quotas: what a person or server used in the current window of time."""

from datetime import datetime

from msgspec.structs import asdict

from store.errors import GoneError
from store.records import Quota
from store.sql import command, query
from store.transaction import Connection

_USED = """CASE WHEN quotas.window_start = excluded.window_start THEN quotas.used ELSE 0 END
    + excluded.used"""
_CHARGING = """INSERT INTO quotas (scope, subject_id, window_start, used)
    SELECT :scope, :subject_id, :window_start, :amount WHERE {allowed}
    ON CONFLICT (scope, subject_id)
    DO UPDATE SET window_start = excluded.window_start, used = {used}"""

_DELETED = "SELECT 1 FROM deletions WHERE person_id = :subject_id AND at > :began"

_CHARGE = command(_CHARGING, used=_USED, allowed="TRUE")
_TAKE = command(
    "{charging} WHERE {used} <= :limit",
    charging=_CHARGING,
    used=_USED,
    allowed="NOT EXISTS ({deleted})",
    deleted=_DELETED,
)
_ARE_DELETED = query(_DELETED, int)
_GET = query(
    """SELECT used FROM quotas
    WHERE scope = :scope AND subject_id = :subject_id AND window_start = :window_start""",
    int,
)


async def take(connection: Connection, quota: Quota, began: datetime) -> bool:
    """Count one use of a person unless the quota is used up; returns whether it was counted.

    A quota with another window than the stored one starts at 0, so the clock may jump in either
    direction. To be called under the lock of the person, in a use case that `began` at an instant.
    Raises `GoneError` if the person deleted their data since then.
    """
    if quota.limit < 1:
        return False
    values = asdict(quota) | {"amount": 1, "began": began}
    if await _TAKE.run(connection, values) == 1:
        return True
    if await _ARE_DELETED.one(connection, **values):
        raise GoneError
    return False


async def charge(connection: Connection, quota: Quota, amount: int) -> None:
    """Add an amount that was used already, even beyond the limit."""
    await _CHARGE.run(connection, asdict(quota) | {"amount": amount})


async def used(connection: Connection, quota: Quota) -> int:
    """The amount used in the window."""
    return await _GET.first(connection, **asdict(quota)) or 0
