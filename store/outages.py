"""Outages of the service, detected by missing heartbeats."""

from datetime import datetime, timedelta

from msgspec.structs import asdict
from sqlalchemy import func, select

from store import meta
from store.records import Outage
from store.schema import outages, shard_heartbeats
from store.statements import fetch_all, insert
from store.transaction import Connection

LAST_HEARTBEAT = "last_beat"
"""The key of the last heartbeat in the table `meta`."""


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
    newest = select(func.max(shard_heartbeats.c.at))
    found: datetime | None = (await connection.execute(newest)).scalar()
    return found


async def add(connection: Connection, outage: Outage) -> None:
    """Store an outage; one that began at the same instant gets the end of the new one."""
    await connection.execute(
        insert(connection, outages)
        .values(asdict(outage))
        .on_conflict_do_update(index_elements=["began_at"], set_={"ended_at": outage.ended_at})
    )


async def since(connection: Connection, instant: datetime) -> tuple[Outage, ...]:
    """The outages that ended after an instant, in order."""
    statement = select(outages).where(outages.c.ended_at > instant).order_by(outages.c.began_at)
    return await fetch_all(connection, statement, Outage)
