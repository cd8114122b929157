"""Outages of the service, detected by missing heartbeats."""

from datetime import datetime, timedelta

from msgspec.structs import asdict

from store import meta
from store.records import Outage
from store.sql import query, replacing
from store.transaction import Connection

LAST_HEARTBEAT = "last_beat"
"""The key of the last heartbeat in the table `meta`."""

_LAST_OF_SHARDS = query("SELECT max(at) FROM shard_heartbeats", datetime)
_ADD = replacing("outages", Outage, ["began_at"])
_SINCE = query("SELECT * FROM outages WHERE ended_at > :instant ORDER BY began_at", Outage)


async def record_heartbeat(
    connection: Connection, now: datetime, max_gap: timedelta
) -> Outage | None:
    """Store a heartbeat; to be called periodically while the service is reachable.

    If the last heartbeat is older than `max_gap`, the time in between is stored as an outage and
    returned, else None. A clock that was set back is no outage.
    """
    last = await meta.read_instant(connection, LAST_HEARTBEAT)
    await meta.write(connection, LAST_HEARTBEAT, now.isoformat())
    if last is None or now - last <= max_gap:
        return None
    began = max(last, await last_of_shards(connection) or last)
    if now - began <= max_gap:  # until now, several processes had the shards
        return None
    outage = Outage(began, now)
    await add(connection, outage)
    return outage


async def last_of_shards(connection: Connection) -> datetime | None:
    """The last heartbeat of any single shard, as stored by `store.shard_outages`."""
    return await _LAST_OF_SHARDS.first(connection)


async def add(connection: Connection, outage: Outage) -> None:
    """Store an outage; one that began at the same instant gets the end of the new one."""
    await _ADD.run(connection, asdict(outage))


async def since(connection: Connection, instant: datetime) -> tuple[Outage, ...]:
    """The outages that ended after an instant, in order."""
    return await _SINCE.all(connection, instant=instant)
